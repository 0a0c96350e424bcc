/**
 * What each state of a refund attempt means (refund-protocol.md 5 to 9). refund.ts draws how they follow
 * each other. Whatever the program asks of a state is answered here and nowhere else: a new state does not compile
 * before all of it is said. Plain, so that the window has it too.
 */
import { unreachable } from '../base/result'

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

/** What a person may say of an attempt: that it was refunded, or that it was not (protocol 9). */
export const decisionOutcomes = ['refunded', 'not_refunded'] as const
export type DecisionOutcome = (typeof decisionOutcomes)[number]

type Meaning = {
  /** Whether the amount went out. Unknown while it may still move, or have moved, unseen: that locks its payment. */
  readonly moneyOut: 'yes' | 'no' | 'unknown'
  /** Whether the answer to the refund may lead here. */
  readonly isAnswer: boolean
  /** When the service is asked about the attempt by itself; what is settled, only while it is watched (protocol 9). */
  readonly asked: 'at_intervals' | 'until_quiet' | 'while_watched'
  /** Where a check may lead. None: no check is written there. */
  readonly checkLeadsTo: readonly AttemptState[]
  /** When a person may decide it: at any time, or not before no quiet show has come for long enough (protocol 9). */
  readonly decided: 'at_once' | 'late' | 'never'
}

const settled = {
  isAnswer: false,
  asked: 'while_watched',
  checkLeadsTo: [],
  decided: 'never',
} as const

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

function isState(state: string): state is AttemptState {
  return Object.hasOwn(meanings, state)
}

/** What a state means. One that no type allows is named as a bug. */
export function meaningOf(state: AttemptState): Meaning {
  return isState(state) ? meanings[state] : unreachable(state)
}

/** Whether an attempt is between being written down and its answer: a start that finds it so says that it was interrupted. */
export function isOnItsWay(state: AttemptState): boolean {
  return state === 'sending'
}

/** Whether a check may settle it, so that nobody has to. */
export function maySettleByItself(state: AttemptState): boolean {
  const { moneyOut, checkLeadsTo } = meaningOf(state)
  return moneyOut === 'unknown' && checkLeadsTo.some((next) => meaningOf(next).moneyOut !== 'unknown')
}
