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
import { lookupId } from '../../../shared/testing/lookup-id'
import { anOutage } from '../../../shared/testing/outage-sample'
import { takeScan } from '../../actions/lookups'
import { confirmRefund, editDraft, startRefund } from '../../actions/refunds'
import { apply } from '../../boot/window'
import { type RefundDraft, type Sound, type State, store } from '../store'
import { anAttempt, aShown } from './samples'

/** Answers of the channels that a test expects. */
type FakeAnswers = { readonly [C in Channel]?: (input: Input<C>) => Promise<Answer<C>> }

/** Calls of a channel, each of which waits for the test to answer it. */
function waitingCalls<C extends Channel>() {
  const inputs: Input<C>[] = []
  const answers: ((answer: Answer<C>) => void)[] = []
  const call = (input: Input<C>) => {
    inputs.push(input)
    return new Promise<Answer<C>>((answer) => answers.push(answer))
  }
  /** Answers the call at that place and lets everything settle. */
  const answer = async (index: number, answer: Answer<C>) => {
    answers[index]?.(answer)
    await settled()
  }
  return { inputs, call, answer }
}

/** A main whose lookups and refunds wait for the test to answer. Rejects every channel that it does not know. */
export class PlayedMain {
  private readonly finding = waitingCalls<'lookup:find'>()
  private readonly relating = waitingCalls<'lookup:related'>()
  private readonly refunding = waitingCalls<'refund:issue'>()
  readonly lookups = this.finding.inputs
  readonly relatedAsked = this.relating.inputs
  readonly refunds = this.refunding.inputs
  readonly answerLookup = this.finding.answer
  readonly answerRelated = this.relating.answer
  readonly answerRefund = this.refunding.answer
  readonly sounds: Sound[] = []
  readonly lists: Input<'outage:take-list'>[] = []
  /** The lookups said to be of this till's store. */
  readonly learned: string[] = []
  listAnswer = (name: string): Answer<'outage:take-list'> => succeed({ name, codes: 2 })
  /** The saved copy of any code. */
  savedCopy: ShownTransaction | null = null
  standing: PaymentStanding | null = null
  judgement: Answer<'refund:judge'> = succeed({})
  readonly declined: Input<'refund:decline'>[] = []
  declineAnswer: Answer<'refund:decline'> = succeed({})
  /** The refund that the journal returns, whichever is asked for. */
  opened = anAttempt()
  printAnswer: Answer<'paper:print'> = succeed({ done: 'printed' })

  private readonly answers: FakeAnswers = {
    'app:read': async () => succeed(store.getState().app),
    'lookup:find': (input) => {
      const { savedCopy } = this
      // Main sends a copy once it is read, after the call.
      if (savedCopy !== null) {
        const value = { ...savedCopy, lookup: input.lookup }
        queueMicrotask(() => this.tell({ kind: 'lookup:copy-found', value }))
      }
      return this.finding.call(input)
    },
    'lookup:related': this.relating.call,
    'refund:judge': async () => this.judgement,
    'refund:decline': async (input) => {
      this.declined.push(input)
      return this.declineAnswer
    },
    'refund:issue': this.refunding.call,
    'activity:day': async () => succeed({ day: aDay(), open: [], moreOpen: 0 }),
    'activity:open': async () => succeed(this.evidence()),
    'paper:print': async () => this.printAnswer,
    'store:learn': async ({ lookup }) => {
      this.learned.push(lookup)
      return succeed(anAppState({ storeId: 'store-1' }))
    },
    'payment:standing': async () => succeed(this.standing),
    'outage:read': async () => succeed(anOutage()),
    'outage:take-list': async (input) => {
      this.lists.push(input)
      return this.listAnswer(input.name)
    },
  }

  private readonly listeners = new Set<(event: MainEvent) => void>()
  readonly api: BridgeApi

  /** @param others further answers */
  constructor(others: FakeAnswers) {
    const answers: FakeAnswers = { ...this.answers, ...others }
    this.api = {
      call: (channel, ...[input]) => {
        // The type checker does not carry the channel through the table.
        const answer = answers[channel] as ((input: unknown) => Promise<Answer<typeof channel>>) | undefined
        return answer?.(input ?? {}) ?? Promise.reject(new Error(`${channel} was not expected`))
      },
      onEvent: (listener) => void this.listeners.add(listener),
    }
  }

  tell(event: MainEvent): void {
    for (const listener of this.listeners) listener(event)
  }

  /** What is known of its one attempt. */
  private evidence(): AttemptEvidence {
    const now = { kind: 'now' } as const
    const decidable = { refunded: now, notRefunded: now }
    return { attempt: this.opened, events: [], decidable, storeId: 'store-2' }
  }
}

/** Runs every pending promise. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** Resets the store to a connected till, with changes. */
export function resetStore(state: Partial<State> = {}): void {
  store.setState({ ...store.getInitialState(), app: anAppState(), ...state }, true)
}

let stop: () => void = () => undefined

/** Opens the window over a played main with these answers. Lookups are numbered from 1 (`lookupId`). */
export function playMain(state: Partial<State> = {}, answers: FakeAnswers = {}): PlayedMain {
  stop()
  const main = new PlayedMain(answers)
  let lookups = 0
  const randomUUID = () => {
    lookups += 1
    return lookupId(lookups)
  }
  Object.assign(crypto, { randomUUID })
  // A unit test has no `window`.
  Object.assign(globalThis, { window: globalThis, tillside: main.api })
  resetStore(state)
  main.api.onEvent(apply)
  stop = store.subscribe(({ sounded }, before) => {
    if (sounded !== before.sounded && sounded.sound !== null) main.sounds.push(sounded.sound)
  })
  return main
}

/** A counter with this receipt on it, by lookup 1. */
export async function playReceipt(shown: ShownTransaction = aShown(1)): Promise<PlayedMain> {
  const main = playMain()
  void takeScan('483920174462')
  await main.answerLookup(0, succeed(shown))
  return main
}

/** The same with its form filled in. */
export async function playForm(draft: Partial<RefundDraft> = { reason: 'damaged' }): Promise<PlayedMain> {
  const main = await playReceipt()
  startRefund()
  editDraft(draft)
  return main
}

/** The counter after a refund of it that main answered so. */
export async function playAnswered(
  answer: Answer<'refund:issue'>,
  draft?: Partial<RefundDraft>,
): Promise<PlayedMain> {
  const main = await playForm(draft)
  void confirmRefund()
  await main.answerRefund(0, answer)
  return main
}
