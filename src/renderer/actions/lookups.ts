import { isMarker } from '../../shared/attempt/marker'
import type { AttemptView, PaymentStanding } from '../../shared/attempt/payment-standing'
import type { Answer, ShownTransaction } from '../../shared/contract/contract'
import { testSlipCode } from '../../shared/contract/set-up'
import type { Fault } from '../../shared/fault'
import { copyOutlives } from '../../shared/lookup/copy-outlives'
import { type CodeMatch, cleanCode } from '../../shared/payment/scan-code'
import type { Transaction } from '../../shared/payment/transaction'
import { isUndecided } from '../../shared/refund/refund'
import {
  type CounterAt,
  type CounterState,
  heldBack,
  isRefundInFlight,
  type Lookup,
  pressesFromNow,
  shownAt,
} from '../store/counter-state'
import { draftOf } from '../store/draft'
import { call } from '../store/main'
import { announce, notify, play, store } from '../store/store'
import { announceMissed } from '../words/counter'
import { openAttempt } from './navigation'
import { mayBeBadge, takeBadge } from './people'
import { announceShown, startRefund } from './refunds'

/** Scanned, typed, pasted or picked: withdraws what is on the paper and asks main. */
export async function lookUp(text: string, match: CodeMatch, typed = true): Promise<void> {
  const marker = cleanCode(text).toUpperCase()
  if (isMarker(marker) && (await openOwnRefund(marker))) return
  await askFor({ text, match, typed, by: 'cashier' })
}

/** A scan from anywhere: a badge, or a code. */
export async function takeScan(text: string): Promise<void> {
  // Nothing is waited for where nobody has a badge.
  if (mayBeBadge() && (await takeBadge(text))) return
  await takeCode(text)
}

/** Looks up a code that nobody typed into the field, unless the till is locked, a refund is being sent or a dialog is being filled in. */
export async function takeCode(text: string, typed = false): Promise<void> {
  const { app, counter, dialog, dialogTyped, match } = store.getState()
  if (app.people.locked) {
    play('refused_scan')
    return notify({ kind: 'sign_in_first' })
  }
  const inFlight = isRefundInFlight(counter)
  if (inFlight || (dialog !== null && dialogTyped)) {
    play('refused_scan')
    return notify({ kind: inFlight ? 'scan_refused' : 'scan_refused_dialog' })
  }
  if (cleanCode(text) === testSlipCode) return notify({ kind: 'test_slip_read' })
  await lookUp(text, match, typed)
}

/** A scan whose Enter came too late to be taken as one: said, and scanned again. */
export function scanCameLate(): void {
  play('refused_scan')
  notify({ kind: 'scan_late' })
}

/** The saved copies are gone: one on the paper goes too. */
export function copiesForgotten(): void {
  const { counter, copiesChanged } = store.getState()
  store.setState({ copiesChanged: copiesChanged + 1 })
  if (shownAt(counter)?.source === 'saved')
    store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
}

export function nextCustomer(): void {
  if (isRefundInFlight(store.getState().counter)) return
  store.setState({
    counter: { at: 'scan' },
    savedCopy: { at: 'none' },
    notice: null,
    drawerOpen: false,
    keptForm: null,
  })
}

/** A person changed something that is no attempt: Activity and the receipt on screen are read again. */
export async function entriesChanged(): Promise<void> {
  const { attemptsChanged, counter } = store.getState()
  store.setState({ attemptsChanged: attemptsChanged + 1 })
  const shown = shownAt(counter)
  if (shown !== null) await askStanding(shown)
}

/** Who wants a lookup: the cashier, the cashier for a refund that is to be tried again, or the window itself. */
type Asked = {
  readonly text: string
  readonly match: CodeMatch
  readonly typed: boolean
  readonly by: 'cashier' | 'retry' | 'itself'
}

/**
 * A refund no. from a slip opens that refund where this till knows it. True when there is nothing left to look up: it is
 * open, or the cashier has gone on meanwhile.
 */
async function openOwnRefund(marker: string): Promise<boolean> {
  const { counter, place } = store.getState()
  if (isRefundInFlight(counter)) return false
  const known = await call('activity:open', { marker })
  if (store.getState().counter !== counter || store.getState().place !== place) return true
  if (known.ok) openAttempt(marker)
  return known.ok
}

