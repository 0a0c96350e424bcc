import { isOnItsWay } from '../../shared/attempt/attempt-states'
import { isMarker } from '../../shared/attempt/marker'
import type { AttemptView, PaymentStanding } from '../../shared/attempt/payment-standing'
import type { Answer, ShownTransaction } from '../../shared/contract/contract'
import { testSlipCode } from '../../shared/contract/set-up'
import type { Fault } from '../../shared/fault'
import { copyOutlives } from '../../shared/lookup/copies'
import { type CodeMatch, cleanCode, kindsToTry, maxCodeLength } from '../../shared/payment/codes'
import type { Transaction } from '../../shared/payment/transaction'
import { isUndecided } from '../../shared/refund/refund'
import { draftOf } from '../store/draft'
import { call } from '../store/main'
import {
  announce,
  type CounterState,
  heldBack,
  isRefundInFlight,
  isTooSoon,
  type Lookup,
  notify,
  play,
  pressesFromNow,
  receiptAt,
  store,
} from '../store/store'
import { announceMissed } from '../words/app'
import { announceShown, openAttempt } from './navigation'
import { mayBeBadge, takeBadge } from './people'
import { dropSentForm, outcomeSince, showUnderWay, startRefund, tellOutcome } from './refunds'

/** Looks up a code, or opens the refund when the code is a refund no. of this till. Clears the receipt on screen. */
export async function lookUp(text: string, match: CodeMatch, typed = true): Promise<void> {
  await askFor({ code: text, match, typed, by: 'cashier' })
}

/** Handles a scan from anywhere: a badge or a code. A newer scan or lookup takes its place. */
export async function takeScan(text: string): Promise<void> {
  // Without badges, look up in the same tick.
  if (!mayBeBadge()) return takeCode(text)
  const askedScan = Symbol()
  store.setState({ askedScan })
  const isBadge = await takeBadge(text)
  if (store.getState().askedScan !== askedScan) return
  store.setState({ askedScan: null })
  if (!isBadge) await takeCode(text)
}

/**
 * Looks up a code that was not typed into the field, by default as the code type that the cashier chose. Refuses while the
 * till is locked, a refund is being sent or has just ended, or a dialog is being filled in; does nothing without a service.
 */
export async function takeCode(
  text: string,
  typed = false,
  match: CodeMatch = store.getState().match,
): Promise<void> {
  const { app, counter, dialog, dialogTyped } = store.getState()
  if (app.people.locked) {
    play('refused_scan')
    return notify({ kind: 'sign_in_first' })
  }
  if (app.mode === 'welcome') return
  const inFlight = isRefundInFlight(counter) || isTooSoon(store.getState())
  // What a new record took over stays until it has been read.
  if (inFlight || (dialog !== null && (dialogTyped || dialog.at === 'record_begun'))) {
    play('refused_scan')
    return notify({ kind: inFlight ? 'scan_refused' : 'scan_refused_dialog' })
  }
  if (cleanCode(text) === testSlipCode) return notify({ kind: 'test_slip_read' })
  await lookUp(text, match, typed)
}

/**
 * Looks up what another program on this PC asks for, as a typed code and never as a badge. Refused as a scan is. At a locked
 * till it waits for the sign-in, as long as main keeps it.
 */
export async function takeRequested(): Promise<void> {
  const asked = await call('lookup:take-requested')
  if (!asked.ok || asked.value.at === 'none' || store.getState().app.mode === 'welcome') return
  if (asked.value.at === 'waits') return notify({ kind: 'lookup_waits' })
  // The code type on screen was chosen for the cashier's own code.
  const looked = takeCode(asked.value.code, true, 'automatic')
  // A refusal has its own message.
  if (store.getState().notice === null) notify({ kind: 'lookup_requested' })
  await looked
}

/** Tells the cashier to scan again: the scan's Enter came too late. */
export function scanCameLate(): void {
  play('refused_scan')
  notify({ kind: 'scan_late' })
}

/** Clears the receipt on screen if it is a saved copy, after all copies were deleted. */
export function copiesForgotten(): void {
  const { counter } = store.getState()
  if (receiptAt(counter)?.source === 'saved')
    store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
}

/** Clears the counter, unless a refund is in flight. */
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

