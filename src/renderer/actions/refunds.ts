import { isOnItsWay, meaningOf } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { AppState, Output, ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import type { Money } from '../../shared/payment/money'
import type { Transaction } from '../../shared/payment/transaction'
import { beliedBy, openAlarms } from '../../shared/refund/refund'
import {
  availability,
  draftAmount,
  emptyDraft,
  isOpening,
  nothingTyped,
  type ReadyForm,
  type ReadyRefund,
  readDraft,
  readForm,
  type TypedProof,
  untyped,
  writeAmount,
} from '../store/draft'
import { call } from '../store/main'
import {
  announce,
  type CounterAt,
  type CounterState,
  isRefundInFlight,
  type KeptForm,
  type Needs,
  notify,
  play,
  pressesFromNow,
  type RefundDraft,
  store,
  storeIdOf,
  takesPresses,
} from '../store/store'
import { announceNeeds, announceOutcome, announceStopped } from '../words/app'
import { askAmount, draftFaultWords } from '../words/refund'
import { words } from '../words/words'
import { announceShown } from './navigation'

type AtRefund = CounterAt<'refund'>

/** Opens the form, or remembers the press while the service is asked or the record is opening. */
export function startRefund(): void {
  const { counter, app, savedCopy, askedScan } = store.getState()
  if (counter.at !== 'receipt' || askedScan !== null) return
  const offered = availability(counter.shown, app)
  if (offered.kind === 'saved_copy' && savedCopy.at === 'asking') {
    store.setState({ savedCopy: { ...savedCopy, refundWanted: true } })
  }
  // The record is still opening after a start: reopen the form when it is ready.
  const kept = keptFormOf(counter.shown.record.id)
  if (isOpening(offered)) store.setState({ keptForm: { ...kept, reopens: true } })
  // The panel says the same, but the cashier may be looking at the keyboard.
  if (offered.kind === 'offline' || (offered.kind === 'saved_copy' && savedCopy.at !== 'asking')) {
    play('refused_scan')
    notify({ kind: 'unasked_refund' })
  }
  if (offered.kind !== 'open') return
  const amountCheck = kept.draft.amountCheck === 'asked' ? 'typing' : kept.draft.amountCheck
  const draft: RefundDraft = { ...kept.draft, amountCheck, confirmed: false }
  store.setState({
    counter: { at: 'refund', shown: counter.shown, draft, needs: null },
    // Filled in, the second tap of what opened it would confirm it unread.
    pressesFrom: draft.reason === null ? 0 : pressesFromNow(),
    notice: null,
    keptForm: { ...kept, reopens: false },
  })
  void judge()
}

/** Returns the kept form of this payment, or an empty one. */
function keptFormOf(id: string): KeptForm {
  const { keptForm } = store.getState()
  return keptForm?.id === id ? keptForm : { id, draft: emptyDraft, reopens: false }
}

/** Changes the draft. Voids a second person's approval, which was for the earlier draft. */
export function editDraft(change: Partial<RefundDraft>): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund') return
  const draft = edited(counter.draft, change)
  const needs = counter.needs && needsOf(counter, counter.needs.fault)
  store.setState({
    counter: { ...counter, draft, needs },
    // Whoever changes something is at the form.
    pressesFrom: 0,
    keptForm: { id: counter.shown.record.id, draft, reopens: false },
  })
  void judge()
}

/** Changes what the second person has entered. */
export function typeYes(change: Partial<TypedProof>): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund' || counter.needs === null) return
  const { needs } = counter
  store.setState({ counter: { ...counter, needs: { ...needs, yes: { ...needs.yes, ...change } } } })
}

/** Takes back what a second person has entered but the name: the yes was for another amount or reason. */
export function voidYes(): void {
  typeYes({ pin: '', badge: null })
}

/** What of the screen main compares with what it showed. A form is open only where it is known what was refunded. */
function paymentOf({ lookup, record: { id, refunded } }: ShownTransaction) {
  return { lookup, id, refunded: refunded ?? 0 }
}

