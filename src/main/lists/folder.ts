/** The folder that the policy names, and the drives that lists lie on, which may go at any moment. */
import path from 'node:path'
import type { Result } from '../../shared/base/result'
import type { GivenList, ListFolder } from '../../shared/lookup/outage'
import { type Clock, inTime, late } from '../system/clock'
import type { Queue } from './queue'
import { type ListFault, type ListGiven, type listFiles, refuseList } from './read-list'

/** A drive that does not answer for so long has gone. */
const driveLimitMs = 15_000

/**
 * Makes a question to drives. While one is unanswered there is no other: each holds one of the four threads that read files
 * for this program.
 */
export function makeDriveQuestion(clock: Pick<Clock, 'after'>) {
  let unanswered: Promise<unknown> = Promise.resolve()
  /** What the work answers, or that the drive of that file or folder gives no answer. */
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

/** Behind everything that the counter needs at its start. */
export const startDelayMs = 1000
const lookEveryMs = 60_000
/** A file that is new in the folder is to stand still for so long. */
const settleMs = 3000

type Watched = {
  readonly folder: string
  readonly files: typeof listFiles
  readonly queue: Pick<Queue, 'isTaken'>
  readonly give: (given: ListGiven, stamp: string) => Promise<Result<GivenList, ListFault>>
  readonly changed: () => void
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Takes the newest list of the folder that the policy names, and again when it has changed. Never touches one. */
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

  /** Answers the milliseconds to the next look. */
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
    // Without a keychain, or a drive, it is tried again.
    if (fault !== null && fault.why !== 'not_kept' && fault.why !== 'no_answer') refused = { stamp, fault }
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
