import { meaningOf } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { AppState, Output, ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import type { Money } from '../../shared/payment/money'
import { openAlarms } from '../../shared/refund/refund'
import {
  type CounterAt,
  type CounterState,
  isRefundInFlight,
  type KeptForm,
  type Needs,
  pressesFromNow,
  type RefundDraft,
  storeIdOf,
  takesPresses,
} from '../store/counter-state'
import {
  availability,
  draftAmount,
  emptyDraft,
  isOpening,
  type ReadyForm,
  type ReadyRefund,
  readDraft,
  readForm,
  writeAmount,
} from '../store/draft'
import { ask, call } from '../store/main'
import { nothingTyped, type TypedProof, untyped } from '../store/proof'
import { announce, notify, play, type Sound, store } from '../store/store'
import { announceFound, announceNeeds, announceOutcome, announceStopped } from '../words/counter'
import { draftFaultWords, refundWords } from '../words/refund'

type AtRefund = CounterAt<'refund'>

/** Opens the form, or remembers the press while the service is asked or the record is being checked. */
export function startRefund(): void {
  const { counter, app, savedCopy } = store.getState()
  if (counter.at !== 'receipt') return
  const offered = availability(counter.shown, app)
  if (offered.kind === 'saved_copy' && savedCopy.at === 'asking') {
    store.setState({ savedCopy: { ...savedCopy, refundWanted: true } })
  }
  // Right after a start the record is still being checked: the press is kept until it is open.
  const kept = keptFormOf(counter.shown.record.id)
  if (isOpening(offered)) store.setState({ keptForm: { ...kept, reopens: true } })
  // The panel says the same, but not to whoever looks at the keys.
  if (offered.kind === 'offline' || (offered.kind === 'saved_copy' && savedCopy.at !== 'asking')) {
    play('refused_scan')
    notify({ kind: 'offline_refund' })
  }
  if (offered.kind !== 'open') return
  const amountCheck = kept.draft.amountCheck === 'asked' ? 'typing' : kept.draft.amountCheck
  const draft: RefundDraft = { ...kept.draft, amountCheck, confirmed: false }
  store.setState({
    counter: { at: 'refund', shown: counter.shown, draft, needs: null },
    notice: null,
    keptForm: { ...kept, reopens: false },
  })
  void judge()
}

/** The form of that payment as it was left, or an empty one. */
function keptFormOf(id: string): KeptForm {
  const { keptForm } = store.getState()
  return keptForm?.id === id ? keptForm : { id, draft: emptyDraft, reopens: false }
}

/** Changes what is filled in. A second person said yes to what stood there before. */
export function editDraft(change: Partial<RefundDraft>): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund') return
  const draft = edited(counter.draft, change)
  const needs = counter.needs && needsOf(counter, counter.needs.fault)
  store.setState({
    counter: { ...counter, draft, needs },
    keptForm: { id: counter.shown.record.id, draft, reopens: false },
  })
  void judge()
}

/** What a second person types or scans, to say yes to the refund as it stands. */
export function typeYes(change: Partial<TypedProof>): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund' || counter.needs === null) return
  const { needs } = counter
  store.setState({ counter: { ...counter, needs: { ...needs, yes: { ...needs.yes, ...change } } } })
}

/** Takes away what was typed or scanned to say yes: whoever did has gone, or has said no. */
export function voidYes(): void {
  typeYes({ pin: '', badge: null })
}

/** Asks main what the store's rules say of the refund, once there is an amount and a reason to judge. */
async function judge(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return
  const { shown, draft } = counter
  // Whether the status was confirmed changes no rule.
  const ready = readyAt({ shown, draft: { ...draft, confirmed: true } }, app)
  // Until there is another amount to judge, what was said stands: the keys of a badge may only pass through the field.
  if (ready === null) return
  const answer = await call('refund:judge', { lookup: shown.lookup, id: shown.record.id, ...ready })
  const { counter: now } = store.getState()
  if (now.at !== 'refund' || now.draft !== draft) return
  takeNeeds(now, answer.ok || !isAboutRules(answer.fault) ? null : answer.fault)
}

function isAboutRules(fault: Fault): fault is Needs['fault'] {
  return fault.kind === 'second_person_needed' || fault.kind === 'refund_not_here'
}

