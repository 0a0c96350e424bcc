import type { Answer, ShownTransaction } from '../../shared/contract'
import { copyOutlives } from '../../shared/copy-outlives'
import type { Fault } from '../../shared/fault'
import { isMarker } from '../../shared/marker'
import type { AttemptView, PaymentStanding } from '../../shared/payment-standing'
import { isUndecided } from '../../shared/refund'
import { type CodeMatch, cleanCode } from '../../shared/scan-code'
import { testSlipCode } from '../../shared/test-slip'
import type { Transaction } from '../../shared/transaction'
import { draftOf } from '../refund/draft'
import { answerOf } from '../store/answer'
import {
  type CounterState,
  isRefundInFlight,
  type Lookup,
  pressesFromNow,
  shownAt,
} from '../store/counter-state'
import type { CounterActions, GetStore, SetStore, StoreDeps } from '../store/store-types'
import { announceFound, announceMissed } from '../words/counter'

/** Lookups and what follows from them. Only the newest lookup may ever paint (architecture.md, "Keys"). */
export function makeCounterActions(set: SetStore, get: GetStore, deps: StoreDeps): CounterActions {
  return {
    match: 'automatic',
    chooseMatch: (match) => set({ match }),
    lookUp: async (text, match) => {
      const marker = cleanCode(text).toUpperCase()
      if (isMarker(marker) && (await openOwnRefund(get, deps, marker))) return
      await lookUp(set, get, deps, { text, match, by: 'cashier' })
    },
    takeScan: async (text) => {
      if (isRefundInFlight(get().counter)) {
        deps.play('refused_scan')
        get().notify({ kind: 'scan_refused' })
        return
      }
      if (get().dialog !== null && get().dialogTyped) {
        deps.play('refused_scan')
        get().notify({ kind: 'scan_refused_dialog' })
        return
      }
      if (cleanCode(text) === testSlipCode) return get().notify({ kind: 'test_slip_read' })
      await get().lookUp(text, get().match)
    },
    scanCameLate: () => {
      deps.play('refused_scan')
      get().notify({ kind: 'scan_late' })
    },
    lookUpAgain: () => lookUpAgain(set, get, deps, 'cashier'),
    refreshCopy: async () => {
      await refreshCopy(set, get, deps)
      await askMissedAgain(set, get, deps)
    },
    tryAgain: () => tryAgain(set, get, deps),
    copyFound: (copy) => applySavedCopy(set, get, copy),
    copiesForgotten: () => {
      set({ copiesChanged: get().copiesChanged + 1 })
      const { counter } = get()
      if (shownAt(counter)?.source === 'saved') set({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
    },
    nextCustomer: () => {
      if (!isRefundInFlight(get().counter)) {
        set({
          counter: { at: 'scan' },
          savedCopy: { at: 'none' },
          notice: null,
          drawerOpen: false,
          keptDraft: null,
          formWish: null,
        })
      }
    },
    recentChanged: (recent) => set({ recent }),
    takeToday: (today) => set({ today }),
    attemptChanged: (attempt) => followAttempt(set, get, deps, attempt),
    entriesChanged: async () => {
      set({ attemptsChanged: get().attemptsChanged + 1 })
      const shown = shownAt(get().counter)
      if (shown !== null) await askStanding(get, deps, shown)
    },
    standingChanged: (standing) => followStanding(set, get, deps, standing),
  }
}

/** Who wants a lookup: the cashier, the cashier for a refund that is to be tried again, or the window itself. */
type Asked = {
  readonly text: string
  readonly match: CodeMatch
  readonly by: 'cashier' | 'retry' | 'itself'
}

/**
 * A refund no. from a slip opens that refund where this till knows it. True when there is nothing left to look up: it is
 * open, or the cashier has gone on meanwhile.
 */
async function openOwnRefund(get: GetStore, deps: StoreDeps, marker: string): Promise<boolean> {
  const { counter, place } = get()
  if (isRefundInFlight(counter)) return false
  const known = await answerOf(deps.api.call('activity:open', { marker }))
  if (get().counter !== counter || get().place !== place) return true
  if (known.ok) get().openAttempt(marker)
  return known.ok
}

async function lookUp(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  { text, match, by }: Asked,
): Promise<void> {
  if (isRefundInFlight(get().counter)) return
  const lookup: Lookup = { id: deps.makeLookupId(), code: cleanCode(text), match }
  if (by === 'itself') set({ ownLookup: lookup.id })
  // The next code is another customer's: what was chosen for this one is not meant for it.
  if (by === 'cashier') set({ formWish: null, match: 'automatic' })
  // What failed before was about something else; what this window asks by itself takes nothing away from a reader.
  if (by !== 'itself') set({ faults: [] })
  set({
    place: 'counter',
    setUp: null,
    counter: { at: 'looking', lookup },
    savedCopy: { at: 'none' },
    dialog: null,
    drawerOpen: false,
    notice: null,
  })
  const answer = await answerOf(ask(deps, lookup))
  // A newer scan, or Esc, took the counter over: this answer belongs to nobody.
  if (!isAwaited(get().counter, lookup)) return
  if (answer.ok) applyAnswer(set, get, answer.value)
  else applyFault(set, get, deps, lookup, answer.fault)
}

function ask(deps: StoreDeps, lookup: Lookup): Promise<Answer<'lookup:find'>> {
  const { id, code, match } = lookup
  if (code === '') return Promise.resolve({ ok: false, fault: { kind: 'code_empty' } })
  return deps.api.call('lookup:find', { lookup: id, code, match })
}

/** The code of what is on the counter, with the kind that found it; null where there is none. */
function codeAt(counter: CounterState): Omit<Asked, 'by'> | null {
  const shown = shownAt(counter)
  if (shown !== null) return { text: shown.code, match: shown.foundBy }
  if (counter.at === 'missed') return { text: counter.lookup.code, match: counter.lookup.match }
  if (counter.at !== 'outcome') return null
  const { kind, code } = counter.attempt.intent.foundBy
  return { text: code, match: kind }
}

async function lookUpAgain(set: SetStore, get: GetStore, deps: StoreDeps, by: Asked['by']): Promise<void> {
  const code = codeAt(get().counter)
  if (code !== null) await lookUp(set, get, deps, { ...code, by })
}

/** The line is back, and what was asked for while it was away is still wanted. */
async function askMissedAgain(set: SetStore, get: GetStore, deps: StoreDeps): Promise<void> {
  const { counter, place } = get()
  if (place !== 'counter' || counter.at !== 'missed' || counter.fault.kind !== 'not_connected') return
  await lookUpAgain(set, get, deps, 'itself')
}

/** The form opens with the answer (applyAnswer), also when the line is away first and the answer comes late. */
async function tryAgain(set: SetStore, get: GetStore, deps: StoreDeps): Promise<void> {
  const { counter, keptDraft } = get()
  if (counter.at !== 'stopped' && counter.at !== 'outcome') return
  const id = counter.at === 'stopped' ? counter.shown.record.id : counter.attempt.intent.id
  const typed = counter.at === 'stopped' ? counter.draft : draftOf(counter.attempt.intent)
  set({ formWish: id, keptDraft: keptDraft?.id === id ? keptDraft : { id, draft: typed } })
  await lookUpAgain(set, get, deps, 'retry')
}

function followAttempt(set: SetStore, get: GetStore, deps: StoreDeps, attempt: AttemptView): void {
  const { counter, attemptsChanged } = get()
  set({ attemptsChanged: attemptsChanged + 1 })
  if (counter.at === 'outcome' && counter.attempt.intent.marker === attempt.intent.marker) {
    const stands = counter.attempt.state === attempt.state
    set({ counter: outcomeSince(counter, attempt), ...(stands ? {} : { pressesFrom: pressesFromNow() }) })
  }
  if (counter.at === 'sending' && counter.shown.record.id === attempt.intent.id) {
    set({ counter: { ...counter, attempt } })
  }
  if (counter.at === 'receipt' && counter.shown.record.id === attempt.intent.id) {
    void followLock(set, get, deps, counter.shown, attempt)
  }
}

/** What the refund's own answer showed is old once the refund stands otherwise: then it is not shown next. */
function outcomeSince(before: Extract<CounterState, { at: 'outcome' }>, attempt: AttemptView): CounterState {
  const { state, alarms } = before.attempt
  const same = attempt.state === state && attempt.alarms.length === alarms.length
  return { ...before, attempt, shown: same ? before.shown : null }
}

/** The receipt on screen is locked at once; whether a lock goes is main's to say, for another may wait behind it. */
async function followLock(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  shown: ShownTransaction,
  attempt: AttemptView,
): Promise<void> {
  if (isUndecided(attempt.state)) {
    const holder = shown.lock?.kind === 'attempt' ? shown.lock.attempt.intent.marker : attempt.intent.marker
    if (shown.lock !== null && holder !== attempt.intent.marker) return
    set({ counter: { at: 'receipt', shown: { ...shown, lock: { kind: 'attempt', attempt } } } })
    return
  }
  if (shown.lock?.kind !== 'attempt' || shown.lock.attempt.intent.marker !== attempt.intent.marker) return
  await askStanding(get, deps, shown)
}

async function askStanding(get: GetStore, deps: StoreDeps, { lookup }: ShownTransaction): Promise<void> {
  const standing = await answerOf(deps.api.call('payment:standing', { lookup }))
  if (standing.ok && standing.value !== null) get().standingChanged(standing.value)
}

/** What keeps the payment on screen from being refunded, as main knows it now. */
function followStanding(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  { id, lock, stale }: PaymentStanding,
): void {
  const { counter, place } = get()
  const shown = shownAt(counter)
  if (shown === null || shown.record.id !== id || counter.at === 'sending') return
  const wasHeldUp = shown.lock !== null || shown.stale !== null
  if (counter.at === 'receipt' && wasHeldUp && lock === null && stale === null) {
    // It is over: what the paper says about the money is old now. A lookup would leave Activity or Settings, and
    // what is said there stays.
    if (place === 'counter') void lookUpAgain(set, get, deps, 'itself')
    else set({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
    return
  }
  if (counter.at !== 'receipt' && counter.at !== 'refund' && counter.at !== 'stopped') return
  set({ counter: { ...counter, shown: { ...shown, lock, stale } } })
}

/** Whether the answer to this lookup may still be shown: nothing newer has taken the counter over. */
export function isAwaited(counter: CounterState, lookup: Lookup): boolean {
  if (counter.at === 'looking') return counter.lookup.id === lookup.id
  return counter.at === 'receipt' && counter.shown.source === 'saved' && counter.shown.lookup === lookup.id
}

/** Says what is on the paper now, to those who do not see it. */
export function announceShown(get: GetStore, shown: ShownTransaction): void {
  get().announce(announceFound(shown, get().app, get().stores.names))
}

/**
 * Shows the saved copy of a lookup that is still being asked about; that of any other is nobody's. Main sends the copy before
 * it says that the line is down, but by two ways: on a busy PC the second may be here first, and the copy is to stay all
 * the same.
 */
export function applySavedCopy(set: SetStore, get: GetStore, copy: ShownTransaction): void {
  const { counter } = get()
  const overtaken = counter.at === 'missed' && copyOutlives(counter.fault)
  if ((counter.at !== 'looking' && !overtaken) || counter.lookup.id !== copy.lookup) return
  const { lookup } = counter
  set({ counter: { at: 'receipt', shown: copy }, savedCopy: { at: overtaken ? 'kept' : 'asking', lookup } })
  forgetOthers(set, get, copy)
  announceShown(get, copy)
}

/** Shows the service's answer, in the copy's place if that is what is on the paper. */
export function applyAnswer(set: SetStore, get: GetStore, shown: ShownTransaction): void {
  const { counter, savedCopy } = get()
  const before = counter.at === 'receipt' ? counter.shown.record : null
  const replaces = before !== null && before.id === shown.record.id
  set({
    counter: { at: 'receipt', shown },
    savedCopy: replaces ? { at: 'replaced', before } : { at: 'none' },
  })
  forgetOthers(set, get, shown)
  announceShown(get, shown)
  const wanted = savedCopy.at === 'asking' && savedCopy.refundWanted === true
  const seen = wanted && before !== null && isSameForRefund(before, shown.record)
  // What is tried again was confirmed before, and is confirmed once more on the form, whatever has changed.
  if (seen || get().formWish === shown.record.id) get().startRefund()
}

/** What was filled in for another payment ends with this receipt. */
function forgetOthers(set: SetStore, get: GetStore, { record }: ShownTransaction): void {
  const { keptDraft, formWish } = get()
  set({
    keptDraft: keptDraft?.id === record.id ? keptDraft : null,
    formWish: formWish === record.id ? formWish : null,
  })
}

/** Whether the cashier, who pressed Refund on the copy, saw what the service says now. */
function isSameForRefund(before: Transaction, after: Transaction): boolean {
  return (
    before.id === after.id &&
    before.status === after.status &&
    before.currency === after.currency &&
    before.amount === after.amount &&
    before.refunded === after.refunded
  )
}

/** Shows why there is no answer; a saved copy stays when it was the line or the service that failed. */
export function applyFault(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  lookup: Lookup,
  fault: Fault,
): void {
  if (get().counter.at === 'receipt' && copyOutlives(fault)) {
    set({ savedCopy: { at: 'kept', lookup } })
    return
  }
  deps.play('refused_scan')
  set({ counter: { at: 'missed', lookup, fault }, savedCopy: { at: 'none' } })
  get().announce(announceMissed(fault))
}

/** The line is back: asks about the copy on the paper again, which stays there until the answer comes. */
export async function refreshCopy(set: SetStore, get: GetStore, deps: StoreDeps): Promise<void> {
  const { counter, savedCopy: copy } = get()
  if (counter.at !== 'receipt' || copy.at !== 'kept') return
  const lookup: Lookup = { ...copy.lookup, id: deps.makeLookupId() }
  const { id, code, match } = lookup
  set({ savedCopy: { at: 'asking', lookup }, ownLookup: id })
  const answer = await answerOf(deps.api.call('lookup:find', { lookup: id, code, match }))
  const { counter: now, savedCopy: waiting } = get()
  // By the lookup, not by the receipt: its lock may have come or gone meanwhile.
  if (now.at !== 'receipt' || waiting.at !== 'asking' || waiting.lookup.id !== id) return
  if (answer.ok) applyAnswer(set, get, answer.value)
  else applyFault(set, get, deps, lookup, answer.fault)
}