/** Reloads the lists of attempts. */
export function reloadAttempts(): void {
  store.setState({ attemptsChanged: store.getState().attemptsChanged + 1 })
}

/** Reloads Activity and the receipt's standing after a change that is not an attempt's. */
export async function entriesChanged(): Promise<void> {
  reloadAttempts()
  await askStanding()
}

/** Who wants a lookup: the cashier, the cashier retrying a refund, or the window in the background. */
type Asked = Omit<Lookup, 'id'> & { readonly by: 'cashier' | 'retry' | 'itself' }

/** Opens the refund with that refund no. if this till knows it. Resolves true when no lookup is needed any more. */
async function openOwnRefund(marker: string, lookup: Lookup): Promise<boolean> {
  const known = await call('activity:open', { marker })
  const { counter, place } = store.getState()
  if (!isCurrent(counter, lookup)) return true
  if (!known.ok) return false
  store.setState({ counter: { at: 'scan' } })
  // The cashier may have gone to another place meanwhile.
  if (place === 'counter') openAttempt(marker)
  return true
}

async function askFor({ code, match, typed, by }: Asked): Promise<void> {
  if (isRefundInFlight(store.getState().counter)) return
  const lookup: Lookup = { id: crypto.randomUUID(), code: cleanCode(code), match, typed }
  if (by === 'itself') store.setState({ backgroundLookup: lookup.id })
  else store.setState({ askedScan: null })
  // The next code belongs to another customer, so the kept form does not reopen and the code type resets.
  if (by === 'cashier') store.setState({ keptForm: heldBack(store.getState().keptForm), match: 'automatic' })
  // A background lookup leaves what somebody is reading, choosing or typing.
  if (by !== 'itself') store.setState({ faults: [], notice: null, dialog: null, drawerOpen: false })
  store.setState({
    place: 'counter',
    setUp: null,
    counter: { at: 'looking', lookup },
    savedCopy: { at: 'none' },
  })
  const marker = lookup.code.toUpperCase()
  if (by === 'cashier' && isMarker(marker) && (await openOwnRefund(marker, lookup))) return
  const answer = await findCode(lookup)
  // A newer scan, or Esc, took over the counter.
  if (!isCurrent(store.getState().counter, lookup)) return
  if (answer.ok) applyAnswer(answer.value)
  else applyFault(lookup, answer.fault)
}

function findCode(lookup: Lookup): Promise<Answer<'lookup:find'>> {
  const { id, code, match, typed } = lookup
  if (code === '') return Promise.resolve({ ok: false, fault: { kind: 'code_empty' } })
  // Main takes no text of any length, and would call it a mistake of ours.
  if (kindsToTry(code, match).length === 0) {
    return Promise.resolve({ ok: false, fault: { kind: 'code_too_long', maxLength: maxCodeLength(match) } })
  }
  return call('lookup:find', { lookup: id, code, match, typed })
}

/** Returns the code on the counter and how it was found; null when there is none. */
function codeAt(counter: CounterState): Omit<Asked, 'by'> | null {
  const shown = receiptAt(counter)
  if (shown !== null) return { code: shown.code, match: shown.foundBy, typed: shown.typed }
  if (counter.at === 'missed') return counter.lookup
  if (counter.at !== 'outcome') return null
  const { foundBy, typed } = counter.attempt.intent
  return { code: foundBy.code, match: foundBy.kind, typed }
}

/** Looks up what is on the counter once more, as it was looked up before, or as another code type. */
export async function lookUpAgain(by: Asked['by'] = 'cashier', match?: CodeMatch): Promise<void> {
  const found = codeAt(store.getState().counter)
  if (found !== null) await askFor({ ...found, by, ...(match === undefined ? {} : { match }) })
}

/** Repeats the lookup that an outage cut off or kept from the service, or that the lock overtook, once that is over. */
export async function askMissedAgain(): Promise<void> {
  const { counter, place, backgroundLookup } = store.getState()
  if (place !== 'counter' || counter.at !== 'missed') return
  const { kind } = counter.fault
  // A service that takes connections and never answers is asked once more, or it would be asked for ever.
  const isCutOff = kind === 'no_answer' && backgroundLookup !== counter.lookup.id
  if (!isCutOff && kind !== 'not_connected' && kind !== 'sign_in_needed') return
  await lookUpAgain('itself')
}

