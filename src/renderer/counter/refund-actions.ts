import { meaningOf } from '../../shared/attempt-states'
import type { Output } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { Money } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import { openAlarms } from '../../shared/refund'
import {
  availability,
  draftAmount,
  emptyDraft,
  isOpening,
  type ReadyRefund,
  readDraft,
  writeAmount,
} from '../refund/draft'
import type { Sound } from '../sound/sound'
import { answerOf } from '../store/answer'
import {
  type CounterState,
  isRefundInFlight,
  type NeededSupervisor,
  pressesFromNow,
  type RefundDraft,
  storeIdOf,
  takesPresses,
} from '../store/counter-state'
import type { AllowingSupervisor, GetStore, RefundActions, SetStore, StoreDeps } from '../store/store-types'
import { announceAmountAsked, announceFault, announceOutcome, announceStopped } from '../words/counter'
import { reasonText } from '../words/refund'
import { announceShown } from './lookups'

/** Who allows a refund, and because of which earlier one it is asked. */
type Allowed = { readonly supervisor: AllowingSupervisor; readonly marker: string }

type AtRefund = Pick<Extract<CounterState, { at: 'refund' }>, 'shown' | 'draft'>
type AtSending = Extract<CounterState, { at: 'sending' }>
type AtOutcome = Extract<CounterState, { at: 'outcome' }>

/** The refund form, from opening it to what came of it. */
export function makeRefundActions(set: SetStore, get: GetStore, deps: StoreDeps): RefundActions {
  return {
    startRefund: () => {
      const { counter, app, savedCopy } = get()
      if (counter.at !== 'receipt') return
      const offered = availability(counter.shown, app)
      if (offered.kind === 'saved_copy' && savedCopy.at === 'asking') {
        set({ savedCopy: { ...savedCopy, refundWanted: true } })
      }
      // Right after a start the record is still being checked: the press is kept until it is open.
      if (isOpening(offered)) set({ formWish: counter.shown.record.id })
      // The panel says the same, but not to whoever looks at the keys.
      if (offered.kind === 'offline' || (offered.kind === 'saved_copy' && savedCopy.at !== 'asking')) {
        deps.play('refused_scan')
        get().notify({ kind: 'offline_refund' })
      }
      if (offered.kind !== 'open') return
      const { keptDraft } = get()
      const kept = keptDraft?.id === counter.shown.record.id ? keptDraft.draft : emptyDraft
      const amountCheck = kept.amountCheck === 'asked' ? 'typing' : kept.amountCheck
      const draft: RefundDraft = { ...kept, amountCheck, confirmed: false }
      set({ counter: { at: 'refund', shown: counter.shown, draft }, notice: null, formWish: null })
    },
    editDraft: (change) => {
      const { counter } = get()
      if (counter.at !== 'refund') return
      const draft = edited(counter.draft, change)
      set({ counter: { ...counter, draft }, keptDraft: { id: counter.shown.record.id, draft } })
    },
    leaveRefund: () => {
      const { counter } = get()
      if (counter.at !== 'refund' && counter.at !== 'stopped') return
      set({ counter: { at: 'receipt', shown: counter.shown } })
    },
    takeAmount: () => {
      const { counter, app } = get()
      if (counter.at !== 'refund') return false
      const open = availability(counter.shown, app)
      const read = open.kind === 'open' ? draftAmount(counter.draft, open.refundable) : null
      if (read === null || !read.ok) return false
      get().editDraft({ amountText: writeAmount(read.value.amount), amountCheck: 'taken' })
      return true
    },
    confirmByKeys: async () => {
      const { counter, app } = get()
      if (counter.at !== 'refund') return
      const { scope, amountCheck } = counter.draft
      if (scope === 'full' || amountCheck === 'taken') return get().confirmRefund()
      const open = availability(counter.shown, app)
      const ready = open.kind === 'open' ? readDraft(counter.draft, open.refundable) : null
      if (ready === null || !ready.ok) return get().confirmRefund()
      if (amountCheck === 'asked') {
        // A key that bounces has read no question.
        if (takesPresses(get())) await get().confirmRefund()
        return
      }
      const { amount } = ready.value
      deps.play('attention')
      get().editDraft({ amountText: writeAmount(amount), amountCheck: 'asked' })
      set({ pressesFrom: pressesFromNow() })
      get().announce(announceAmountAsked(amount))
    },
    confirmRefund: async () => {
      const { counter, app } = get()
      if (counter.at !== 'refund') return
      const open = availability(counter.shown, app)
      if (open.kind !== 'open') return
      const ready = readDraft(counter.draft, open.refundable)
      if (!ready.ok) {
        const { fault } = ready
        deps.play('refused_scan')
        set({ counter: { ...counter, askedFor: (counter.askedFor ?? 0) + 1 } })
        return get().announce(announceFault(fault, open.refundable.rest))
      }
      const draft: RefundDraft = { ...counter.draft, amountCheck: 'taken' }
      set({ keptDraft: { id: counter.shown.record.id, draft } })
      await send(set, get, deps, { ...counter, draft }, ready.value)
    },
    confirmWithSupervisor: async (supervisor) => {
      const { counter, app } = get()
      if (counter.at !== 'stopped' || counter.supervisorFor === null) return
      const open = availability(counter.shown, app)
      const ready = open.kind === 'open' ? readDraft(counter.draft, open.refundable) : null
      // What was typed stays; the panel that it goes back to says why there is no refund now.
      if (ready === null || !ready.ok) return get().leaveRefund()
      const { marker } = counter.supervisorFor
      await send(set, get, deps, counter, ready.value, { supervisor, marker })
    },
    showReceipt: () => {
      const { counter } = get()
      if (counter.at !== 'outcome' || counter.shown === null || isRefundInFlight(counter)) return
      set({ counter: { at: 'receipt', shown: counter.shown }, savedCopy: { at: 'none' }, notice: null })
      announceShown(get, counter.shown)
    },
  }
}