/** Takes what the rules say of the form as it stands. What was typed stands where it is a yes to just these. */
function takeNeeds(form: AtRefund, fault: Needs['fault'] | null): void {
  if (JSON.stringify(fault) === JSON.stringify(form.needs?.fault ?? null)) return
  store.setState({ counter: { ...form, needs: fault && needsOf(form, fault) } })
  if (fault !== null) announce(announceNeeds(fault))
}

/** Nobody has said yes; who is to say it stays chosen. */
function needsOf({ needs }: AtRefund, fault: Needs['fault'], refused: Fault | null = null): Needs {
  return { fault, yes: needs === null ? nothingTyped : untyped(needs.yes), refused }
}

/** Goes from the form, or from what was not sent, to the receipt. */
export function leaveRefund(): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund' && counter.at !== 'stopped') return
  store.setState({ counter: { at: 'receipt', shown: counter.shown } })
}

/** Enter in Amount: what stands there is the amount, and is written out in full. Returns whether it can be refunded. */
export function takeAmount(): boolean {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return false
  const open = availability(counter.shown, app)
  const read = open.kind === 'open' ? draftAmount(counter.draft, open.refundable) : null
  if (read === null || !read.ok) return false
  editDraft({ amountText: writeAmount(read.value.amount), amountCheck: 'taken' })
  return true
}

/** The refund that is filled in; null where it is not whole, or may not be made now. */
function readyAt({ shown, draft }: Pick<AtRefund, 'shown' | 'draft'>, app: AppState): ReadyRefund | null {
  const open = availability(shown, app)
  const ready = open.kind === 'open' ? readDraft(draft, open.refundable) : null
  return ready?.ok ? ready.value : null
}

/** The same by Ctrl+Enter, which names no amount: one that is still being typed is asked about first. */
export async function confirmByKeys(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return
  const { scope, amountCheck } = counter.draft
  if (scope === 'full' || amountCheck === 'taken') return confirmRefund()
  const ready = readyAt(counter, app)
  // Whoever says yes reads the amount.
  if (ready === null || counter.needs !== null) return confirmRefund()
  if (amountCheck === 'asked') {
    // A key that bounces has read no question.
    if (takesPresses(store.getState())) await confirmRefund()
    return
  }
  const { amount } = ready
  play('attention')
  editDraft({ amountText: writeAmount(amount), amountCheck: 'asked' })
  store.setState({ pressesFrom: pressesFromNow() })
  announce(refundWords.askAmount(amount))
}

/** Sends the refund on screen, if it is whole. Every refusal is said aloud. */
export async function confirmRefund(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return
  const open = availability(counter.shown, app)
  if (open.kind !== 'open') return
  const ready = readForm(counter, open.refundable, app.people)
  if (!ready.ok) {
    const { fault } = ready
    play('refused_scan')
    store.setState({ counter: { ...counter, confirmAttempts: (counter.confirmAttempts ?? 0) + 1 } })
    if (fault.in !== 'rules') return announce(draftFaultWords(fault, open.refundable.rest))
    announce(announceNeeds(fault.fault))
    // A rule that counts by time, or that a manager has changed, may say otherwise by now.
    return judge()
  }
  const draft: RefundDraft = { ...counter.draft, amountCheck: 'taken' }
  store.setState({ keptForm: { id: counter.shown.record.id, draft, reopens: false } })
  await send({ ...counter, draft }, ready.value)
}

/** A second person says no, with the PIN or badge that was typed or scanned: main writes it down, and the receipt is left. */
export async function declineRefund(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund' || counter.needs === null) return
  const { shown, needs } = counter
  const open = availability(shown, app)
  const ready = open.kind === 'open' ? readForm(counter, open.refundable, app.people) : null
  if (ready === null || !ready.ok || ready.value.proof === undefined) {
    play('refused_scan')
    return announce(announceNeeds(needs.fault))
  }
  const { amount, reason, proof } = ready.value
  const order = { lookup: shown.lookup, id: shown.record.id, amount, reason, proof }
  // Before the first await: a second press tells nothing twice, and Confirm makes no yes of it.
  voidYes()
  const answer = await call('refund:decline', order)
  const { counter: now } = store.getState()
  if (now.at !== 'refund' || now.shown !== shown) return
  if (!answer.ok) {
    const form = inForm(now, answer.fault)
    play('attention')
    return form === null ? notify({ kind: 'fault', fault: answer.fault }) : store.setState({ counter: form })
  }
  leaveRefund()
  announce(refundWords.saidNo)
}