/** Asks main to check the draft against the store's rules, once it has an amount and a reason. */
async function judge(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return
  const { shown, draft } = counter
  // Confirming the status affects no rule.
  const ready = readyAt({ shown, draft: { ...draft, confirmed: true } }, app)
  // Keep the last judgement: a badge scan may be passing through the field.
  if (ready === null) return
  const answer = await call('refund:judge', { ...paymentOf(shown), ...ready })
  const { counter: now } = store.getState()
  if (now.at !== 'refund' || now.draft !== draft) return
  takeNeeds(now, answer.ok || !isAboutRules(answer.fault) ? null : answer.fault)
}

function isAboutRules(fault: Fault): fault is Needs['fault'] {
  return fault.kind === 'second_person_needed' || fault.kind === 'refund_not_here'
}

/** Applies the rules' result. An approval of the same rules stays. */
function takeNeeds(form: AtRefund, fault: Needs['fault'] | null): void {
  if (JSON.stringify(fault) === JSON.stringify(form.needs?.fault ?? null)) return
  store.setState({ counter: { ...form, needs: fault && needsOf(form, fault) } })
  if (fault !== null) announce(announceNeeds(fault))
}

/** Returns the needs without an approval. The chosen name stays. */
function needsOf({ needs }: AtRefund, fault: Needs['fault'], refused: Fault | null = null): Needs {
  return { fault, yes: needs === null ? nothingTyped : untyped(needs.yes), refused }
}

/** Goes from the form back to the receipt. */
export function leaveRefund(): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund' && counter.at !== 'stopped') return
  store.setState({ counter: { at: 'receipt', shown: counter.shown } })
}

/** Takes the typed amount on Enter and writes it out in full. Returns whether it can be refunded. */
export function takeAmount(): boolean {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return false
  const open = availability(counter.shown, app)
  const read = open.kind === 'open' ? draftAmount(counter.draft, open.refundable) : null
  if (read === null || !read.ok) return false
  editDraft({ amountText: writeAmount(read.value.amount), amountCheck: 'taken' })
  return true
}

/** Returns the completed refund; null when it is incomplete or not allowed now. */
function readyAt({ shown, draft }: Pick<AtRefund, 'shown' | 'draft'>, app: AppState): ReadyRefund | null {
  const open = availability(shown, app)
  const ready = open.kind === 'open' ? readDraft(draft, open.refundable, app) : null
  return ready?.ok ? ready.value : null
}

/** Confirms by Ctrl+Enter. A part amount that is still being typed is asked about first. */
export async function confirmByKeys(pressedAt?: number): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return
  const { scope, amountCheck } = counter.draft
  // A second person reads the amount.
  const isChecked = scope === 'full' || amountCheck !== 'typing' || counter.needs !== null
  const ready = isChecked ? null : readyAt(counter, app)
  if (ready === null) return confirmRefund(pressedAt)
  const { amount } = ready
  play('attention')
  editDraft({ amountText: writeAmount(amount), amountCheck: 'asked' })
  store.setState({ pressesFrom: pressesFromNow() })
  announce(askAmount(amount))
}

/** Sends the refund if it is complete; otherwise announces what is missing. */
export async function confirmRefund(pressedAt = performance.now()): Promise<void> {
  const { counter, app, askedScan } = store.getState()
  if (counter.at !== 'refund' || askedScan !== null || !takesPresses(store.getState(), pressedAt)) return
  const open = availability(counter.shown, app)
  if (open.kind !== 'open') return
  const ready = readForm(counter, open.refundable, app)
  if (!ready.ok) {
    const { fault } = ready
    play('refused_scan')
    store.setState({ counter: { ...counter, confirmAttempts: (counter.confirmAttempts ?? 0) + 1 } })
    if (fault.in !== 'rules') return announce(draftFaultWords(fault, open.refundable.rest))
    announce(announceNeeds(fault.fault))
    // The result may have changed: some rules depend on time, and a manager may edit them.
    return judge()
  }
  const draft: RefundDraft = { ...counter.draft, amountCheck: 'taken' }
  store.setState({ keptForm: { id: counter.shown.record.id, draft, reopens: false } })
  await send({ ...counter, draft }, ready.value)
}

