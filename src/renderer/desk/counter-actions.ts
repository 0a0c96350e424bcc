import type { Attempt } from '../../shared/attempt'
import type { Answer, ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { type CodeMatch, cleanCode } from '../../shared/scan-code'
import { answerOf } from './answer'
import { copyOutlives, isAwaited, paintAnswer, paintFault, paintSavedCopy, refreshCopy } from './copy-actions'
import { type CounterPlace, isHeld, type Lookup, shownAt } from './counter-place'
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
  /** The line is back: a saved copy on the paper is asked about anew, and stays there meanwhile. */
  readonly refreshCopy: () => Promise<void>
  /** The saved copies are gone: one on the paper goes too, and so does the list that rests on them. */
  readonly copiesForgotten: () => Promise<void>
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
    refreshCopy: () => refreshCopy(set, get, ports, () => takeNumber(numbers)),
    copiesForgotten: async () => {
      const { counter } = get()
      if (shownAt(counter)?.source === 'saved') set({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
      await get().refreshRecent()
    },
    nextCustomer: () => {
      if (!isHeld(get().counter)) {
        set({ counter: { at: 'scan' }, savedCopy: { at: 'none' }, notice: null, drawerOpen: false })
      }
    },
    refreshRecent: async () => {
      const recent = await answerOf(ports.api.recentTransactions())
      if (recent.ok) set({ recent: recent.value })
    },
    attemptChanged: (attempt) => followAttempt(set, get, attempt),
  }
}

function takeNumber(numbers: Numbers): number {
  numbers.next += 1
  return numbers.next - 1
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
  const lookup: Lookup = { number: takeNumber(numbers), code: cleanCode(text), match }
  set({
    place: 'counter',
    counter: { at: 'looking', lookup },
    savedCopy: { at: 'none' },
    dialog: null,
    drawerOpen: false,
    notice: null,
  })
  const asked = answerOf(ask(ports, lookup))
  // Behind the call on the service, so that main knows which lookup it is for.
  const copied = paintSavedCopy(set, get, ports, lookup)
  const answer = await asked
  // A dead line can be told sooner than a copy is read.
  if (!answer.ok && copyOutlives(answer.fault)) await copied
  // A newer scan, or Esc, took the counter over: this answer belongs to nobody.
  if (!isAwaited(get().counter, lookup)) return
  if (answer.ok) {
    paintAnswer(set, get, answer.value)
  } else {
    await keepNumbers(ports, numbers, answer.fault)
    if (isAwaited(get().counter, lookup)) paintFault(set, get, ports, lookup, answer.fault)
  }
  await get().refreshRecent()
}

/** Main refuses a number that is not above its last: then it is asked where to go on. */
async function keepNumbers(ports: DeskPorts, numbers: Numbers, fault: Fault): Promise<void> {
  if (fault.kind !== 'lookup_superseded') return
  const next = await answerOf(ports.api.nextLookupNumber())
  if (next.ok) numbers.next = Math.max(numbers.next, next.value)
}

function ask(ports: DeskPorts, lookup: Lookup): Promise<Answer<'lookup:find'>> {
  const { number, code, match } = lookup
  if (code === '') return Promise.resolve({ ok: false, fault: { kind: 'code_empty' } })
  return ports.api.findTransaction({ lookup: number, code, match })
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
    set({ counter: outcomeSince(counter, attempt) })
  }
  if (counter.at === 'sending' && counter.shown.record.id === attempt.intent.id) {
    set({ counter: { ...counter, attempt } })
  }
  if (counter.at === 'receipt' && counter.shown.record.id === attempt.intent.id) {
    followLock(set, get, counter.shown, attempt)
  }
  void get().refreshRecent()
}

/** What the refund's own answer showed is old once the refund stands otherwise: then it is not shown next. */
function outcomeSince(before: Extract<CounterPlace, { at: 'outcome' }>, attempt: Attempt): CounterPlace {
  const same = attempt.state === before.attempt.state && attempt.alarm === before.attempt.alarm
  return { ...before, attempt, shown: same ? before.shown : null }
}

/** The receipt on screen has a lock that came, moved or went. */
function followLock(set: SetDesk, get: GetDesk, shown: ShownTransaction, attempt: Attempt): void {
  if (isUndecided(attempt.state)) {
    set({ counter: { at: 'receipt', shown: { ...shown, locked: attempt } } })
    return
  }
  if (shown.locked?.intent.marker !== attempt.intent.marker) return
  // Decided: what the paper says about the money is old now. A lookup would leave Activity or Settings.
  if (get().place === 'counter') void get().lookAgain()
  else get().nextCustomer()
}
