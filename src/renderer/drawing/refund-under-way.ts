import type { Attempt } from '../../shared/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt-states'
import { formatMoney, type Money, writeHundredths } from '../../shared/money'
import type { Lock } from '../../shared/payment-standing'
import type { CounterState } from '../store/counter-state'
import { underWayAdvice } from '../words/failed-words'
import { attemptState, type State } from '../words/state-words'

/** What must never go out of sight, ready to be read: nothing of it is worked out while it is drawn. */
export type UnderWay = {
  /** Null when even the amount cannot be read. */
  readonly money: string | null
  readonly state: State
  readonly advice: string
  /** The refund no., once it has one. */
  readonly marker: string | null
  readonly sending: boolean
}

/** The amount as everywhere else; where that very formatting fails, in plain digits: "HKD 120.50". */
function moneyText(money: Money): string {
  try {
    return formatMoney(money)
  } catch {
    return `${money.currency} ${writeHundredths(money.hundredths)}`
  }
}

function underWay(money: string | null, state: AttemptState, marker: string | null): UnderWay {
  return {
    money,
    state: attemptState(state),
    advice: underWayAdvice(state),
    marker,
    sending: isOnItsWay(state),
  }
}

function ofAttempt({ intent, state }: Attempt): UnderWay {
  const { amount: hundredths, currency, marker } = intent
  return underWay(moneyText({ hundredths, currency }), state, String(marker))
}

/** A lock that no attempt holds is still a refund that may have gone out. */
function ofLock(lock: Lock | null): UnderWay | null {
  if (lock === null) return null
  if (lock.kind === 'attempt') return ofAttempt(lock.attempt)
  return underWay(null, 'unconfirmed', lock.kind === 'unread' && lock.marker !== '' ? lock.marker : null)
}

function read(counter: CounterState): UnderWay | null {
  switch (counter.at) {
    case 'sending':
      if (counter.attempt !== null) return ofAttempt(counter.attempt)
      return underWay(moneyText(counter.amount), 'sending', null)
    case 'broken':
      return underWay(moneyText(counter.amount), 'unconfirmed', null)
    case 'stopped':
      return underWay(moneyText(counter.amount), 'not_sent', null)
    case 'outcome':
      return ofAttempt(counter.attempt)
    case 'receipt':
    case 'refund':
      return ofLock(counter.shown.lock)
    default:
      return null
  }
}

/**
 * The refund that the counter is about, for the moment in which what usually shows it cannot be drawn; null
 * when there is none. Never throws: what cannot be read at all is told as a refund whose end is unknown.
 */
export function refundUnderWay(counter: CounterState): UnderWay | null {
  try {
    return read(counter)
  } catch {
    return underWay(null, 'unconfirmed', null)
  }
}
