import type { Fault } from '../../shared/fault'
import type { OutageWork } from '../../shared/outage'
import { type Result, unreachable } from '../../shared/result'
import { type CodeKind, kindsToTry } from '../../shared/scan-code'
import type { CodeEnd } from '../copies/queue-rows'
import type { FreshShow, ShowFault, ShowReply, TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import { makeTurns } from '../system/signal'
import { advance, type CallEnd, type FetchEvent, type FetchState, idle, workOf } from './fetch-state'
import type { NextFetch, PrefetchQueue } from './prefetch-queue'

type Deps = {
  readonly codes: Pick<PrefetchQueue, 'next' | 'settle' | 'putOff'>
  readonly payments: TransactionReader
  /** Given every show that was fetched, like that of any lookup. */
  readonly observe: (show: FreshShow) => void
  readonly clock: Clock
  readonly isOffline: () => boolean
  readonly cashierAtWork: () => boolean
  /** What `work` answers, or a code, may have changed. */
  readonly changed: () => void
  readonly log: (line: string) => void
}

export type Fetcher = {
  readonly tell: (event: Exclude<FetchEvent, { kind: 'rested' | 'answered' | 'ran_out' }>) => void
  /** @param waiting how many codes still wait, to tell how long they take. */
  readonly work: (waiting: number) => OutageWork
  /** From here on nothing is asked; an answer that is still to come is not noted. */
  readonly close: () => void
}

/** The code that is being asked for, and what has been tried so far. */
type Job = { readonly queued: NextFetch; readonly kinds: readonly CodeKind[]; readonly tries: number }

/** A copy this young, and younger than the list, need not be fetched again, in milliseconds. */
const fresh = 12 * 60 * 60 * 1000
/** Failures in a row at one code after which another code's turn comes. */
const mostTries = 4
/** Answers in a row that are no records, to one code each, after which it is the service that is at fault. */
const mostNonAnswers = 5

/** Fetches the queued codes, one call at a time, as gently as fetch-state.ts says. */
export function makeFetcher(deps: Deps): Fetcher {
  const { clock, changed, log } = deps
  const pace = makeFetchPace(clock.now)
  const asker = makeAsker(deps, () => pace.settled())
  let state: FetchState = idle
  let callOff: () => void = () => undefined
  const turns = makeTurns()
  let turn = 0
  /** Counts what was told, to notice what comes while the queue is read. */
  let told = 0
  let closed = false

  function move(event: FetchEvent): void {
    const next = closed ? state : advance(state, event)
    if (next === state) return
    callOff()
    state = next
    if (workOf(state, null).at !== 'working') pace.interrupted()
    if (state.at === 'resting') callOff = clock.after(state.milliseconds, () => move({ kind: 'rested' }))
    if (state.at === 'asking') {
      turn += 1
      const mine = turn
      turns.inTurn(() => take(mine)).catch(bug)
    }
    changed()
  }

  /** A turn that was interrupted before it came is none; one that ends late does not set the pace. */
  async function take(mine: number): Promise<void> {
    const isMine = () => !closed && state.at === 'asking' && mine === turn
    if (!isMine()) return
    const heard = told
    const end = await asker.ask(isMine, () => closed).catch(bug)
    if (!isMine()) return
    if (end !== null) {
      const around = { offline: deps.isOffline(), cashierAtWork: deps.cashierAtWork() }
      move({ kind: 'answered', end, around })
      return
    }
    move({ kind: 'ran_out' })
    // A list may have come just after the queue was seen empty.
    if (told !== heard) move({ kind: 'queued' })
  }

  /** Neither a broken disk nor a mistake of ours may leave the rest of the codes waiting for ever. */
  function bug(error: unknown): CallEnd {
    log(`queued codes: ${String(error)}`)
    return { kind: 'failed' }
  }

  return {
    tell(event) {
      told += 1
      // Other credentials have another queue.
      if (event.kind === 'stopped' || event.kind === 'set_up_anew') asker.drop()
      move(event)
    },
    work: (waiting) => workOf(state, pace.secondsFor(waiting)),
    close() {
      closed = true
      callOff()
    },
  }
}

/** Asks for one code after the other. */
function makeAsker(deps: Deps, settled: () => void) {
  const { codes, payments, observe, clock } = deps
  let job: Job | null = null
  let nonAnswers: readonly NextFetch[] = []

  /** A disk that takes no notes would make us ask for one code over and over: that is waited out like a failure. */
  async function end(current: Job, how: CodeEnd, took = 0): Promise<CallEnd> {
    if (job === current) job = null
    if (!(await codes.settle(current.queued, how))) return { kind: 'failed' }
    settled()
    return { kind: 'told', took }
  }

  async function putOff(queued: readonly NextFetch[]): Promise<void> {
    job = null
    await codes.putOff(queued)
  }

  async function missed(current: Job, took: number): Promise<CallEnd> {
    const kinds = current.kinds.slice(1)
    if (kinds.length === 0) return end(current, 'not_found', took)
    if (job === current) job = { ...current, kinds, tries: 0 }
    return { kind: 'told', took }
  }

  /** One code alone can bring the service into trouble each time: then the others come first. */
  async function failed(current: Job, mayBeCode: boolean): Promise<void> {
    const tries = current.tries + (mayBeCode ? 1 : 0)
    if (tries < mostTries) {
      if (job === current) job = { ...current, tries }
    } else if (current.queued.deferrals === 0) await putOff([current.queued])
    else await end(current, 'unread')
  }

  /** Answers without a record, to one code after the other, are no code's fault: they are all asked for again. */
  async function refusedRecord(current: Job, fault: Fault, took: number): Promise<CallEnd> {
    const ended = await end(current, 'unread', took)
    if (current.queued.deferrals > 0) return ended
    nonAnswers = [...nonAnswers, current.queued]
    if (nonAnswers.length < mostNonAnswers) return ended
    await putOff(nonAnswers)
    nonAnswers = []
    return { kind: 'refused', fault }
  }

  async function call(current: Job, kind: CodeKind, isClosed: () => boolean): Promise<CallEnd> {
    const began = clock.now()
    const outcome = outcomeOf(await payments.show({ kind, code: current.queued.code }))
    const took = clock.now() - began
    if (isClosed()) return { kind: 'told', took }
    if (outcome.kind === 'found' || outcome.kind === 'missed') nonAnswers = []
    switch (outcome.kind) {
      case 'found':
        observe(outcome.reply)
        return end(current, 'found', took)
      case 'missed':
        return missed(current, took)
      case 'failed':
        await failed(current, outcome.mayBeCode)
        return { kind: 'failed' }
      case 'non_answer':
        return refusedRecord(current, outcome.fault, took)
      case 'refused':
        return outcome
      default:
        return unreachable(outcome)
    }
  }

  async function nextJob(): Promise<Job | null> {
    const queued = await codes.next()
    return queued && { queued, kinds: kindsToTry(queued.code, queued.match), tries: 0 }
  }

  return {
    /** One step for the code whose turn it is; null when none waits. */
    async ask(isMine: () => boolean, isClosed: () => boolean): Promise<CallEnd | null> {
      job ??= await nextJob()
      if (job === null) return null
      const { queued, kinds } = job
      const [kind] = kinds
      // Interrupted while the queue was read: nothing is asked.
      if (!isMine()) return { kind: 'told', took: 0 }
      if (isFresh(queued, clock.now())) return end(job, 'saved')
      if (kind === undefined) return end(job, 'not_found')
      return call(job, kind, isClosed)
    },
    drop() {
      job = null
      nonAnswers = []
    },
  }
}

/** Whether what is saved was fetched after the list was made, and not long ago. */
function isFresh({ savedAt, madeAt }: NextFetch, now: number): boolean {
  return savedAt !== null && savedAt >= madeAt && now - savedAt < fresh
}

/** What a show says about a queued code. */
export type ShowOutcome =
  | { readonly kind: 'found'; readonly reply: ShowReply }
  /** No such record under this kind of code. */
  | { readonly kind: 'missed' }
  /** Says nothing about the code. `mayBeCode`: a single code can bring it about again and again. */
  | { readonly kind: 'failed'; readonly mayBeCode: boolean }
  /** An answer that is no record: the code's own trouble, unless it comes for every code. */
  | { readonly kind: 'non_answer'; readonly fault: Fault }
  | { readonly kind: 'refused'; readonly fault: Fault }

/** Request timeout, too early, too many requests, and what gateways say of a service behind them. */
const passing = new Set([408, 425, 429])

/** Sorts a show's reply; never takes the service's own trouble for a miss. */
export function outcomeOf(reply: Result<ShowReply, ShowFault>): ShowOutcome {
  if (reply.ok) return { kind: 'found', reply: reply.value }
  const { fault } = reply
  switch (fault.kind) {
    case 'not_found':
      return { kind: 'missed' }
    case 'not_connected':
      return { kind: 'failed', mayBeCode: false }
    case 'no_answer':
      return { kind: 'failed', mayBeCode: true }
    case 'service_error':
    case 'strange_answer':
      if (passing.has(fault.httpStatus)) return { kind: 'failed', mayBeCode: false }
      // 500 is the one error that the interface shows (§7), so one code alone may bring it.
      if (fault.httpStatus >= 500) return { kind: 'failed', mayBeCode: fault.httpStatus === 500 }
      return { kind: 'non_answer', fault }
    case 'other_record':
      return { kind: 'non_answer', fault }
    case 'token_not_accepted':
    case 'not_set_up':
    case 'keychain_unavailable':
    case 'loopback_address':
    case 'address_by_policy':
      return { kind: 'refused', fault }
    default:
      return unreachable(fault)
  }
}

export type FetchPace = {
  /** A code has been settled. */
  readonly settled: () => void
  /** Time that passes from here to the next code says nothing about the pace. */
  readonly interrupted: () => void
  /** Whole seconds for so many codes more; null until it can be told. */
  readonly secondsFor: (codes: number) => number | null
}

const enough = 10
/** How much of the pace is the newest code's. */
const weight = 0.1

/** How long a code takes, rests and all, from those that were settled without an interruption. */
export function makeFetchPace(now: () => number): FetchPace {
  let last: number | null = null
  let known = 0
  let average = 0
  return {
    settled() {
      const at = now()
      // A clock that is set back tells nothing.
      if (last !== null && at >= last) {
        const share = Math.max(weight, 1 / (known + 1))
        average += (at - last - average) * share
        known += 1
      }
      last = at
    },
    interrupted() {
      last = null
    },
    secondsFor: (codes) => (known < enough ? null : Math.ceil((codes * average) / 1000)),
  }
}
