import { errorAnswer } from './answer'
import { checkHeaders } from './check-headers'
import { readFormBody } from './form-body'
import type { Refusal } from './judge-refund'
import type { RequestSeen } from './practice-request'
import { refundTransaction } from './refund-transaction'
import { findRoute } from './route'
import type { Outgoing } from './send-answer'
import type { ServiceContext } from './service-context'
import { showTransaction } from './show-transaction'
import type { Switches } from './switches'

/** Answers one request that arrived whole, by interface.md §4, §5 and §7. */
export async function answerRequest(context: ServiceContext, seen: RequestSeen): Promise<Outgoing> {
  const switches = context.ledger.switches()
  const refuse = (refusal: Refusal): Outgoing => ({ kind: 'json', answer: errorAnswer(refusal, switches) })
  const interruption = interruptionOf(context.countRequest(), switches)
  if (interruption !== null) return refuse(interruption)
  const route = findRoute(seen.method, seen.path)
  if (route.kind === 'none') {
    const allow = route.allow === undefined ? {} : { allow: route.allow }
    return { kind: 'json', answer: { ...errorAnswer(route, switches), ...allow } }
  }
  const refusal = checkHeaders(seen.headers, context.token, switches)
  if (refusal !== null) return refuse(refusal)
  const fields = readFormBody(Buffer.from(seen.body, 'latin1'), switches.repeatedFields)
  if (!fields.ok) return refuse({ status: 400, message: fields.fault })
  return route.kind === 'show'
    ? showTransaction(context, route.code, fields.value, route.search)
    : refundTransaction(context, route.id, fields.value)
}

const interruptedEvery = 100

/** What stands in the way of a request by the switch `interruptions`; null for all but a few. */
function interruptionOf(request: number, { interruptions }: Switches): Refusal | null {
  if (interruptions === 'never' || request % interruptedEvery !== 0) return null
  return request % (2 * interruptedEvery) === 0
    ? { status: 503, message: 'Service Unavailable' }
    : { status: 429, message: 'Too Many Requests' }
}
