import { fail, type Result, succeed } from '../shared/base/result'
import { practiceCodeOf } from '../shared/contract/practice'
import { readHundredths } from '../shared/payment/money'
import {
  checkHeaders,
  errorAnswer,
  type FormFields,
  findRoute,
  type Outgoing,
  type RequestSeen,
  type Route,
  readFormBody,
  successAnswer,
} from './http'
import {
  internalError,
  type Ledger,
  missRefusal,
  type Refusal,
  type RequestedRefund,
  refusal,
} from './ledger'
import { presentRecord, readIncludes, relatedRecords } from './record'
import { closedMs, type RefundScript, type Scripts, type ShowScript } from './scripts'
import { practiceCodeSketch } from './seed'
import type { Switches } from './switches'
import type { StoredTransaction, WireRecord } from './transaction'

/** What answering a request needs beside the request. */
export type ServiceContext = {
  readonly ledger: Ledger
  readonly scripts: Scripts
  readonly token: string
  /** Resolves after so many milliseconds of practice time; never, once the service stops. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Accepts no new connection for so many milliseconds. Open ones stay. */
  readonly closeDoor: (milliseconds: number) => void
  /** Adds one to the count of this name since the service started, and returns it. */
  readonly count: (name: string) => number
}

/** Answers one request that arrived whole, by interface.md §4, §5 and §7. Never rejects: a bug or a full disk is a 500. */
export async function answerRequest(context: ServiceContext, seen: RequestSeen): Promise<Outgoing> {
  const carriedOut = await carryOut(context, seen).catch((error: unknown) => {
    console.error('practice service:', error)
    return fail(internalError)
  })
  return carriedOut.ok ? carriedOut.value : errorAnswer(carriedOut.fault, context.ledger.switches())
}

async function carryOut(context: ServiceContext, seen: RequestSeen): Promise<Result<Outgoing, Refusal>> {
  if (seen.tooLarge) return fail(refusal(413, 'The body is larger than 64 KiB'))
  const switches = context.ledger.switches()
  const inTheWay = interruption(context.count('requests'), switches)
  if (inTheWay !== null) return fail(inTheWay)
  const route = findRoute(seen.method, seen.path)
  if (!route.ok) return route
  const wrongHeader = checkHeaders(seen.headers, context.token, switches)
  if (wrongHeader !== null) return fail(wrongHeader)
  const fields = readFormBody(seen.body)
  if (!fields.ok) return fail(refusal(400, fields.fault))
  return route.value.kind === 'show'
    ? showTransaction(context, route.value, fields.value)
    : refundTransaction(context, route.value.id, fields.value)
}

/** Returns the refusal of a request by the switch `interruptions`; null for all but each hundredth. */
function interruption(request: number, { interruptions }: Switches): Refusal | null {
  if (interruptions === 'never' || request % 100 !== 0) return null
  return request % 200 === 0 ? refusal(503, 'Service Unavailable') : refusal(429, 'Too Many Requests')
}

/** Shows one transaction (interface.md §4.2), or does what its script says. */
async function showTransaction(
  context: ServiceContext,
  { code, search }: Extract<Route, { kind: 'show' }>,
  fields: FormFields,
): Promise<Result<Outgoing, Refusal>> {
  const { ledger } = context
  const switches = ledger.switches()
  const refuse = (message: string) => fail(refusal(switches.invalidStatus, message))
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
  // A refund may have been applied during the wait.
  const current = ledger.read(found.facts.id) ?? found
  const related = relatedRecords(current, includes.value, switches)
  // Scripts count lookups alone, and a show for related records comes beside one.
  const shows = includes.value.length === 0 ? context.count(`shows of ${found.facts.id}`) : 0
  const record = scriptedRecord(current, switches, script)
  if (shows > 0) afterwards(context, current, script, shows)
  return leaveAs(script.answer, related.ok ? succeed({ ...record, ...related.value }) : related)
}

function scriptedRecord(
  transaction: StoredTransaction,
  switches: Switches,
  { answer }: ShowScript,
): WireRecord {
  const record = presentRecord(transaction, switches)
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
  if (script.afterwards === 'nobody_can_connect' && shows > 1) context.closeDoor(closedMs)
}

/**
 * Reads the form fields of a refund (interface.md §4.1): the reason is required, the amount is plain decimal
 * text with at most two decimals. Bounds are the ledger's to check. Fails with the refusal.
 */
function readRefundOrder(
  id: string,
  fields: FormFields,
  { invalidStatus }: Switches,
): Result<RequestedRefund, Refusal> {
  const refuse = (message: string) => fail(refusal(invalidStatus, message))
  const reason = fields.get('refund_reason')
  if (reason === undefined || reason.trim() === '') return refuse('The refund reason is required')
  const deviceId = fields.get('device_unique_id') ?? ''
  const text = fields.get('amount')
  if (text === undefined) return succeed({ id, amountHundredths: null, reason, deviceId })
  const amount = readHundredths(text)
  if (!/^\d+(\.\d{1,2})?$/.test(text) || amount === null)
    return refuse('The amount must be a number with at most 2 decimal places')
  return succeed({ id, amountHundredths: amount, reason, deviceId })
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
  const applied = applyRefund(ledger, order.value, script)
  return leaveAs(
    script.answer,
    applied.ok ? succeed(presentRecord(applied.value, ledger.switches())) : applied,
  )
}

/** Applies the refund as the script says. One that is never applied is answered with the one error of the interface. */
function applyRefund(
  ledger: Ledger,
  order: RequestedRefund,
  { applies }: RefundScript,
): Result<StoredTransaction, Refusal> {
  if (applies === 'never') return fail(internalError)
  const first = ledger.refund(order)
  if (applies === 'once') return first
  const second = ledger.refund(order)
  return second.ok ? second : first
}

/** Returns the answer with that record, or what the script has in its place. */
function leaveAs(
  spoil: ShowScript['answer'],
  record: Result<WireRecord, Refusal>,
): Result<Outgoing, Refusal> {
  if (typeof spoil === 'object') return fail(spoil.error)
  if (spoil === 'drop' || spoil === 'stall') return succeed(spoil)
  return record.ok ? succeed(successAnswer(record.value)) : record
}

/** The `refund_reason` of the other till that some practice codes bring in: it runs Tillside too. */
export const otherTillReason = 'R-7H3N3XT000 Refunded at another till'

/** Another till refunds all that is left; nothing happens if there is nothing. */
function otherTillRefunds(ledger: Ledger, id: string): void {
  ledger.refund({ id, amountHundredths: null, reason: otherTillReason, deviceId: 'practice-other-till' })
}