/** Records a second person's refusal, with their PIN or badge, and goes back to the receipt. */
export async function declineRefund(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund' || counter.needs === null) return
  const { shown, needs } = counter
  const open = availability(shown, app)
  const ready = open.kind === 'open' ? readForm(counter, open.refundable, app) : null
  if (ready === null || !ready.ok || ready.value.proof === undefined) {
    play('refused_scan')
    return announce(announceNeeds(needs.fault))
  }
  const { amount, reason, proof } = ready.value
  const order = { ...paymentOf(shown), amount, reason, proof }
  // Before the first await, so that a second press sends nothing and Confirm does not use the proof.
  voidYes()
  const answer = await call('refund:decline', order)
  const { counter: now } = store.getState()
  // Compare the lookup, not the receipt: its lock may have changed.
  if (now.at !== 'refund' || now.shown.lookup !== shown.lookup) return
  if (!answer.ok) {
    const form = inForm(now, answer.fault)
    play('attention')
    return form === null ? notify({ kind: 'fault', fault: answer.fault }) : store.setState({ counter: form })
  }
  leaveRefund()
  announce(words.refund.saidNo)
}

/** Shows the receipt that came with the refund's answer, without another lookup. */
export function showReceipt(): void {
  const { counter } = store.getState()
  if (counter.at !== 'outcome' || counter.shown === null || isRefundInFlight(counter)) return
  store.setState({
    counter: { at: 'receipt', shown: counter.shown },
    savedCopy: { at: 'none' },
    notice: null,
  })
  announceShown(counter.shown)
}

/** Applies a change to the draft. Text that grows by more than one character was pasted and needs no check. */
function edited(draft: RefundDraft, change: Partial<RefundDraft>): RefundDraft {
  const { amountText: text = draft.amountText } = change
  const cameWhole = text.length - draft.amountText.length > 1
  const amountCheck = text === draft.amountText ? draft.amountCheck : cameWhole ? 'taken' : 'typing'
  return { ...draft, amountCheck, ...change }
}

async function send(from: AtRefund, refund: ReadyForm): Promise<void> {
  const { shown, draft } = from
  const { amount } = refund
  // Before the first await, so that a second press finds the counter elsewhere.
  store.setState({
    counter: { at: 'sending', amount, shown, attempt: null },
    dialog: null,
    drawerOpen: false,
    notice: null,
  })
  const address = store.getState().app.serviceAddress
  const answer = await call('refund:issue', {
    ...paymentOf(shown),
    confirmed: draft.confirmed,
    ...refund,
  })
  const { app, counter } = store.getState()
  if (counter.at !== 'sending') return
  if (answer.ok) {
    const outcome = outcomeOf(counter, answer.value, !isOtherService(address, app.serviceAddress))
    store.setState({ counter: outcome, pressesFrom: pressesFromNow() })
    dropSentForm(outcome.attempt)
    tellOutcome(outcome.attempt)
  } else {
    const { fault } = answer
    // With the locks that main told of meanwhile.
    const now = { ...from, shown: counter.shown }
    const form = inForm(now, fault)
    play('attention')
    store.setState({
      counter: form ?? stoppedAt(now, amount, fault),
      // A form lacks a proof now, which takes longer than a second tap.
      pressesFrom: form === null ? pressesFromNow() : 0,
      // The money has gone, or may have.
      ...(fault.kind === 'refunded_elsewhere' || fault.kind === 'bug' ? { keptForm: null } : {}),
    })
    announce(announceStopped(fault, amount))
  }
}

