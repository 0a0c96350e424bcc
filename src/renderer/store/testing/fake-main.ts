import type { Answer, AttemptEvidence, Input, ShownTransaction } from '../../../shared/contract'
import { type BridgeApi, listeners, operations } from '../../../shared/operations'
import type { PaymentStanding } from '../../../shared/payment-standing'
import { succeed } from '../../../shared/result'
import { anAppState } from '../../../shared/testing/app-state-sample'
import { lookupId } from '../../../shared/testing/lookup-id'
import { anOutage } from '../../../shared/testing/outage-sample'
import { makeAppStore } from '../../boot/make-store'
import type { Sound } from '../../sound/sound'
import { anAttempt } from './samples'

type Waiting<T> = { readonly answer: (answer: T) => void }

/** Every function of the bridge: a call rejects, a listener is never called back. */
function unexpected(): BridgeApi {
  const calls = Object.keys(operations).map((name) => {
    return [name, () => Promise.reject(new Error(`${name} was not expected`))]
  })
  const silent = Object.keys(listeners).map((name) => [name, () => () => {}])
  // The table of operations is what BridgeApi is derived from: they have the same names.
  return Object.fromEntries([...calls, ...silent]) as BridgeApi
}

/** Main as the window knows it: lookups and refunds wait until the test answers them. */
export class FakeMain {
  readonly lookups: Input<'lookup:find'>[] = []
  readonly refunds: Input<'refund:issue'>[] = []
  readonly lists: Input<'outage:take-list'>[] = []
  /** The lookups whose store somebody said is this till's. */
  readonly learned: string[] = []
  readonly relatedAsked: Input<'lookup:related'>[] = []
  /** What main says to a list. */
  listAnswer = (name: string): Answer<'outage:take-list'> => succeed({ name, codes: 2, oversized: false })
  /** What is saved, for any code. */
  savedCopy: ShownTransaction | null = null
  /** How main says that the payment on screen stands. */
  standing: PaymentStanding | null = null
  /** The refund that the journal opens, whichever is asked for. */
  opened = anAttempt()
  printAnswer: Answer<'paper:print'> = succeed({ done: 'printed' })
  readonly sounds: Sound[] = []
  private lookupIds = 0
  private readonly lookupAnswers: Waiting<Answer<'lookup:find'>>[] = []
  private readonly refundAnswers: Waiting<Answer<'refund:issue'>>[] = []
  private readonly relatedAnswers: Waiting<Answer<'lookup:related'>>[] = []

  readonly api: BridgeApi = {
    ...unexpected(),
    readAppState: async () => succeed(anAppState()),
    findTransaction: (input) => {
      this.lookups.push(input)
      if (this.savedCopy !== null) this.tellCopy({ ...this.savedCopy, lookup: input.lookup })
      return new Promise((answer) => this.lookupAnswers.push({ answer }))
    },
    relatedRecord: (input) => {
      this.relatedAsked.push(input)
      return new Promise((answer) => this.relatedAnswers.push({ answer }))
    },
    issueRefund: (input) => {
      this.refunds.push(input)
      return new Promise((answer) => this.refundAnswers.push({ answer }))
    },
    todayActivity: async () => succeed({ open: [], moreOpen: 0, refunded: [], unsettled: 0 }),
    openAttempt: async () => succeed(this.evidence()),
    printPaper: async () => this.printAnswer,
    learnStore: async ({ lookup }) => {
      this.learned.push(lookup)
      return succeed(anAppState({ storeId: 'store-1' }))
    },
    paymentStanding: async () => succeed(this.standing),
    readOutage: async () => succeed(anOutage()),
    takeList: (input) => {
      this.lists.push(input)
      return Promise.resolve(this.listAnswer(input.name))
    },
  }

  readonly store = makeAppStore(
    {
      api: this.api,
      play: (sound) => void this.sounds.push(sound),
      makeLookupId: () => {
        this.lookupIds += 1
        return lookupId(this.lookupIds)
      },
    },
    anAppState(),
  )

  /** Main pushes a copy when it is read, which is later than the question. */
  private tellCopy(copy: ShownTransaction): void {
    queueMicrotask(() => this.store.getState().copyFound(copy))
  }

  /** What is known about the one attempt that this main has. */
  private evidence(): AttemptEvidence {
    const now = { kind: 'now' } as const
    const decidable = { refunded: now, notRefunded: now }
    return { attempt: this.opened, events: [], decidable, storeId: 'store-2' }
  }

  /** Answers the lookup of that place in the order they were asked, then lets everything settle. */
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

/** Runs every promise that can run now. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
