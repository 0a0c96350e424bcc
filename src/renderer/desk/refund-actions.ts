import type { Attempt } from '../../shared/attempt'
import type { Money } from '../../shared/money'
import { availability } from '../refund/refund-availability'
import { emptyDraft, type ReadyRefund, type RefundDraft, readDraft } from '../refund/refund-draft'
import { sayOutcome, sayStopped } from '../words/announcement-words'
import { reasonText, troubleWords } from '../words/refund-words'
import { answerOf } from './answer'
import type { CounterPlace } from './counter-place'
import type { DeskPorts, GetDesk, SetDesk } from './desk-store'

export type RefundActions = {
  readonly startRefund: () => void
  readonly editDraft: (change: Partial<RefundDraft>) => void
  readonly leaveRefund: () => void
  /** Sends the refund on screen, if it is whole. Every refusal is said aloud. */
  readonly confirmRefund: () => Promise<void>
}

type AtRefund = Extract<CounterPlace, { at: 'refund' }>

/** The refund form, from opening it to what came of it. */
export function makeRefundActions(set: SetDesk, get: GetDesk, ports: DeskPorts): RefundActions {
  return {
    startRefund: () => {
      const { counter, desk, savedCopy } = get()
      if (counter.at !== 'receipt') return
      const offered = availability(counter.shown, desk).kind
      if (offered === 'saved_copy' && savedCopy.at === 'asking') {
        set({ savedCopy: { ...savedCopy, refundWanted: true } })
      }
      if (offered !== 'open') return
      set({ counter: { at: 'refund', shown: counter.shown, draft: emptyDraft }, notice: null })
    },
    editDraft: (change) => {
      const { counter } = get()
      if (counter.at !== 'refund') return
      set({ counter: { ...counter, draft: { ...counter.draft, ...change } } })
    },
    leaveRefund: () => {
      const { counter } = get()
      if (counter.at !== 'refund' && counter.at !== 'stopped') return
      set({ counter: { at: 'receipt', shown: counter.shown } })
    },
    confirmRefund: async () => {
      const { counter, desk } = get()
      if (counter.at !== 'refund') return
      const open = availability(counter.shown, desk)
      if (open.kind !== 'open') return
      const ready = readDraft(counter.draft, open.refundable)
      if (!ready.ok) return get().say(troubleWords(ready.fault, open.refundable.rest))
      await send(set, get, ports, counter, ready.value)
    },
  }
}

async function send(
  set: SetDesk,
  get: GetDesk,
  ports: DeskPorts,
  from: AtRefund,
  refund: ReadyRefund,
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
    ports.api.issueRefund({
      lookup: shown.lookup,
      id: shown.record.id,
      amount,
      reason: reasonText(refund),
      confirmed: draft.confirmed,
    }),
  )
  if (get().counter.at !== 'sending') return
  if (answer.ok) {
    const attempt = newest(get().counter, answer.value.attempt)
    set({ counter: { at: 'outcome', attempt } })
    get().say(sayOutcome(attempt))
  } else {
    ports.beep()
    set({ counter: stoppedAt(from, amount, answer.fault) })
    get().say(sayStopped(answer.fault, amount))
  }
  await get().refreshRecent()
}

/** A change may have been told before main's answer arrived; the later of the two counts. */
function newest(counter: CounterPlace, answered: Attempt): Attempt {
  const told = counter.at === 'sending' ? counter.attempt : null
  if (told === null || told.intent.marker !== answered.intent.marker) return answered
  return told.since > answered.since ? told : answered
}

/** A bug in main says nothing about the money, so the cashier is not told "not sent". */
function stoppedAt(
  from: AtRefund,
  amount: Money,
  fault: Extract<CounterPlace, { at: 'stopped' }>['fault'],
): CounterPlace {
  if (fault.kind === 'bug') return { at: 'broken', shown: from.shown, amount, detail: fault.detail }
  return { at: 'stopped', shown: from.shown, draft: from.draft, amount, fault }
}