/** The draft with a change. An amount that came whole was pasted: no digit of it was meant as a reason. */
function edited(draft: RefundDraft, change: Partial<RefundDraft>): RefundDraft {
  const { amountText: text = draft.amountText } = change
  const cameWhole = text.length - draft.amountText.length > 1
  const amountCheck = text === draft.amountText ? draft.amountCheck : cameWhole ? 'taken' : 'typing'
  return { ...draft, amountCheck, ...change }
}

async function send(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  from: AtRefund,
  refund: ReadyRefund,
  allowed: Allowed | null = null,
): Promise<void> {
  const { shown, draft } = from
  const { amount } = refund
  // Set before the first await: a second press finds the counter elsewhere.
  set({
    counter: { at: 'sending', amount, shown, attempt: null },
    dialog: null,
    drawerOpen: false,
    notice: null,
  })
  const answer = await answerOf(
    deps.api.call('refund:issue', {
      lookup: shown.lookup,
      id: shown.record.id,
      amount,
      reason: reasonText(refund),
      confirmed: draft.confirmed,
      ...(allowed === null ? {} : { proof: { with: 'pin', ...allowed.supervisor } as const }),
    }),
  )
  const { counter } = get()
  if (counter.at !== 'sending') return
  if (answer.ok) {
    const outcome = outcomeOf(counter, answer.value)
    const mayBeRepeated =
      meaningOf(outcome.attempt.state).moneyOut === 'no' || outcome.attempt.state === 'refusal_seen'
    set({
      counter: outcome,
      pressesFrom: pressesFromNow(),
      ...(mayBeRepeated ? {} : { keptDraft: null }),
    })
    deps.play(soundOf(outcome.attempt))
    get().announce(announceOutcome(outcome.attempt))
  } else {
    const { fault } = answer
    deps.play('attention')
    set({
      counter: stoppedAt(from, amount, fault, allowed),
      pressesFrom: pressesFromNow(),
      ...(fault.kind === 'refunded_elsewhere' ? { keptDraft: null } : {}),
    })
    get().announce(announceStopped(fault, amount))
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

/** Whether what was typed as the supervisor's can be typed again. */
function isPinFault({ kind }: Fault): boolean {
  return kind === 'pin_wrong' || kind === 'pin_throttled'
}

function neededFor(fault: Fault, allowed: Allowed | null): NeededSupervisor | null {
  if (fault.kind === 'supervisor_needed') return { marker: fault.marker, name: '' }
  return allowed !== null && isPinFault(fault)
    ? { marker: allowed.marker, name: allowed.supervisor.name }
    : null
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
    supervisorFor: neededFor(fault, allowed),
  }
}