/**
 * Looks the payment up again and reopens the form with the answer (applyAnswer), even if the answer comes after an
 * outage.
 */
export async function tryAgain(): Promise<void> {
  const { counter, keptForm } = store.getState()
  if (counter.at !== 'stopped' && counter.at !== 'outcome') return
  const id = counter.at === 'stopped' ? counter.shown.record.id : counter.attempt.intent.id
  const typed = counter.at === 'stopped' ? counter.draft : draftOf(counter.attempt.intent)
  const kept = keptForm?.id === id ? keptForm : { id, draft: typed }
  store.setState({ keptForm: { ...kept, reopens: true } })
  await lookUpAgain('retry')
}

/** Applies main's news of an attempt to the outcome, the refund in flight, and the lists. */
export function attemptChanged(attempt: AttemptView): void {
  const { app, counter } = store.getState()
  reloadAttempts()
  dropSentForm(attempt)
  // The window was reloaded during the show before the refund, when there was no attempt yet.
  if (app.sending && isOnItsWay(attempt.state) && !isRefundInFlight(counter)) {
    showUnderWay(attempt)
    return
  }
  if (counter.at === 'outcome' && counter.attempt.intent.marker === attempt.intent.marker) {
    const stands = counter.attempt.state === attempt.state
    store.setState({
      counter: outcomeSince(counter, attempt),
      ...(stands ? {} : { pressesFrom: pressesFromNow() }),
    })
    if (!stands) tellOutcome(attempt)
  }
  if (counter.at === 'sending' && counter.shown.record.id === attempt.intent.id) {
    // The show before a refund may also bring news of an earlier one of the same payment.
    const isOwn = isOnItsWay(attempt.state) || attempt.intent.marker === counter.attempt?.intent.marker
    if (isOwn) store.setState({ counter: { ...counter, attempt } })
  }
  if (counter.at === 'receipt' && counter.shown.record.id === attempt.intent.id) {
    void followLock(counter.shown, attempt)
  }
}

/** Locks the receipt at once. Before unlocking, asks main: another lock may be behind this one. */
async function followLock(shown: ShownTransaction, attempt: AttemptView): Promise<void> {
  const holder = shown.lock?.kind === 'attempt' ? shown.lock.attempt.intent.marker : null
  const isHolder = holder === attempt.intent.marker
  if (!isUndecided(attempt.state)) {
    if (isHolder) await askStanding()
  } else if (isHolder || holder === null)
    store.setState({ counter: { at: 'receipt', shown: { ...shown, lock: { kind: 'attempt', attempt } } } })
}

/** Asks main what blocks a refund of the payment on screen, if there is one. */
export async function askStanding(): Promise<void> {
  const { app, counter } = store.getState()
  const shown = receiptAt(counter)
  if (shown === null || app.people.locked) return
  const standing = await call('payment:standing', { lookup: shown.lookup })
  if (standing.ok && standing.value !== null) standingChanged(standing.value)
}

/** Applies main's word on what blocks a refund of the payment on screen. */
export function standingChanged({ id, lock, stale }: PaymentStanding): void {
  const { app, counter, place } = store.getState()
  const isHeldUp = lock !== null || stale !== null
  // What the refund's answer showed is outdated.
  if (counter.at === 'outcome' && counter.attempt.intent.id === id && isHeldUp)
    store.setState({ counter: { ...counter, shown: null } })
  const shown = receiptAt(counter)
  if (shown === null || shown.record.id !== id) return
  // The refund that is being sent locks its payment itself.
  if (counter.at === 'sending' && lock?.kind === 'attempt' && isOnItsWay(lock.attempt.state)) return
  const wasHeldUp = shown.lock !== null || shown.stale !== null
  // What is on screen is not drawn anew for nothing.
  if (!wasHeldUp && !isHeldUp) return
  if (counter.at !== 'sending' && !isHeldUp) {
    // Main would refuse the lookup. The standing is asked again after the sign-in (app-state.ts).
    if (app.people.locked) return
    // The block is over, so the amounts on receipt and form are outdated. Another place stays open: a lookup would leave it.
    if (place === 'counter') void lookUpAgain('itself')
    else store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
    return
  }
  if ('amount' in counter || counter.at === 'receipt' || counter.at === 'refund')
    store.setState({ counter: { ...counter, shown: { ...shown, lock, stale } } })
}

