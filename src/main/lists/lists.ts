/** Looks up the codes of lists before an outage, one by one, after the cashier's own lookups. */
import { isDeepStrictEqual } from 'node:util'
import { type Result, succeed, unreachable } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import { laterStatuses } from '../../shared/lookup/copies'
import type { CodeEnd, GivenList, OutageState, OutageWork } from '../../shared/lookup/outage'
import { kindsToTry } from '../../shared/payment/codes'
import type { SavedCopies } from '../copies/saved-copies'
import { findByKinds } from '../lookup/look-up'
import type { Line } from '../service/line'
import type { FreshShow, ShowFault, TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import { type CashierAtWork, makeSignal } from '../system/signal'
import { startDelayMs, watchFolder } from './folder'
import { makeQueue, type NextCode } from './queue'
import { type ListFault, type ListGiven, listFiles, readList, refuseList } from './read-list'

type Deps = {
  readonly copies: Pick<SavedCopies, 'work'>
  readonly payments: TransactionReader
  /** Gets every show, which is as fresh as that of any lookup. */
  readonly observe: (show: FreshShow) => void
  /** Whether a code is somebody's badge, which is never sent to the service. */
  readonly isBadge: (code: string) => boolean
  readonly line: Pick<Line, 'isOffline'>
  readonly cashier: Pick<CashierAtWork, 'isGoing' | 'changed'>
  readonly clock: Clock
  /** The most copies that this till keeps. */
  readonly maxCopies: () => number
  /** The watched folder; '' for none. */
  readonly folder: string
  readonly files?: typeof listFiles
  readonly log: (line: string) => void
}

const notifyEveryMs = 300
/** The pause after a code is as long as its calls took, within these. */
const minRestMs = 10
const maxRestMs = 2000
/** The pause after a failure doubles from a second to this. */
const maxWaitMs = 60_000
/** What only a person can mend is tried again as well: one 401 may be a gateway's slip, and nobody may look for hours. */
const haltMs = 15 * maxWaitMs
/** After so many failures that the code itself may cause, the next code follows. */
const maxTries = 4

export type Lists = ReturnType<typeof makeLists>

/** Makes the part that looks up the codes of lists in the background (administration.md, "Offline receipts"). */
export function makeLists(deps: Deps) {
  const { clock, cashier, files = listFiles } = deps
  const queue = makeQueue(deps.copies, clock)
  const folder = watchFolder({ ...deps, files, queue, give, changed })
  const stateChanged = makeSignal<OutageState>()
  let work: OutageWork = { at: 'idle' }
  /** Failures in a row, how many of them the next code may have caused, and at how many of them the service was busy. */
  let [failures, tries, busy] = [0, 0, 0]
  let wakeUps = 0
  let endPause: () => void = () => undefined
  let [isNotifying, isClosed] = [false, false]

  async function read(): Promise<OutageState> {
    const counts = await queue.counts()
    return { work, counts, folder: folder.read() }
  }

  function changed(): void {
    if (isNotifying) return
    isNotifying = true
    clock.after(notifyEveryMs, () => {
      isNotifying = false
      if (!isClosed) void read().then(stateChanged.fire)
    })
  }

  /** Only a person ends a pause. */
  function enter(next: OutageWork): void {
    if (work.at === 'paused' || isDeepStrictEqual(work, next)) return
    work = next
    changed()
  }

  /** Returns why the queue must wait, or null. */
  function reasonToWait(): OutageWork | null {
    if (work.at === 'paused') return work
    if (deps.line.isOffline()) return { at: 'waiting', why: 'offline' }
    return cashier.isGoing() ? { at: 'waiting', why: 'cashier' } : null
  }

  /** Waits so long, or until `lookAgain`. */
  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = clock.after(milliseconds, resolve)
      endPause = () => {
        callOff()
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    await pause(startDelayMs)
    while (!isClosed) {
      const before = wakeUps
      const wait = await step().catch((error: unknown) => {
        // Goes on after a disk error or a bug.
        deps.log(`queued codes: ${String(error)}`)
        return maxWaitMs
      })
      // What came during the step may have been missed by it.
      if (wakeUps === before) await pause(wait)
    }
  }

  /** Looks up the next code. Returns the milliseconds until the one after; Infinity to wait for `lookAgain`. */
  async function step(): Promise<number> {
    const code = await queue.next()
    if (code === null) {
      // A pause outlasts a keychain that is silent, or credentials that are changed.
      enter({ at: 'idle' })
      // There may be some that cannot be read now.
      return maxWaitMs
    }
    const held = reasonToWait()
    enter(held ?? (failures === 0 ? { at: 'working' } : { at: 'waiting', why: 'service' }))
    if (held !== null) return Number.POSITIVE_INFINITY
    if (code.known !== null) return settle(code, code.known)
    if (deps.isBadge(code.code)) return settle(code, 'not_found')
    const began = clock.monotonic()
    const kinds = kindsToTry(code.code, code.match)
    // A code that was dropped meanwhile, or asked with what has changed, is not tried as the next kind.
    const before = wakeUps
    const mayGoOn = () => reasonToWait() === null && wakeUps === before && !isClosed
    const found = await findByKinds(deps.payments.show, code.code, kinds, mayGoOn)
    if (isClosed) return 0
    const took = clock.monotonic() - began
    if (found.ok) {
      deps.observe(found.value.show)
      return settle(code, 'found', took)
    }
    const says = meaningOf(found.fault)
    if (says === 'held_up') return 0
    if (says === 'missed') return settle(code, 'not_found', took)
    if (says === 'stop') {
      // The token may have been replaced during the call.
      if (wakeUps !== before) return 0
      enter({ at: 'halted', fault: found.fault })
      return haltMs
    }
    if (says === 'failed') tries += 1
    else busy += 1
    // The service may be busy for this code alone.
    const isPassed = busy >= maxTries
    if (isPassed) queue.passOver(code)
    if (isPassed || (tries >= maxTries && (await queue.settle(code, 'unread')))) [tries, busy] = [0, 0]
    return failed()
  }

  async function settle(code: NextCode, end: CodeEnd, took = 0): Promise<number> {
    // An outcome that could not be written counts as a failure: the same code is next again.
    if (!(await queue.settle(code, end))) return failed()
    startCounting()
    changed()
    return Math.min(Math.max(took, minRestMs), maxRestMs)
  }

  function startCounting(): void {
    ;[failures, tries, busy] = [0, 0, 0]
  }

  function failed(): number {
    failures += 1
    enter({ at: 'waiting', why: 'service' })
    return Math.min(1000 * 2 ** (failures - 1), maxWaitMs)
  }

  /**
   * Reads a list and queues it.
   * @param stamp identifies a file of the folder, which is not taken twice (read-list.ts)
   */
  async function give(given: ListGiven, stamp: string | null = null): Promise<Result<GivenList, ListFault>> {
    const { name } = given
    const list = await readList(given, deps.maxCopies())
    if (!list.ok) return list
    const takenAt = clock.now()
    if (!(await queue.take({ ...list.value, name, takenAt }, stamp))) return refuseList(name, 'not_kept')
    lookAgain()
    changed()
    return succeed({ name, codes: list.value.codes.length })
  }

  function lookAgain(): void {
    wakeUps += 1
    endPause()
  }

  void run()
  const stopFollowing = cashier.changed.on(() => {
    if (work.at === 'waiting' && work.why === 'cashier') lookAgain()
  })
  return {
    /** Fires with the new state, shortly after it changed. */
    changed: stateChanged,
    read,
    missed: queue.missed,
    give,
    async steer(to: 'pause' | 'resume' | 'clear'): Promise<void> {
      if (to === 'clear') await queue.clear()
      startCounting()
      if (to === 'pause') enter({ at: 'paused' })
      else work = { at: 'working' }
      lookAgain()
    },
    /** Looks at once: line, address, token or copies may have changed. */
    lookAgain,
    close(): void {
      isClosed = true
      endPause()
      stopFollowing()
      folder.close()
    },
  }
}

/**
 * `held_up`: the cashier goes first, or the line is down. `failed`: the code may be the cause. `busy`: the service is.
 * `stop`: a person has to act.
 */
type Meaning = 'missed' | 'held_up' | 'failed' | 'busy' | 'stop'

function meaningOf(fault: ShowFault | FaultOf<'lookup_superseded'>): Meaning {
  switch (fault.kind) {
    case 'lookup_superseded':
      return 'held_up'
    case 'not_found':
      // Any gateway answers 404 with a page of its own.
      return fault.undocumented ? 'failed' : 'missed'
    case 'not_connected':
      return 'busy'
    case 'no_answer':
    case 'other_record':
      return 'failed'
    case 'service_error':
    case 'strange_answer':
      return laterStatuses.includes(fault.httpStatus) || fault.httpStatus > 500 ? 'busy' : 'failed'
    case 'token_not_accepted':
    case 'not_set_up':
    case 'keychain_unavailable':
    case 'loopback_address':
    case 'address_by_policy':
      return 'stop'
    default:
      return unreachable(fault)
  }
}
