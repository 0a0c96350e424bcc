import type { PaymentStanding } from '../../../shared/attempt/payment-standing'
import { succeed } from '../../../shared/base/result'
import type {
  Answer,
  AttemptEvidence,
  BridgeApi,
  Channel,
  Input,
  MainEvent,
  ShownTransaction,
} from '../../../shared/contract/contract'
import { aDay, anAppState } from '../../../shared/testing/app-state-sample'
import { anOutage } from '../../../shared/testing/outage-sample'
import { anAttempt } from './samples'

type Waiting<T> = { readonly answer: (answer: T) => void }

/** Answers of the channels that a test expects. */
export type FakeAnswers = { readonly [C in Channel]?: (input: Input<C>) => Promise<Answer<C>> }

/** A bridge with these answers. Rejects every other channel and sends no events. */
export function fakeBridge(
  answers: FakeAnswers,
  onEvent: BridgeApi['onEvent'] = () => () => undefined,
): BridgeApi {
  return {
    call: (channel, ...[input]) => {
      // The type checker does not carry the channel through the table.
      const answer = answers[channel] as ((input: unknown) => Promise<Answer<typeof channel>>) | undefined
      return answer?.(input ?? {}) ?? Promise.reject(new Error(`${channel} was not expected`))
    },
    onEvent,
  }
}

/** A main whose lookups and refunds wait for the test to answer. */
export class FakeMain {
  readonly lookups: Input<'lookup:find'>[] = []
  readonly refunds: Input<'refund:issue'>[] = []
  readonly lists: Input<'outage:take-list'>[] = []
  /** The lookups said to be of this till's store. */
  readonly learned: string[] = []
  readonly relatedAsked: Input<'lookup:related'>[] = []
  /** The answer to a list. */
  listAnswer = (name: string): Answer<'outage:take-list'> => succeed({ name, codes: 2 })
  /** The saved copy of any code. */
  savedCopy: ShownTransaction | null = null
  /** The standing of the payment on screen. */
  standing: PaymentStanding | null = null
  /** The rules' judgement of any refund. */
  judgement: Answer<'refund:judge'> = succeed({})
  /** The declined orders, and main's answer. */
  readonly declined: Input<'refund:decline'>[] = []
  declineAnswer: Answer<'refund:decline'> = succeed({})
  /** The refund that the journal returns, whichever is asked for. */
  opened = anAttempt()
  printAnswer: Answer<'paper:print'> = succeed({ done: 'printed' })
  private readonly lookupAnswers: Waiting<Answer<'lookup:find'>>[] = []
  private readonly refundAnswers: Waiting<Answer<'refund:issue'>>[] = []
  private readonly relatedAnswers: Waiting<Answer<'lookup:related'>>[] = []

  readonly answers: FakeAnswers = {
    'app:read': async () => succeed(anAppState()),
    'lookup:find': (input) => {
      this.lookups.push(input)
      if (this.savedCopy !== null) this.tellCopy({ ...this.savedCopy, lookup: input.lookup })
      return new Promise((answer) => this.lookupAnswers.push({ answer }))
    },
    'lookup:related': (input) => {
      this.relatedAsked.push(input)
      return new Promise((answer) => this.relatedAnswers.push({ answer }))
    },
    'refund:judge': async () => this.judgement,
    'refund:decline': async (input) => {
      this.declined.push(input)
      return this.declineAnswer
    },
    'refund:issue': (input) => {
      this.refunds.push(input)
      return new Promise((answer) => this.refundAnswers.push({ answer }))
    },
    'activity:day': async () => succeed({ day: aDay(), open: [], moreOpen: 0 }),
    'activity:open': async () => succeed(this.evidence()),
    'paper:print': async () => this.printAnswer,
    'store:learn': async ({ lookup }) => {
      this.learned.push(lookup)
      return succeed(anAppState({ storeId: 'store-1' }))
    },
    'payment:standing': async () => succeed(this.standing),
    'outage:read': async () => succeed(anOutage()),
    'outage:take-list': (input) => {
      this.lists.push(input)
      return Promise.resolve(this.listAnswer(input.name))
    },
  }

  private readonly listeners = new Set<(event: MainEvent) => void>()

  readonly api: BridgeApi

  /** @param others further answers */
  constructor(others: FakeAnswers = {}) {
    this.api = fakeBridge({ ...this.answers, ...others }, (listener) => {
      this.listeners.add(listener)
      return () => this.listeners.delete(listener)
    })
  }

  /** Sends an event to the window. */
  tell(event: MainEvent): void {
    for (const listener of this.listeners) listener(event)
  }

  /** Main sends a copy once it is read, after the call. */
  private tellCopy(value: ShownTransaction): void {
    queueMicrotask(() => this.tell({ kind: 'lookup:copy-found', value }))
  }

  /** What is known of its one attempt. */
  private evidence(): AttemptEvidence {
    const now = { kind: 'now' } as const
    const decidable = { refunded: now, notRefunded: now }
    return { attempt: this.opened, events: [], decidable, storeId: 'store-2' }
  }

  /** Answers the lookup at that place and lets everything settle. */
  async answerLookup(index: number, answer: Answer<'lookup:find'>): Promise<void> {
    this.lookupAnswers[index]?.answer(answer)
    await settled()
  }

  async answerRelated(index: number, answer: Answer<'lookup:related'>): Promise<void> {
    this.relatedAnswers[index]?.answer(answer)
    await settled()
  }

  async answerRefund(index: number, answer: Answer<'refund:issue'>): Promise<void> {
    this.refundAnswers[index]?.answer(answer)
    await settled()
  }
}

/** Runs every pending promise. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
