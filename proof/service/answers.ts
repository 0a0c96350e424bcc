/** What a service answers on the wire: a status, perhaps an Age, and a body. */
import type { Habits } from './habits'
import type { RefundPlan, ShowPlan } from './plans'
import { presentPayment } from './present-payment'
import type { Payment, Refusal, ServiceBook } from './service-book'

export type WireAnswer = {
  readonly httpStatus: number
  /** Seconds; 0 is no Age header. */
  readonly age: number
  readonly body: string
  /** The state of a payment that the body shows, for the books; null when it shows none that is true. */
  readonly shows: Payment | null
}

export function recordAnswer(payment: Payment, habits: Habits, age = 0): WireAnswer {
  const body = JSON.stringify({ success: true, data: presentPayment(payment, habits) })
  return { httpStatus: 200, age, body, shows: payment }
}

/** A record as no true state of the payment ever was. */
function falseRecord(payment: Payment, habits: Habits, changes: object): WireAnswer {
  const data = { ...presentPayment(payment, habits), ...changes }
  return { httpStatus: 200, age: 0, body: JSON.stringify({ success: true, data }), shows: null }
}

export function errorAnswer(status: number, message: string, habits: Habits): WireAnswer {
  const httpStatus = habits.errorHttpStatus === '200' ? 200 : status
  return shapedError(httpStatus, status, message)
}

/** The documented shape, with an HTTP status of its own. */
export function shapedError(httpStatus: number, status: number, message: string): WireAnswer {
  return { httpStatus, age: 0, body: JSON.stringify({ success: false, message, status }), shows: null }
}

export function htmlAnswer(httpStatus: number): WireAnswer {
  return { httpStatus, age: 0, body: '<html><body>Gateway</body></html>', shows: null }
}

const another = (book: ServiceBook, id: string) =>
  book.payments().find((payment) => payment.id !== id) ?? null

/** A show's answer in this weather. Null: nothing comes back. */
export function answerShow(
  book: ServiceBook,
  ask: { readonly code: string; readonly query: 'transaction_id' | 'custom_id' | null },
  { weather, back }: ShowPlan,
): WireAnswer | null {
  const { habits } = book
  const found = book.find(ask.code, ask.query)
  switch (weather) {
    case 'refused':
    case 'lost':
    case 'timeout':
      return null
    case '401':
    case '403':
    case '404':
    case '429':
    case '500':
    case '503':
      return shapedError(Number(weather), Number(weather), 'Not now')
    case 'html':
      return htmlAnswer(200)
    default:
  }
  if (found === null) return errorAnswer(habits.missStatus, 'Transaction not found', habits)
  const past = book.past(found.id)
  const older = past[Math.max(0, past.length - 1 - back)] ?? found
  switch (weather) {
    case 'stale':
      return recordAnswer(older, habits)
    case 'cached':
      return recordAnswer(found, habits, 30)
    case 'cached_stale':
      return recordAnswer(older, habits, 600)
    case 'other_record': {
      const other = another(book, found.id)
      return other === null ? errorAnswer(404, 'Transaction not found', habits) : recordAnswer(other, habits)
    }
    case 'other_currency':
      return falseRecord(found, habits, { currency: 'XXX' })
    case 'contradiction':
      return falseRecord(found, habits, { refunded: '99999.00' })
    case 'unreadable':
      return falseRecord(found, habits, { refunded: 'much' })
    default:
      return recordAnswer(found, habits)
  }
}

/** What comes back for a refund, once the service has done with it what the plan says. Null: nothing does. */
export function answerRefund(
  book: ServiceBook,
  id: string,
  plan: RefundPlan,
  done: { readonly before: Payment | null; readonly outcome: Payment | Refusal | null },
): WireAnswer | null {
  const { habits } = book
  const { before, outcome } = done
  const after = book.read(id)
  const refused = outcome !== null && 'message' in outcome ? outcome : null
  switch (plan.answers) {
    case 'lost':
      return null
    case 'html':
      return htmlAnswer(plan.status)
    case 'refusal':
      return errorAnswer(plan.status, 'The refund was not accepted', habits)
    case 'error':
      return shapedError(plan.status, plan.status, 'Internal Error')
    case 'error_of_another_status':
      return shapedError(500, plan.status, 'Not done')
    case 'false_success':
      return shapedError(200, plan.status, 'Not done')
    case 'other_record': {
      const other = another(book, id)
      return other === null ? null : recordAnswer(other, habits)
    }
    default:
  }
  if (refused !== null) return errorAnswer(refused.status, refused.message, habits)
  if (after === null) return errorAnswer(habits.missStatus, 'Transaction not found', habits)
  if (plan.answers === 'old_record' && before !== null) return recordAnswer(before, habits)
  if (plan.answers === 'other_currency') return falseRecord(after, habits, { currency: 'XXX' })
  return recordAnswer(after, habits)
}
