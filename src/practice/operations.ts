import { fail, type Result, succeed, unreachable } from '../shared/base/result'
import { practiceCodeOf } from '../shared/contract/practice'
import { readHundredths } from '../shared/payment/money'
import {
  checkHeaders,
  errorAnswer,
  type FormFields,
  findRoute,
  type JsonAnswer,
  type Outgoing,
  type RequestSeen,
  readFormBody,
  successAnswer,
} from './http'
import { type Ledger, missRefusal, type Refusal, type RequestedRefund } from './ledger'
import { presentRecord, readIncludes, relatedRecords } from './record'
import { closedFor, type RefundScript, type Scripts, type ShowScript, type Spoil } from './scripts'
import { practiceCodeSketch } from './seed'
import type { Switches } from './switches'
import type { StoredTransaction, WireRecord } from './transaction'

/** What an answer may draw on beside the request: the book, and time and the door as the service runs them. */
export type ServiceContext = {
  readonly ledger: Ledger
  readonly scripts: Scripts
  readonly token: string
  /** Resolves after so many milliseconds of practice time; never, once the service stops. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Lets nobody connect for so long; connections that are open stay so. */
  readonly closeDoor: (milliseconds: number) => void
  /** Counts what has this name, this time included, since the service started. */
  readonly count: (name: string) => number
}

/** Answers one request that arrived whole, by interface.md §4, §5 and §7. */
export async function answerRequest(context: ServiceContext, seen: RequestSeen): Promise<Outgoing> {
  const switches = context.ledger.switches()
  const refuse = (refusal: Refusal): Outgoing => ({ kind: 'json', answer: errorAnswer(refusal, switches) })
  const interruption = interruptionOf(context.count('requests'), switches)
  if (interruption !== null) return refuse(interruption)
  const route = findRoute(seen.method, seen.path)
  if (route.kind === 'none') {
    const allow = route.allow === undefined ? {} : { allow: route.allow }
    return { kind: 'json', answer: { ...errorAnswer(route, switches), ...allow } }
  }
  const refusal = checkHeaders(seen.headers, context.token, switches)
  if (refusal !== null) return refuse(refusal)
  const fields = readFormBody(Buffer.from(seen.body, 'latin1'))
  if (!fields.ok) return refuse({ status: 400, message: fields.fault })
  const answer =
    route.kind === 'show'
      ? await showTransaction(context, route.code, fields.value, route.search)
      : await refundTransaction(context, route.id, fields.value)
  return answer.ok ? answer.value : refuse(answer.fault)
}

/** What is in the way of a request by the switch `interruptions`; null for all but each hundredth. */
function interruptionOf(request: number, { interruptions }: Switches): Refusal | null {
  if (interruptions === 'never' || request % 100 !== 0) return null
  return request % 200 === 0
    ? { status: 503, message: 'Service Unavailable' }
    : { status: 429, message: 'Too Many Requests' }
}

/** Shows one transaction (interface.md §4.2), or does what its script says. */
async function showTransaction(
  context: ServiceContext,
  code: string,
  fields: FormFields,
  search: URLSearchParams,
): Promise<Result<Outgoing, Refusal>> {
  const { ledger } = context
  const switches = ledger.switches()
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const query = fields.get('query') ?? null
  if (query !== null && query !== 'transaction_id' && query !== 'custom_id')
    return refuse('query must be transaction_id or custom_id')
  const includes = readIncludes(search)
  if (!includes.ok) return refuse(includes.fault)
  // A numbered practice code (PRACTICE-SLOW-2) has a payment as soon as it is asked for.
  const isFresh = query !== 'transaction_id' && practiceCodeOf(code) !== null
  if (isFresh && ledger.find(code, 'custom_id') === null) ledger.addTransaction(practiceCodeSketch(code))
  const found = ledger.find(code, query)
  if (found === null) return fail(missRefusal(switches))
  const script = context.scripts.show(found.facts.custom_id)
  if (script.wait > 0) await context.wait(script.wait)
  // What was found may have been refunded during the wait.
  const current = ledger.read(found.facts.id) ?? found
  const related = relatedRecords(current, includes.value, switches)
  // A show for related records comes beside a lookup: what a script counts, and does then, are lookups.
  const shows = includes.value.length === 0 ? context.count(`shows of ${found.facts.id}`) : 0
  const record = scriptedRecord(current, switches, script, shows)
  if (shows > 0) afterwards(context, current, script, shows)
  const answer = related.ok
    ? successAnswer({ ...record, ...related.value })
    : errorAnswer(related.fault, switches)
  const isSpoilt = script.answer !== 'stale_every_other' && script.answer !== 'blank_remark'
  return spoilAnswer(answer, isSpoilt ? script.answer : 'true')
}