/** Whether an answer to this lookup may still be shown. */
function isCurrent(counter: CounterState, lookup: Lookup): boolean {
  if (counter.at === 'looking') return counter.lookup.id === lookup.id
  return counter.at === 'receipt' && counter.shown.source === 'saved' && counter.shown.lookup === lookup.id
}

/**
 * Shows the saved copy for the current lookup. Main sends the copy before the fault, but over another path: on a busy PC
 * the fault may arrive first, and the copy still replaces it.
 */
export function copyFound(copy: ShownTransaction): void {
  const { counter, savedCopy } = store.getState()
  const refreshed = savedCopy.at === 'asking' || savedCopy.at === 'kept' ? savedCopy.lookup.id : null
  if (counter.at === 'receipt' && refreshed === copy.lookup) {
    // Main answers More for its newest lookup only, which is now the one that refreshes the copy.
    const isSame = counter.shown.record.id === copy.record.id
    if (isSame) store.setState({ counter: { ...counter, shown: { ...counter.shown, lookup: copy.lookup } } })
    return
  }
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

/** Shows the service's answer, in place of the copy if one is on screen. */
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
  // A block, or its end, may have been told before this answer came.
  void askStanding()
  const wanted = savedCopy.at === 'asking' && savedCopy.refundWanted === true
  const seen = wanted && before !== null && isSameForRefund(before, shown.record)
  // A retry opens the form, to be confirmed again whatever has changed. `forgetOthers` has dropped forms of other
  // payments.
  const { keptForm, place } = store.getState()
  if (!seen && !keptForm?.reopens) return
  // Whoever has gone to another place meanwhile is not called back.
  if (place !== 'counter') {
    store.setState({ keptForm: heldBack(keptForm) })
    return
  }
  startRefund()
}

/** Drops the kept form of any other payment. */
function forgetOthers({ record }: ShownTransaction): void {
  if (store.getState().keptForm?.id !== record.id) store.setState({ keptForm: null })
}

/** Whether the copy on which the cashier pressed Refund agrees with the answer. */
function isSameForRefund(before: Transaction, after: Transaction): boolean {
  const seen = ['id', 'status', 'currency', 'amount', 'refunded'] as const
  return seen.every((field) => before[field] === after[field])
}

/** Shows why there is no answer. A saved copy stays when the connection or the service failed, or the till was locked. */
function applyFault(lookup: Lookup, fault: Fault): void {
  const mayCopyStay = copyOutlives(fault) || fault.kind === 'sign_in_needed'
  if (store.getState().counter.at === 'receipt' && mayCopyStay) {
    store.setState({ savedCopy: { at: 'kept', lookup } })
    return
  }
  // Nobody waits for a lookup that the window made by itself.
  if (store.getState().backgroundLookup !== lookup.id) play('refused_scan')
  // Do not leave a badge's code on the counter.
  if (fault.kind === 'code_is_badge') {
    store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' } })
    notify({ kind: 'fault', fault })
    return
  }
  store.setState({ counter: { at: 'missed', lookup, fault }, savedCopy: { at: 'none' } })
  announce(announceMissed(fault))
}

/** Repeats the lookup of a kept copy once the connection is back. The copy stays until the answer arrives. */
export async function refreshCopy(): Promise<void> {
  const { counter, savedCopy: copy } = store.getState()
  if (counter.at !== 'receipt' || copy.at !== 'kept') return
  const lookup: Lookup = { ...copy.lookup, id: crypto.randomUUID() }
  store.setState({ savedCopy: { at: 'asking', lookup }, backgroundLookup: lookup.id })
  const answer = await findCode(lookup)
  const { counter: now, savedCopy: waiting } = store.getState()
  // Compare the lookup, not the receipt: its lock may have changed.
  if (now.at !== 'receipt' || waiting.at !== 'asking' || waiting.lookup.id !== lookup.id) return
  if (answer.ok) applyAnswer(answer.value)
  else applyFault(lookup, answer.fault)
}
