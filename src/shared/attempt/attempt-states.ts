/**
 * What each state of a refund attempt means (refund-protocol.md 5 to 9). refund.ts says how they follow each other. Everything
 * that the program asks about a state is here and nowhere else, so that a new state does not compile until it is all filled
 * in. Without zod, so that the window can import it.
 */
/** The states of one refund attempt. */
export const attemptStates = [
  'sending',
  'refunded',
  'not_sent',
  'refusal_seen',
  'refused',
  'unconfirmed',
  'refunded_probably',
  'not_refunded',
] as const

export type AttemptState = (typeof attemptStates)[number]

/** What a person may decide about an attempt (protocol 9). */
export const decisionOutcomes = ['refunded', 'not_refunded'] as const
export type DecisionOutcome = (typeof decisionOutcomes)[number]

type Meaning = {
  /** Whether the amount went out. `unknown`: it may still move, or have moved unseen, which locks the payment. */
  readonly moneyOut: 'yes' | 'no' | 'unknown'
  /** Whether the answer to the refund may lead to this state. */
  readonly isAnswer: boolean
  /** When checks of the attempt are planned; of a settled one only while it is watched (protocol 9). */
  readonly asked: 'at_intervals' | 'until_quiet' | 'while_watched'
  /** Which states a check may lead to. With none, no check is written. */
  readonly checkLeadsTo: readonly AttemptState[]
  /** When a person may decide it. `late`: once no quiet show has come for long enough (protocol 9). */
  readonly decided: 'at_once' | 'late' | 'never'
}

const settled = { isAnswer: false, asked: 'while_watched', checkLeadsTo: [], decided: 'never' } as const

const meanings: Readonly<Record<AttemptState, Meaning>> = {
  sending: { ...settled, moneyOut: 'unknown' },
  refunded: { ...settled, moneyOut: 'yes', isAnswer: true },
  not_sent: { ...settled, moneyOut: 'no', isAnswer: true },
  refusal_seen: {
    moneyOut: 'unknown',
    isAnswer: true,
    asked: 'until_quiet',
    checkLeadsTo: ['refusal_seen', 'refused', 'unconfirmed'],
    decided: 'late',
  },
  refused: { ...settled, moneyOut: 'no', checkLeadsTo: ['unconfirmed'] },
  unconfirmed: {
    moneyOut: 'unknown',
    isAnswer: true,
    asked: 'at_intervals',
    checkLeadsTo: ['unconfirmed', 'refunded', 'refunded_probably'],
    decided: 'at_once',
  },
  refunded_probably: {
    moneyOut: 'unknown',
    isAnswer: false,
    asked: 'at_intervals',
    checkLeadsTo: ['refunded_probably', 'unconfirmed'],
    decided: 'at_once',
  },
  not_refunded: { ...settled, moneyOut: 'no', checkLeadsTo: ['unconfirmed'] },
}

/** Returns what a state means. */
export function meaningOf(state: AttemptState): Meaning {
  return meanings[state]
}

/** Whether an attempt is between being written down and its answer. A start that finds one writes that it was interrupted. */
export function isOnItsWay(state: AttemptState): boolean {
  return state === 'sending'
}

/** Whether a check may settle the attempt, so that no person has to. */
export function maySettleByItself(state: AttemptState): boolean {
  const { moneyOut, checkLeadsTo } = meaningOf(state)
  return moneyOut === 'unknown' && checkLeadsTo.some((next) => meaningOf(next).moneyOut !== 'unknown')
}
