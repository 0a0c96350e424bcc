import type { Switches } from './switches'

const hour = 60 * 60 * 1000

/** A moment (ISO 8601, UTC) as the service writes it: `YYYY-mm-dd h:i:s`, no zone (interface.md §2.2). */
export function writeWireTime(moment: string, clock: Switches['clock']): string {
  const shifted = new Date(Date.parse(moment) + (clock === 'plus_eight' ? 8 * hour : 0))
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}
