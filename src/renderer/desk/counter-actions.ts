import type { Attempt } from '../../shared/attempt'
import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import type { Result } from '../../shared/result'
import { type CodeMatch, cleanCode } from '../../shared/scan-code'
import { sayFound, sayMissed } from '../words/announcement-words'
import { answerOf } from './answer'
import { isHeld, type Lookup, shownAt } from './counter-place'
import type { DeskPorts, GetDesk, SetDesk } from './desk-store'

export type CounterActions = {
  /** What the cashier chose under Match; it stays until changed. */
  readonly match: CodeMatch
  readonly chooseMatch: (match: CodeMatch) => void
  /** Scanned, typed, pasted or picked: withdraws what is on the paper and asks main. */
  readonly lookUp: (text: string, match: CodeMatch) => Promise<void>
  /** A scan from anywhere: a lookup, unless a refund is being sent. */
  readonly takeScan: (text: string) => Promise<void>
  /** The same code again, at the service. */
  readonly lookAgain: () => Promise<void>
  readonly nextCustomer: () => void
  readonly refreshRecent: () => Promise<void>
  /** An attempt changed in main: locks, outcomes and lists follow. */
  readonly attemptChanged: (attempt: Attempt) => void
}

type Numbers = { next: number }

/** Lookups and what follows from them. Only the newest lookup may ever paint (design.md, Keys). */
export function makeCounterActions(
  set: SetDesk,
  get: GetDesk,
  ports: DeskPorts,
  nextLookup: number,
): CounterActions {
  const numbers: Numbers = { next: nextLookup }
  return {
    match: 'automatic',
    chooseMatch: (match) => set({ match }),
    lookUp: (text, match) => lookUp(set, get, ports, numbers, text, match),
    takeScan: async (text) => {
      if (isHeld(get().counter)) {
        ports.beep()
        set({ notice: { kind: 'scan_refused' } })
        return
      }
      await get().lookUp(text, get().match)
    },
    lookAgain: () => lookAgain(get),
    nextCustomer: () => {
      if (!isHeld(get().counter)) set({ counter: { at: 'scan' }, notice: null })
    },
    refreshRecent: async () => {
      const recent = await answerOf(ports.api.recentTransactions())
      if (recent.ok) set({ recent: recent.value })
    },
    attemptChanged: (attempt) => followAttempt(set, get, attempt),
  }
}

async function lookUp(
  set: SetDesk,
  get: GetDesk,
  ports: DeskPorts,
  numbers: Numbers,
  text: string,
  match: CodeMatch,
): Promise<void> {
  if (isHeld(get().counter)) return
  const lookup: Lookup = { number: numbers.next, code: cleanCode(text), match }
  numbers.next += 1
  set({ place: 'counter', counter: { at: 'looking', lookup }, dialog: null, drawerOpen: false, notice: null })
  const answer = await answerOf(ask(ports, lookup))
  const { counter } = get()
  // A newer scan, or Esc, took the counter over: this answer belongs to nobody.
  if (counter.at !== 'looking' || counter.lookup.number !== lookup.number) return
  if (answer.ok) {
    set({ counter: { at: 'receipt', shown: answer.value } })
    get().say(sayFound(answer.value))
  } else {
    await keepNumbers(ports, numbers, answer.fault)
    ports.beep()
    set({ counter: { at: 'missed', lookup, fault: answer.fault } })
    get().say(sayMissed(answer.fault))
  }
  await get().refreshRecent()
}

/** Main refuses a number that is not above its last: then it is asked where to go on. */
async function keepNumbers(ports: DeskPorts, numbers: Numbers, fault: Fault): Promise<void> {
  if (fault.kind !== 'lookup_superseded') return
  const next = await answerOf(ports.api.nextLookupNumber())
  if (next.ok) numbers.next = Math.max(numbers.next, next.value)
}

function ask(ports: DeskPorts, lookup: Lookup): Promise<Result<ShownTransaction, Fault>> {
  if (lookup.code === '') return Promise.resolve({ ok: false, fault: { kind: 'code_empty' } })
  return ports.api.findTransaction({ lookup: lookup.number, code: lookup.code, match: lookup.match })
}

async function lookAgain(get: GetDesk): Promise<void> {
  const { counter } = get()
  const shown = shownAt(counter)
  if (shown !== null) return get().lookUp(shown.code, shown.foundBy)
  if (counter.at === 'missed') return get().lookUp(counter.lookup.code, counter.lookup.match)
  if (counter.at !== 'outcome') return
  const { kind, code } = counter.attempt.intent.foundBy
  return get().lookUp(code, kind)
}

function followAttempt(set: SetDesk, get: GetDesk, attempt: Attempt): void {
  const { counter, attemptsChanged } = get()
  set({ attemptsChanged: attemptsChanged + 1 })
  if (counter.at === 'outcome' && counter.attempt.intent.marker === attempt.intent.marker) {
    set({ counter: { at: 'outcome', attempt } })
  }
  if (counter.at === 'sending' && counter.shown.record.id === attempt.intent.id) {
    set({ counter: { ...counter, attempt } })
  }
  if (counter.at === 'receipt' && counter.shown.record.id === attempt.intent.id) {
    followLock(set, get, counter.shown, attempt)
  }
  void get().refreshRecent()
}

/** The receipt on screen has a lock that came, moved or went. */
function followLock(set: SetDesk, get: GetDesk, shown: ShownTransaction, attempt: Attempt): void {
  if (isUndecided(attempt.state)) {
    set({ counter: { at: 'receipt', shown: { ...shown, locked: attempt } } })
    return
  }
  // Decided: what the paper says about the money is old now.
  if (shown.locked?.intent.marker === attempt.intent.marker) void get().lookAgain()
}
