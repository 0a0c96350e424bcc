import { isLongerThan } from '../../shared/code-points'
import { firstBytes } from '../log/bounded-text'

/** Most fields of one record that the interface does not know, those of its details objects among them. */
export const mostExtra = 200
/** In bytes of UTF-8; a longer one is cut and named. */
export const longestExtra = 4 * 1024
/** In code points; a field with a longer name is left out: a cut name would be another field's. */
export const longestExtraName = 128

export type Extra = {
  readonly fields: Readonly<Record<string, string>>
  /** The names of those that were cut. */
  readonly cut: readonly string[]
  readonly leftOut: number
}

/** Unknown fields as text, in the order in which they came; nested ones as JSON text. */
export function readExtra(members: readonly (readonly [name: string, value: unknown])[]): Extra {
  const kept = members.filter(([name]) => !isLongerThan(name, longestExtraName)).slice(0, mostExtra)
  const cut: string[] = []
  const fields = kept.map(([name, value]) => {
    const whole = textOf(value)
    const text = firstBytes(whole, longestExtra)
    if (text !== whole) cut.push(name)
    return [name, text] as const
  })
  return { fields: Object.fromEntries(fields), cut, leftOut: members.length - kept.length }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