/** From an outcome to the receipt as the service's own answer had it; nothing is asked. */
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

/** Says what is on the paper now, to those who do not see it. */
export function announceShown(shown: ShownTransaction): void {
  const { app, stores } = store.getState()
  announce(announceFound(shown, app, stores.names))
}

/** The draft with a change. An amount that came whole was pasted: no digit of it was meant as a reason. */
function edited(draft: RefundDraft, change: Partial<RefundDraft>): RefundDraft {
  const { amountText: text = draft.amountText } = change
  const cameWhole = text.length - draft.amountText.length > 1
  const amountCheck = text === draft.amountText ? draft.amountCheck : cameWhole ? 'taken' : 'typing'
  return { ...draft, amountCheck, ...change }
}

async function send(from: AtRefund, refund: ReadyForm): Promise<void> {
  const { shown, draft } = from
  const { amount } = refund
  // Set before the first await: a second press finds the counter elsewhere.
  store.setState({
    counter: { at: 'sending', amount, shown, attempt: null },
    dialog: null,
    drawerOpen: false,
    notice: null,
  })
  const answer = await call('refund:issue', {
    lookup: shown.lookup,
    id: shown.record.id,
    confirmed: draft.confirmed,
    ...refund,
  })
  const { counter } = store.getState()
  if (counter.at !== 'sending') return
  if (answer.ok) {
    const outcome = outcomeOf(counter, answer.value)
    const mayBeRepeated =
      meaningOf(outcome.attempt.state).moneyOut === 'no' || outcome.attempt.state === 'refusal_seen'
    store.setState({
      counter: outcome,
      pressesFrom: pressesFromNow(),
      ...(mayBeRepeated ? {} : { keptForm: null }),
    })
    play(soundOf(outcome.attempt))
    announce(announceOutcome(outcome.attempt))
  } else {
    const { fault } = answer
    play('attention')
    store.setState({
      counter: inForm(from, fault) ?? stoppedAt(from, amount, fault),
      pressesFrom: pressesFromNow(),
      ...(fault.kind === 'refunded_elsewhere' ? { keptForm: null } : {}),
    })
    announce(announceStopped(fault, amount))
  }
}

/** Done only where nobody has to do anything more about it. */
function soundOf(attempt: AttemptView): Sound {
  return attempt.state === 'refunded' && openAlarms(attempt).length === 0 ? 'done' : 'attention'
}

/** A change may have been told before main's answer arrived; the later of the two counts, and its record. */
function outcomeOf(
  counter: CounterAt<'sending'>,
  { attempt, shown }: Output<'refund:issue'>,
): CounterAt<'outcome'> {
  const { attempt: told, shown: before } = counter
  const isNewer = told !== null && told.intent.marker === attempt.intent.marker && told.since > attempt.since
  const next = isNewer ? null : shown
  return { at: 'outcome', attempt: isNewer ? told : attempt, shown: next, storeId: storeIdOf(next ?? before) }
}

/** Whether what somebody showed was not taken, and is to be shown anew. */
export function isProofFault({ kind }: Fault): boolean {
  return ['pin_wrong', 'badge_unknown', 'role_too_low', 'second_person_is_the_cashier'].includes(kind)
}

/** The form again, where the rules take a second person or their yes was not taken: it says so. Null for every other fault. */
function inForm(from: AtRefund, fault: Fault): AtRefund | null {
  const { needs } = from
  if (isAboutRules(fault)) return { ...from, needs: needsOf(from, fault) }
  const isOfYes = isProofFault(fault) || fault.kind === 'pin_throttled' || fault.kind === 'pin_stopped'
  return needs !== null && isOfYes ? { ...from, needs: needsOf(from, needs.fault, fault) } : null
}

/** A bug in main says nothing about the money, so the cashier is not told "not sent". */
function stoppedAt({ shown, draft }: AtRefund, amount: Money, fault: Fault): CounterState {
  if (fault.kind === 'bug') return { at: 'broken', shown, amount, detail: fault.detail }
  // The newer answer takes the place of what the cashier saw.
  const now = fault.kind === 'refunded_elsewhere' ? { ...shown, record: fault.record } : shown
  return { at: 'stopped', shown: now, draft, amount, fault }
}

/** Asks the service at once instead of at the next planned check; what it says comes as a change of the refund. */
export async function checkNow(marker: string): Promise<void> {
  await ask('activity:check', { marker })
}
