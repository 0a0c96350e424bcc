/** Watches the policy's folder of lists, on a drive that may disappear at any moment. */
import path from 'node:path'
import type { Result } from '../../shared/base/result'
import type { GivenList, ListFolder } from '../../shared/lookup/outage'
import { type Clock, inTime, late } from '../system/clock'
import type { Queue } from './queue'
import { type ListFault, type ListGiven, type listFiles, refuseList } from './read-list'

/** After this, a drive counts as gone. */
const driveLimitMs = 15_000

/**
 * Makes a function that works on a drive with a time limit. Runs one work at a time, because a drive that hangs holds one
 * of the four threads of Node's file system.
 */
export function makeDriveQuestion(clock: Pick<Clock, 'after'>) {
  let unanswered: Promise<unknown> = Promise.resolve()
  return async <T>(
    place: string,
    work: () => Promise<Result<T, ListFault>>,
  ): Promise<Result<T, ListFault>> => {
    const noAnswer = refuseList(path.basename(place), 'no_answer')
    if ((await inTime(unanswered, driveLimitMs, clock)) === late) return noAnswer
    const done = work()
    unanswered = done.catch(() => undefined)
    const answer = await inTime(done, driveLimitMs, clock)
    return answer === late ? noAnswer : answer
  }
}

/** Leaves the start to the counter. */
export const startDelayMs = 1000
const lookEveryMs = 60_000
/** How long a new file must stay unchanged. */
const settleMs = 3000

/** What is no fault of the file itself: the keychain's, the drive's, another program's that holds it, or an account's rights. */
const passing: ReadonlySet<ListFault['why']> = new Set(['not_kept', 'no_answer', 'not_readable'])

type Watched = {
  readonly folder: string
  readonly files: typeof listFiles
  readonly queue: Pick<Queue, 'isTaken'>
  readonly give: (given: ListGiven, stamp: string) => Promise<Result<GivenList, ListFault>>
  readonly changed: () => void
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Takes the newest list of the policy's folder, and again when it changes. Never changes a file. */
export function watchFolder({ folder, files, queue, give, changed, clock, log }: Watched) {
  const askDrive = makeDriveQuestion(clock)
  let lastTaken: ListFolder['lastTaken'] = null
  let fault: ListFault | null = null
  let refused: { readonly stamp: string; readonly fault: ListFault } | null = null
  let seen = ''
  let isClosed = false
  let callOff: () => void = () => undefined
  if (folder !== '') plan(startDelayMs)

  function plan(milliseconds: number): void {
    if (!isClosed) callOff = clock.after(milliseconds, () => void watch())
  }

  /** Returns the milliseconds until the next look. */
  async function look(): Promise<number> {
    const newest = await askDrive(folder, () => files.newest(folder))
    fault = newest.ok ? null : newest.fault
    if (!newest.ok || newest.value === null) return lookEveryMs
    const { place, stamp } = newest.value
    if (refused?.stamp === stamp) fault = refused.fault
    if (fault !== null || (await queue.isTaken(stamp))) return lookEveryMs
    const stoodStill = stamp === seen
    seen = stamp
    if (!stoodStill) return settleMs
    const read = await askDrive(folder, () => files.read(place))
    const given = read.ok ? await give(read.value, stamp) : read
    if (given.ok) lastTaken = { ...given.value, when: new Date(clock.now()).toISOString() }
    else fault = given.fault
    if (fault !== null && !passing.has(fault.why)) refused = { stamp, fault }
    return lookEveryMs
  }

  async function watch(): Promise<void> {
    const wait = await look().catch((error: unknown) => {
      log(`watched folder: ${String(error)}`)
      return lookEveryMs
    })
    changed()
    plan(wait)
  }

  return {
    read: (): ListFolder | null => (folder === '' ? null : { path: folder, lastTaken, fault }),
    close(): void {
      isClosed = true
      callOff()
    },
  }
}
