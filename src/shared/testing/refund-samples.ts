/** Small, plain samples of the refund protocol's values, for tests to change one thing at a time. */
import type {
  Attempt,
  AttemptEvent,
  AttemptState,
  Glance,
  Intent,
  Look,
  RefundAnswer,
  Verdict,
} from '../attempt'

export const startOfDay = Date.UTC(2026, 10, 21, 9, 0, 0)
export const ownMarker = 'R-AAAAAAAAAA'
export const otherMarker = 'R-BBBBBBBBBB'

/** HK$120.50, paid, nothing refunded. */
export function glance(change: Partial<Glance> = {}): Glance {
  return {
    id: 'pay-1',
    status: 'paid',
    currency: 'HKD',
    amount: 12050,
    refunded: 0,
    refundedAt: '',
    updatedAt: '2026-11-20 18:00:00',
    remark: '',
    ...change,
  }
}

/** HK$20.00 of the plain transaction. */
export function intent(change: Partial<Intent> = {}): Intent {
  return {
    marker: ownMarker,
    id: 'pay-1',
    transactionId: '100000000000001',
    foundBy: { kind: 'transaction_id', code: '100000000000001' },
    currency: 'HKD',
    amount: 2000,
    whole: false,
    mark: 0,
    before: glance(),
    reason: 'Damaged item',
    cashier: 'Kit',
    deviceId: 'till-1',
    serviceAddress: 'https://pay.example',
    ...change,
  }
}

export function attempt(state: AttemptState, change: Partial<Attempt> = {}): Attempt {
  return {
    intent: intent(),
    state,
    createdAt: startOfDay,
    since: startOfDay,
    alarm: null,
    forPerson: null,
    refusal: null,
    looks: 0,
    lastLookAt: null,
    lastLookFailed: false,
    quietLooks: 0,
    decision: null,
    ...change,
  }
}

export function verdict(to: AttemptState, change: Partial<Verdict> = {}): Verdict {
  return { to, alarm: null, forPerson: null, nothingMoved: false, ...change }
}

export function seen(change: Partial<Glance> = {}, stale = false): Look {
  return { kind: 'seen', glance: glance(change), stale }
}

export const noRecord: Look = { kind: 'no_record', detail: 'no_answer' }

export const refusal: RefundAnswer = {
  kind: 'error_shape',
  httpStatus: 422,
  status: 422,
  message: 'Not allowed',
}
export const lost: RefundAnswer = { kind: 'no_answer', reason: 'reset', detail: 'ECONNRESET' }
export const neverConnected: RefundAnswer = { kind: 'never_connected', reason: 'refused', detail: '' }

export function answeredBy(answer: RefundAnswer, to: AttemptState, at = startOfDay): AttemptEvent {
  return { kind: 'answered', at, answer, verdict: verdict(to), raw: '' }
}

export function looked(
  look: Look,
  to: AttemptState,
  at = startOfDay,
  change: Partial<Verdict> = {},
): AttemptEvent {
  return { kind: 'looked', at, look, verdict: verdict(to, change), raw: '' }
}

export function decided(to: 'refunded' | 'not_refunded', at = startOfDay): AttemptEvent {
  const decision = { to, supervisor: 'Sam', saw: 'The portal', why: 'It says so' }
  return { kind: 'decided', at, decision }
}