/** Whether another payment service was connected. Not where this window first learned the address. */
export function isOtherService(before: string, address: string): boolean {
  return before !== '' && before !== address
}

/** Drops the kept form of a payment whose money may have gone: it must not be found filled in, ready to be sent again. */
export function dropSentForm(attempt: AttemptView): void {
  const { state, intent } = attempt
  const mayBeRepeated = meaningOf(state).moneyOut === 'no' || state === 'refusal_seen' || isOnItsWay(state)
  if ((!mayBeRepeated || beliedBy(attempt) !== null) && store.getState().keptForm?.id === intent.id)
    store.setState({ keptForm: null })
}

/** Tells an outcome by sound, *done* only when nothing is left to do, and to a screen reader. */
export function tellOutcome(attempt: AttemptView): void {
  play(attempt.state === 'refunded' && openAlarms(attempt).length === 0 ? 'done' : 'attention')
  announce(announceOutcome(attempt))
}

/**
 * Returns the outcome. A change event may have arrived before the answer: the later state wins.
 * @param isHere whether its service is still the connected one
 */
function outcomeOf(
  counter: CounterAt<'sending'>,
  { attempt, shown }: Output<'refund:issue'>,
  isHere: boolean,
): CounterAt<'outcome'> {
  const { attempt: told, shown: before } = counter
  const isNewer = told !== null && told.intent.marker === attempt.intent.marker && told.line > attempt.line
  // What was told meanwhile may be newer than the answer.
  const next = isNewer || !isHere || before.lock !== null || before.stale !== null ? null : shown
  return { at: 'outcome', attempt: isNewer ? told : attempt, shown: next, storeId: storeIdOf(next ?? before) }
}

/** Shows a refund that the window has not begun itself: it was reloaded meanwhile. */
export function showUnderWay(attempt: AttemptView): void {
  store.setState({
    place: 'counter',
    counter: { at: 'outcome', attempt, shown: null, storeId: '' },
    pressesFrom: pressesFromNow(),
  })
}

/** Drops the receipt of the refund's own answer once the attempt changes: it is outdated. */
export function outcomeSince(before: CounterAt<'outcome'>, attempt: AttemptView): CounterState {
  const { state, alarms } = before.attempt
  const same = attempt.state === state && attempt.alarms.length === alarms.length
  return { ...before, attempt, shown: same ? before.shown : null }
}

/** Whether the proof was rejected and must be given again. */
export function isProofFault({ kind }: Fault): boolean {
  return ['pin_wrong', 'badge_unknown', 'role_too_low', 'second_person_is_the_cashier'].includes(kind)
}

/** Returns the form when the rules need a second person or rejected the proof; null for any other fault. */
function inForm(from: AtRefund, fault: Fault): AtRefund | null {
  const { needs } = from
  if (isAboutRules(fault)) return { ...from, needs: needsOf(from, fault) }
  const isOfYes = isProofFault(fault) || fault.kind === 'pin_throttled' || fault.kind === 'pin_stopped'
  return needs !== null && isOfYes ? { ...from, needs: needsOf(from, needs.fault, fault) } : null
}

/** What was refunded after the cashier saw the receipt. */
function refundedSince(before: Transaction, { refunded, currency }: Transaction): Money {
  return { hundredths: (refunded ?? 0) - (before.refunded ?? 0), currency }
}

/** A bug in main says nothing about the money, so the state is not "not sent". */
function stoppedAt({ shown, draft }: AtRefund, amount: Money, fault: Fault): CounterState {
  if (fault.kind === 'bug') return { at: 'broken', shown, amount, detail: fault.detail }
  // The fault carries the newer record.
  const now = 'record' in fault ? { ...shown, record: fault.record } : shown
  const elsewhere = fault.kind === 'refunded_elsewhere' ? refundedSince(shown.record, fault.record) : amount
  return { at: 'stopped', shown: now, draft, amount: elsewhere, fault }
}