function scriptedRecord(
  transaction: StoredTransaction,
  switches: Switches,
  { answer }: ShowScript,
  shows: number,
): WireRecord {
  const isStale = answer === 'stale_every_other' && shows > 0 && shows % 2 === 0
  const refunds = isStale ? transaction.refunds.slice(0, -1) : transaction.refunds
  const record = presentRecord({ ...transaction, refunds }, switches)
  if (answer !== 'blank_remark' || record.refund_details === undefined) return record
  return { ...record, refund_details: { request_user_id: '', first_name: '', last_name: '', remark: '' } }
}

function afterwards(
  context: ServiceContext,
  { facts }: StoredTransaction,
  script: ShowScript,
  shows: number,
): void {
  if (script.afterwards === 'other_till_refunds') otherTillRefunds(context.ledger, facts.id)
  if (script.afterwards === 'nobody_can_connect' && shows > 1) context.closeDoor(closedFor)
}

/**
 * Reads the form fields of a refund (interface.md §4.1): the reason is required, the amount is plain decimal
 * text with at most two decimals. Bounds are the ledger's to check. Answers the refusal otherwise.
 */
function readRefundOrder(
  id: string,
  fields: FormFields,
  { invalidStatus }: Switches,
): Result<RequestedRefund, Refusal> {
  const refuse = (message: string) => fail({ status: Number(invalidStatus), message })
  const reason = fields.get('refund_reason')
  if (reason === undefined || reason.trim() === '') return refuse('The refund reason is required')
  const deviceId = fields.get('device_unique_id') ?? ''
  const text = fields.get('amount')
  if (text === undefined) return succeed({ id, amountHundredths: null, reason, deviceId })
  const amount = readHundredths(text)
  if (!/^\d+(\.\d{1,2})?$/.test(text) || !amount.ok)
    return refuse('The amount must be a number with at most 2 decimal places')
  return succeed({ id, amountHundredths: amount.value, reason, deviceId })
}

/** Refunds a transaction (interface.md §4.1), or does to it what its script says. */
async function refundTransaction(
  context: ServiceContext,
  id: string,
  fields: FormFields,
): Promise<Result<Outgoing, Refusal>> {
  const { ledger } = context
  const order = readRefundOrder(id, fields, ledger.switches())
  if (!order.ok) return order
  const script = context.scripts.refund(ledger.read(id)?.facts.custom_id ?? null)
  if (script.wait > 0) await context.wait(script.wait)
  if (script.first === 'other_till_refunds') otherTillRefunds(ledger, id)
  const carried = carryOut(ledger, order.value, script)
  const switches = ledger.switches()
  const answer = carried.ok
    ? successAnswer(presentRecord(carried.value, switches))
    : errorAnswer(carried.fault, switches)
  return spoilAnswer(answer, script.answer)
}

/** Applies the refund as the script says. One that is never applied fails as the one error that the interface shows. */
function carryOut(
  ledger: Ledger,
  order: RequestedRefund,
  { applies }: RefundScript,
): Result<StoredTransaction, Refusal> {
  if (applies === 'never') return fail({ status: 500, message: 'Internal Error' })
  const first = ledger.refund(order)
  if (applies === 'once') return first
  const second = ledger.refund(order)
  return second.ok ? second : first
}

/** An answer as a script lets it leave, or the refusal in its place. */
function spoilAnswer(answer: JsonAnswer, spoil: Spoil): Result<Outgoing, Refusal> {
  if (typeof spoil === 'object') return fail(spoil.error)
  switch (spoil) {
    case 'true':
      return succeed({ kind: 'json', answer })
    case 'drop':
    case 'stall':
      return succeed({ kind: spoil })
    default:
      return unreachable(spoil)
  }
}

/** The `refund_reason` of the other till that some practice codes bring in: it runs Tillside too. */
export const otherTillReason = 'R-7H3N3XT000 Refunded at another till'

/** Another till refunds all that is left; nothing happens if there is nothing. */
function otherTillRefunds(ledger: Ledger, id: string): void {
  ledger.refund({ id, amountHundredths: null, reason: otherTillReason, deviceId: 'practice-other-till' })
}
