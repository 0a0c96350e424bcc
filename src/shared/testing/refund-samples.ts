/** Small, plain samples of the refund protocol's values, for tests to change one thing at a time. */
import type {
  Attempt,
  AttemptEvent,
  Decision,
  Intent,
  RefundAnswer,
  Snapshot,
  Verdict,
  Watch,
} from '../attempt/attempt'
import type { AttemptState } from '../attempt/attempt-states'
import type { AttemptView } from '../attempt/payment-standing'

export const startOfDay = Date.UTC(2026, 10, 21, 9, 0, 0)
export const ownMarker = 'R-AAAAAAAAAA'
export const otherMarker = 'R-BBBBBBBBBB'

/** HK$120.50, paid, nothing refunded. */
export function snapshot(change: Partial<Snapshot> = {}): Snapshot {
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

/** HK$20.00 of the plain payment. */
export function intent(change: Partial<Intent> = {}): Intent {
  return {
    marker: ownMarker,
    id: 'pay-1',
    transactionId: '100000000000001',
    customId: '',
    foundBy: { kind: 'transaction_id', code: '100000000000001' },
    currency: 'HKD',
    amount: 2000,
    whole: false,
    base: 0,
    before: snapshot(),
    paidAt: '2026-11-20 18:00:00',
    reason: { code: 'damaged', text: 'Damaged item' },
    typed: false,
    cashier: { id: '', name: 'Kit' },
    deviceId: 'till-1',
    serviceAddress: 'https://pay.example',
    zone: 0,
    ...change,
  }
}

export function attempt(state: AttemptState, change: Partial<Attempt> = {}): Attempt {
  return {
    intent: intent(),
    state,
    createdAt: startOfDay,
    since: startOfDay,
    ran: { created: 0, since: 0 },
    begun: 1,
    line: 1,
    refundedLine: null,
    alarms: [],
    forPerson: null,
    refusal: null,
    decision: null,
    watch: null,
    told: null,
    seen: { refunded: 0, highest: 0, markers: [] },
    slips: 0,
    ...change,
  }
}

/** The same as the window sees it, with no check to come. */
export function attemptView(state: AttemptState, change: Partial<AttemptView> = {}): AttemptView {
  return { ...attempt(state), nextCheckAt: null, elsewhere: false, lastCheck: null, quiet: 0, ...change }
}

/** A watch that began upon 0. */
export function watch(change: Partial<Watch> = {}): Watch {
  return { since: startOfDay, shows: 0, highest: 0, ended: null, ...change }
}

export function decision(to: Decision['to'], change: Partial<Decision> = {}): Decision {
  return {
    to,
    supervisor: 'Sam',
    saw: 'The portal',
    why: 'It says so',
    portal: false,
    refunded: 0,
    ...change,
  }
}

export function verdict(to: AttemptState, change: Partial<Verdict> = {}): Verdict {
  return { to, alarm: null, forPerson: null, ...change }
}

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

export function checked(
  snapshot: Snapshot,
  to: AttemptState,
  at = startOfDay,
  change: Partial<Verdict> = {},
): AttemptEvent {
  return { kind: 'checked', at, snapshot, verdict: verdict(to, change), raw: '' }
}

export function decided(to: Decision['to'], at = startOfDay, change: Partial<Decision> = {}): AttemptEvent {
  return { kind: 'decided', at, decision: decision(to, change) }
}
