/** Watches the policy's folder of lists, on a drive that may disappear at any moment. */
import path from 'node:path'
import type { Result } from '../../shared/base/result'
import type { GivenList, ListFolder } from '../../shared/lookup/outage'
import { type Clock, inTime, late } from '../system/clock'
import type { Queue } from './queue'
import { type ListFault, type ListGiven, type listFiles, refuseList } from './read-list'

/** After this, the drive counts as gone. */
const driveLimitMs = 15_000
/** Leaves the start to the counter. */
export const startDelayMs = 1000
const lookEveryMs = 60_000

type Watched = {
  readonly folder: string
  readonly files: typeof listFiles
  readonly queue: Pick<Queue, 'isTaken'>
  readonly give: (given: ListGiven, stamp: string) => Promise<Result<GivenList, ListFault>>
  readonly changed: () => void
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Takes the newest list of the policy's folder once a minute if it is another one. Never changes a file. */
export function watchFolder({ folder, files, queue, give, changed, clock, log }: Watched) {
  let lastTaken: ListFolder['lastTaken'] = null
  let fault: ListFault | null = null
  let isClosed = false
  let callOff: () => void = () => undefined
  if (folder !== '') plan(startDelayMs)

  function plan(milliseconds: number): void {
    if (!isClosed) callOff = clock.after(milliseconds, () => void watch())
  }

  async function look(): Promise<ListFault | null> {
    const newest = await files.newest(folder)
    if (!newest.ok) return newest.fault
    if (newest.value === null || (await queue.isTaken(newest.value.stamp))) return null
    const { place, stamp } = newest.value
    const read = await files.read(place)
    const given = read.ok ? await give(read.value, stamp) : read
    if (!given.ok) return given.fault
    lastTaken = { ...given.value, when: new Date(clock.now()).toISOString() }
    return null
  }

  async function watch(): Promise<void> {
    const looking = look().catch((error: unknown) => {
      log(`watched folder: ${String(error)}`)
      return null
    })
    if ((await inTime(looking, driveLimitMs, clock)) === late) {
      fault = refuseList(path.basename(folder), 'not_readable').fault
      changed()
    }
    // Never begins a second look: each that hangs holds one of the four threads of Node's file system.
    fault = await looking
    changed()
    plan(lookEveryMs)
  }

  return {
    read: (): ListFolder | null => (folder === '' ? null : { path: folder, lastTaken, fault }),
    close(): void {
      isClosed = true
      callOff()
    },
  }
}
