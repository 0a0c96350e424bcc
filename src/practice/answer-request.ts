import { errorAnswer, type JsonAnswer, successAnswer } from './answer'
import { checkHeaders } from './check-headers'
import { type FormFields, readFormBody } from './form-body'
import { missRefusal, type Refusal } from './judge-refund'
import type { Ledger } from './ledger'
import type { RequestSeen } from './practice-request'
import { presentRecord } from './present-record'
import { readRefundOrder } from './refund-order'
import { relatedRecords } from './related-records'
import { findRoute } from './route'
import type { Outgoing } from './send-answer'
import { findShown, readShowOrder } from './show-transaction'

export type ServiceDesk = { readonly ledger: Ledger; readonly token: string }

/** Answers one request that arrived whole, by interface.md §4, §5 and §7. */
export function answerRequest(desk: ServiceDesk, seen: RequestSeen): Outgoing {
  const switches = desk.ledger.switches()
  const refuse = (refusal: Refusal): Outgoing => ({ kind: 'json', answer: errorAnswer(refusal, switches) })
  const route = findRoute(seen.method, seen.path)
  if (route.kind === 'none') {
    const { httpStatus, body } = errorAnswer(route, switches)
    const allow = route.allow === undefined ? {} : { allow: route.allow }
    return { kind: 'json', answer: { httpStatus, body, ...allow } }
  }
  const refusal = checkHeaders(seen.headers, desk.token, switches)
  if (refusal !== null) return refuse(refusal)
  const fields = readFormBody(Buffer.from(seen.body, 'latin1'), switches.repeatedFields)
  if (!fields.ok) return refuse({ status: 400, message: fields.fault })
  const answer =
    route.kind === 'show'
      ? show(desk.ledger, route.code, fields.value, route.search)
      : refund(desk.ledger, route.id, fields.value)
  return { kind: 'json', answer }
}

function show(ledger: Ledger, code: string, fields: FormFields, search: URLSearchParams): JsonAnswer {
  const switches = ledger.switches()
  const order = readShowOrder(fields, search, switches)
  if (!order.ok) return errorAnswer(order.fault, switches)
  const transaction = findShown(ledger, code, order.value)
  if (transaction === null) return errorAnswer(missRefusal(switches), switches)
  const related = relatedRecords(transaction, order.value.includes)
  return successAnswer({ ...presentRecord(transaction, switches), ...related })
}

function refund(ledger: Ledger, id: string, fields: FormFields): JsonAnswer {
  const switches = ledger.switches()
  const order = readRefundOrder(id, fields, switches)
  if (!order.ok) return errorAnswer(order.fault, switches)
  const refunded = ledger.refund(order.value)
  if (!refunded.ok) return errorAnswer(refunded.fault, switches)
  return successAnswer(presentRecord(refunded.value, switches))
}