async function askFor({ text, match, typed, by }: Asked): Promise<void> {
  if (isRefundInFlight(store.getState().counter)) return
  const lookup: Lookup = { id: crypto.randomUUID(), code: cleanCode(text), match, typed }
  if (by === 'itself') store.setState({ backgroundLookup: lookup.id })
  // The next code is another customer's: what was chosen for this one is not meant for it.
  if (by === 'cashier') store.setState({ keptForm: heldBack(store.getState().keptForm), match: 'automatic' })
  // What failed before was about something else; what this window asks by itself takes nothing away from a reader.
  if (by !== 'itself') store.setState({ faults: [] })
  store.setState({
    place: 'counter',
    setUp: null,
    counter: { at: 'looking', lookup },
    savedCopy: { at: 'none' },
    dialog: null,
    drawerOpen: false,
    notice: null,
  })
  const answer = await ask(lookup)
  // A newer scan, or Esc, took the counter over: this answer belongs to nobody.
  if (!isCurrent(store.getState().counter, lookup)) return
  if (answer.ok) applyAnswer(answer.value)
  else applyFault(lookup, answer.fault)
}

function ask(lookup: Lookup): Promise<Answer<'lookup:find'>> {
  const { id, code, match, typed } = lookup
  if (code === '') return Promise.resolve({ ok: false, fault: { kind: 'code_empty' } })
  return call('lookup:find', { lookup: id, code, match, typed })
}

/** The code of what is on the counter, with the kind that found it; null where there is none. */
function codeAt(counter: CounterState): Omit<Asked, 'by'> | null {
  const shown = shownAt(counter)
  if (shown !== null) return { text: shown.code, match: shown.foundBy, typed: shown.typed }
  if (counter.at === 'missed') {
    const { code, match, typed } = counter.lookup
    return { text: code, match, typed }
  }
  if (counter.at !== 'outcome') return null
  const { foundBy, typed } = counter.attempt.intent
  return { text: foundBy.code, match: foundBy.kind, typed }
}

export async function lookUpAgain(by: Asked['by'] = 'cashier'): Promise<void> {
  const code = codeAt(store.getState().counter)
  if (code !== null) await askFor({ ...code, by })
}

/** The line is back, and what was asked for while it was away is still wanted. */
export async function askMissedAgain(): Promise<void> {
  const { counter, place } = store.getState()
  if (place !== 'counter' || counter.at !== 'missed' || counter.fault.kind !== 'not_connected') return
  await lookUpAgain('itself')
}

/** The form opens with the answer (applyAnswer), also when the line is away first and the answer comes late. */
export async function tryAgain(): Promise<void> {
  const { counter, keptForm } = store.getState()
  if (counter.at !== 'stopped' && counter.at !== 'outcome') return
  const id = counter.at === 'stopped' ? counter.shown.record.id : counter.attempt.intent.id
  const typed = counter.at === 'stopped' ? counter.draft : draftOf(counter.attempt.intent)
  const kept = keptForm?.id === id ? keptForm : { id, draft: typed }
  store.setState({ keptForm: { ...kept, reopens: true } })
  await lookUpAgain('retry')
}

export function attemptChanged(attempt: AttemptView): void {
  const { counter, attemptsChanged } = store.getState()
  store.setState({ attemptsChanged: attemptsChanged + 1 })
  if (counter.at === 'outcome' && counter.attempt.intent.marker === attempt.intent.marker) {
    const stands = counter.attempt.state === attempt.state
    store.setState({
      counter: outcomeSince(counter, attempt),
      ...(stands ? {} : { pressesFrom: pressesFromNow() }),
    })
  }
  if (counter.at === 'sending' && counter.shown.record.id === attempt.intent.id) {
    store.setState({ counter: { ...counter, attempt } })
  }
  if (counter.at === 'receipt' && counter.shown.record.id === attempt.intent.id) {
    void followLock(counter.shown, attempt)
  }
}

/** What the refund's own answer showed is old once the refund stands otherwise: then it is not shown next. */
function outcomeSince(before: CounterAt<'outcome'>, attempt: AttemptView): CounterState {
  const { state, alarms } = before.attempt
  const same = attempt.state === state && attempt.alarms.length === alarms.length
  return { ...before, attempt, shown: same ? before.shown : null }
}

/** The receipt on screen is locked at once; whether a lock goes is main's to say, for another may wait behind it. */
async function followLock(shown: ShownTransaction, attempt: AttemptView): Promise<void> {
  if (isUndecided(attempt.state)) {
    const holder = shown.lock?.kind === 'attempt' ? shown.lock.attempt.intent.marker : attempt.intent.marker
    if (shown.lock !== null && holder !== attempt.intent.marker) return
    store.setState({ counter: { at: 'receipt', shown: { ...shown, lock: { kind: 'attempt', attempt } } } })
    return
  }
  if (shown.lock?.kind !== 'attempt' || shown.lock.attempt.intent.marker !== attempt.intent.marker) return
  await askStanding(shown)
}

async function askStanding({ lookup }: ShownTransaction): Promise<void> {
  const standing = await call('payment:standing', { lookup })
  if (standing.ok && standing.value !== null) standingChanged(standing.value)
}

