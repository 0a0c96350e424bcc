/** The folder that the policy names, and the drives that lists lie on, which may go at any moment. */
import path from 'node:path'
import type { GivenList, ListFolder } from '../../shared/outage'
import type { Result } from '../../shared/result'
import { type Clock, inTime, late } from '../system/clock'
import type { Queue } from './queue'
import { type ListFault, type ListGiven, type listFiles, refuseList } from './read-list'

/** A drive that does not answer for so long has gone. */
const driveLimitMs = 15_000
/** Each unanswered question holds one of the four threads that read files for this program. */
const maxUnanswered = 2

/** Asks drives for files, each folder one thing at a time. One that does not answer keeps no other folder waiting. */
export function makeDrives(clock: Pick<Clock, 'after'>) {
  const unanswered = new Map<string, Promise<unknown>>()
  return {
    /** What the work answers; `late` when the drive gives no answer. */
    async ask<T>(folder: string, work: () => Promise<T>): Promise<T | typeof late> {
      const before = unanswered.get(folder)
      if (before !== undefined && (await inTime(before, driveLimitMs, clock)) === late) return late
      if (unanswered.size >= maxUnanswered) return late
      const done = work().finally(() => unanswered.delete(folder))
      unanswered.set(
        folder,
        done.catch(() => undefined),
      )
      return inTime(done, driveLimitMs, clock)
    },
  }
}

const lookEveryMs = 60_000
/** A file that is new in the folder is to stand still for so long. */
const standStillMs = 3000

type Watched = {
  readonly folder: string
  readonly files: typeof listFiles
  readonly drives: ReturnType<typeof makeDrives>
  readonly queue: Pick<Queue, 'isTaken'>
  readonly give: (given: ListGiven, stamp: string) => Promise<Result<GivenList, ListFault>>
  readonly changed: () => void
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Takes the newest list of the folder that the policy names, and again when it has changed. Never touches one. */
export function watchFolder({ folder, files, drives, queue, give, changed, clock, log }: Watched) {
  const noAnswer = refuseList(path.basename(folder), 'no_answer')
  let lastTaken: ListFolder['lastTaken'] = null
  let fault: ListFault | null = null
  let refused: { readonly stamp: string; readonly fault: ListFault } | null = null
  let seen = ''
  let isClosed = false
  let callOff: () => void = () => undefined

  async function ask<T>(work: () => Promise<Result<T, ListFault>>): Promise<Result<T, ListFault>> {
    const answer = await drives.ask(folder, work)
    return answer === late ? noAnswer : answer
  }

  /** Answers the milliseconds to the next look. */
  async function look(): Promise<number> {
    const newest = await ask(() => files.newest(folder))
    fault = newest.ok ? null : newest.fault
    if (!newest.ok || newest.value === null) return lookEveryMs
    const { place, stamp } = newest.value
    if (await queue.isTaken(stamp)) return lookEveryMs
    if (refused?.stamp === stamp) {
      fault = refused.fault
      return lookEveryMs
    }
    const stoodStill = stamp === seen
    seen = stamp
    if (!stoodStill) return standStillMs
    const read = await ask(() => files.read(place))
    const given = read.ok ? await give(read.value, stamp) : read
    if (given.ok) lastTaken = { ...given.value, when: new Date(clock.now()).toISOString() }
    else fault = given.fault
    // Without a keychain, or a drive, it is tried again.
    if (fault !== null && fault.why !== 'not_kept' && fault.why !== 'no_answer') refused = { stamp, fault }
    return lookEveryMs
  }

  async function watch(): Promise<void> {
    if (folder === '') return
    const wait = await look().catch((error: unknown) => {
      log(`watched folder: ${String(error)}`)
      return lookEveryMs
    })
    changed()
    if (!isClosed) callOff = clock.after(wait, () => void watch())
  }

  return {
    read: (): ListFolder | null => (folder === '' ? null : { path: folder, lastTaken, fault }),
    watch,
    close(): void {
      isClosed = true
      callOff()
    },
  }
}
