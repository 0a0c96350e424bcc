import { meaningOf } from '../../shared/attempt-states'
import type { AppState, Output, ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { Money } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import type { PersonProof } from '../../shared/people'
import { openAlarms } from '../../shared/refund'
import {
  type CounterState,
  isRefundInFlight,
  type NeededSecondPerson,
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
  type ReadyRefund,
  readDraft,
  writeAmount,
} from '../store/draft'
import { ask, call } from '../store/main'
import { type Sound, store } from '../store/store'
import { announce, notify, play } from '../store/tell'
import {
  announceAmountAsked,
  announceFault,
  announceFound,
  announceOutcome,
  announceStopped,
} from '../words/counter'

/** Who allows a refund, and which rules ask for it. */
type Allowed = { readonly proof: PersonProof } & NeededSecondPerson

type AtRefund = Pick<Extract<CounterState, { at: 'refund' }>, 'shown' | 'draft'>
type AtSending = Extract<CounterState, { at: 'sending' }>
type AtOutcome = Extract<CounterState, { at: 'outcome' }>

/** Opens the form, or remembers the press while the service is asked or the record is being checked. */
export function startRefund(): void {
  const { counter, app, savedCopy } = store.getState()
  if (counter.at !== 'receipt') return
  const offered = availability(counter.shown, app)
  if (offered.kind === 'saved_copy' && savedCopy.at === 'asking') {
    store.setState({ savedCopy: { ...savedCopy, refundWanted: true } })
  }
  // Right after a start the record is still being checked: the press is kept until it is open.
  if (isOpening(offered)) store.setState({ reopenFormFor: counter.shown.record.id })
  // The panel says the same, but not to whoever looks at the keys.
  if (offered.kind === 'offline' || (offered.kind === 'saved_copy' && savedCopy.at !== 'asking')) {
    play('refused_scan')
    notify({ kind: 'offline_refund' })
  }
  if (offered.kind !== 'open') return
  const { keptDraft } = store.getState()
  const kept = keptDraft?.id === counter.shown.record.id ? keptDraft.draft : emptyDraft
  const amountCheck = kept.amountCheck === 'asked' ? 'typing' : kept.amountCheck
  const draft: RefundDraft = { ...kept, amountCheck, confirmed: false }
  store.setState({
    counter: { at: 'refund', shown: counter.shown, draft },
    notice: null,
    reopenFormFor: null,
  })
}

/** Changes what is filled in. */
export function editDraft(change: Partial<RefundDraft>): void {
  const { counter } = store.getState()
  if (counter.at !== 'refund') return
  const draft = edited(counter.draft, change)
  store.setState({ counter: { ...counter, draft }, keptDraft: { id: counter.shown.record.id, draft } })
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
function readyAt({ shown, draft }: AtRefund, app: AppState): ReadyRefund | null {
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
  if (ready === null) return confirmRefund()
  if (amountCheck === 'asked') {
    // A key that bounces has read no question.
    if (takesPresses(store.getState())) await confirmRefund()
    return
  }
  const { amount } = ready
  play('attention')
  editDraft({ amountText: writeAmount(amount), amountCheck: 'asked' })
  store.setState({ pressesFrom: pressesFromNow() })
  announce(announceAmountAsked(amount))
}

/** Sends the refund on screen, if it is whole. Every refusal is said aloud. */
export async function confirmRefund(): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'refund') return
  const open = availability(counter.shown, app)
  if (open.kind !== 'open') return
  const ready = readDraft(counter.draft, open.refundable)
  if (!ready.ok) {
    const { fault } = ready
    play('refused_scan')
    store.setState({ counter: { ...counter, confirmAttempts: (counter.confirmAttempts ?? 0) + 1 } })
    return announce(announceFault(fault, open.refundable.rest))
  }
  const draft: RefundDraft = { ...counter.draft, amountCheck: 'taken' }
  store.setState({ keptDraft: { id: counter.shown.record.id, draft } })
  await send({ ...counter, draft }, ready.value)
}

/** Sends again what main stopped for want of a supervisor, who has shown who they are. */
export async function confirmWithSecondPerson(proof: PersonProof): Promise<void> {
  const { counter, app } = store.getState()
  if (counter.at !== 'stopped' || counter.secondPersonFor === null) return
  const ready = readyAt(counter, app)
  // What was typed stays; the panel that it goes back to says why there is no refund now.
  if (ready === null) return leaveRefund()
  const { rules, marker } = counter.secondPersonFor
  await send(counter, ready, { proof, rules, marker })
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

async function send(from: AtRefund, refund: ReadyRefund, allowed: Allowed | null = null): Promise<void> {
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
    amount,
    reason: refund.reason,
    confirmed: draft.confirmed,
    ...(allowed === null ? {} : { proof: allowed.proof, yesTo: allowed.rules }),
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
      ...(mayBeRepeated ? {} : { keptDraft: null }),
    })
    play(soundOf(outcome.attempt))
    announce(announceOutcome(outcome.attempt))
  } else {
    const { fault } = answer
    play('attention')
    store.setState({
      counter: stoppedAt(from, amount, fault, allowed),
      pressesFrom: pressesFromNow(),
      ...(fault.kind === 'refunded_elsewhere' ? { keptDraft: null } : {}),
    })
    announce(announceStopped(fault, amount))
  }
}

/** Done only where nobody has to do anything more about it. */
function soundOf(attempt: AttemptView): Sound {
  return attempt.state === 'refunded' && openAlarms(attempt).length === 0 ? 'done' : 'attention'
}

/** A change may have been told before main's answer arrived; the later of the two counts, and its record. */
function outcomeOf(counter: AtSending, { attempt, shown }: Output<'refund:issue'>): AtOutcome {
  const { attempt: told, shown: before } = counter
  const isNewer = told !== null && told.intent.marker === attempt.intent.marker && told.since > attempt.since
  const next = isNewer ? null : shown
  return { at: 'outcome', attempt: isNewer ? told : attempt, shown: next, storeId: storeIdOf(next ?? before) }
}

/** Whether what somebody showed was not taken, and is to be shown anew. */
export function isProofFault({ kind }: Fault): boolean {
  return ['pin_wrong', 'badge_unknown', 'role_too_low', 'second_person_is_the_cashier'].includes(kind)
}

function neededFor(fault: Fault, allowed: Allowed | null): NeededSecondPerson | null {
  if (fault.kind === 'second_person_needed') return { rules: fault.by, marker: fault.marker }
  return allowed !== null && isProofFault(fault) ? { rules: allowed.rules, marker: allowed.marker } : null
}

/** A bug in main says nothing about the money, so the cashier is not told "not sent". */
function stoppedAt(from: AtRefund, amount: Money, fault: Fault, allowed: Allowed | null): CounterState {
  if (fault.kind === 'bug') return { at: 'broken', shown: from.shown, amount, detail: fault.detail }
  return {
    at: 'stopped',
    // The newer answer takes the place of what the cashier saw.
    shown: fault.kind === 'refunded_elsewhere' ? { ...from.shown, record: fault.record } : from.shown,
    draft: from.draft,
    amount,
    fault,
    secondPersonFor: neededFor(fault, allowed),
  }
}

/** Asks the service at once instead of at the next planned check; what it says comes as a change of the refund. */
export async function checkNow(marker: string): Promise<void> {
  await ask('activity:check', { marker })
}