/** What keeps the payment on screen from being refunded, as main knows it now. */
export function standingChanged({ id, lock, stale }: PaymentStanding): void {
  const { counter, place } = store.getState()
  const shown = shownAt(counter)
  if (shown === null || shown.record.id !== id || counter.at === 'sending') return
  const wasHeldUp = shown.lock !== null || shown.stale !== null
  if (counter.at === 'receipt' && wasHeldUp && lock === null && stale === null) {
    // It is over: what the paper says about the money is old now. A lookup would leave Activity or Settings, and
    // what is said there stays.
    if (place === 'counter') void lookUpAgain('itself')
    else store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
    return
  }
  if (counter.at !== 'receipt' && counter.at !== 'refund' && counter.at !== 'stopped') return
  store.setState({ counter: { ...counter, shown: { ...shown, lock, stale } } })
}

/** Whether the answer to this lookup may still be shown: nothing newer has taken the counter over. */
function isCurrent(counter: CounterState, lookup: Lookup): boolean {
  if (counter.at === 'looking') return counter.lookup.id === lookup.id
  return counter.at === 'receipt' && counter.shown.source === 'saved' && counter.shown.lookup === lookup.id
}

/**
 * Shows the saved copy of a lookup that is still being asked about; that of any other is nobody's. Main sends the copy before
 * it says that the line is down, but by two ways: on a busy PC the second may be here first, and the copy is to stay all
 * the same.
 */
export function copyFound(copy: ShownTransaction): void {
  const { counter } = store.getState()
  const overtaken = counter.at === 'missed' && copyOutlives(counter.fault)
  if ((counter.at !== 'looking' && !overtaken) || counter.lookup.id !== copy.lookup) return
  const { lookup } = counter
  store.setState({
    counter: { at: 'receipt', shown: copy },
    savedCopy: { at: overtaken ? 'kept' : 'asking', lookup },
  })
  forgetOthers(copy)
  announceShown(copy)
}

/** Shows the service's answer, in the copy's place if that is what is on the paper. */
function applyAnswer(shown: ShownTransaction): void {
  const { counter, savedCopy } = store.getState()
  const before = counter.at === 'receipt' ? counter.shown.record : null
  const replaces = before !== null && before.id === shown.record.id
  store.setState({
    counter: { at: 'receipt', shown },
    savedCopy: replaces ? { at: 'replaced', before } : { at: 'none' },
  })
  forgetOthers(shown)
  announceShown(shown)
  const wanted = savedCopy.at === 'asking' && savedCopy.refundWanted === true
  const seen = wanted && before !== null && isSameForRefund(before, shown.record)
  // What is tried again was confirmed before, and is confirmed once more on the form, whatever has changed.
  // What was filled in for another payment has ended with this receipt.
  if (seen || store.getState().keptForm?.reopens) startRefund()
}

/** What was filled in for another payment ends with this receipt. */
function forgetOthers({ record }: ShownTransaction): void {
  if (store.getState().keptForm?.id !== record.id) store.setState({ keptForm: null })
}

/** Whether the cashier, who pressed Refund on the copy, saw what the service says now. */
function isSameForRefund(before: Transaction, after: Transaction): boolean {
  const seen = ['id', 'status', 'currency', 'amount', 'refunded'] as const
  return seen.every((field) => before[field] === after[field])
}

/** Shows why there is no answer; a saved copy stays when it was the line or the service that failed. */
function applyFault(lookup: Lookup, fault: Fault): void {
  if (store.getState().counter.at === 'receipt' && copyOutlives(fault)) {
    store.setState({ savedCopy: { at: 'kept', lookup } })
    return
  }
  play('refused_scan')
  // Nobody reads a badge off the counter.
  if (fault.kind === 'code_is_badge') {
    store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
    notify({ kind: 'fault', fault })
    return
  }
  store.setState({ counter: { at: 'missed', lookup, fault }, savedCopy: { at: 'none' } })
  announce(announceMissed(fault))
}

/** The line is back: asks about the copy on the paper again, which stays there until the answer comes. */
export async function refreshCopy(): Promise<void> {
  const { counter, savedCopy: copy } = store.getState()
  if (counter.at !== 'receipt' || copy.at !== 'kept') return
  const lookup: Lookup = { ...copy.lookup, id: crypto.randomUUID() }
  store.setState({ savedCopy: { at: 'asking', lookup }, backgroundLookup: lookup.id })
  const answer = await ask(lookup)
  const { counter: now, savedCopy: waiting } = store.getState()
  // By the lookup, not by the receipt: its lock may have come or gone meanwhile.
  if (now.at !== 'receipt' || waiting.at !== 'asking' || waiting.lookup.id !== lookup.id) return
  if (answer.ok) applyAnswer(answer.value)
  else applyFault(lookup, answer.fault)
}
