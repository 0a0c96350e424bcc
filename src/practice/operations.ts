import { readHundredths } from '../shared/money'
import { fail, type Result, succeed, unreachable } from '../shared/result'
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
import { type Ledger, missRefusal, type Query, type Refusal, type RequestedRefund } from './ledger'
import { type Include, presentRecord, readIncludes, relatedRecords } from './record'
import { closedFor, type RefundScript, type Scripts, type ShowScript, type Spoil } from './scripts'
import { addFreshPracticeCode } from './seed'
import type { Switches } from './switches'
import type { StoredTransaction, WireRecord } from './transaction'

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
  const fields = readFormBody(Buffer.from(seen.body, 'latin1'))
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

/** What a show asks for, read from its body and its URL. */
export type ShowOrder = { readonly query: Query; readonly includes: readonly Include[] }

/** Reads `query` from the form body and `include` from the URL (interface.md §4.2). */
export function readShowOrder(
  fields: FormFields,
  search: URLSearchParams,
  switches: Switches,
): Result<ShowOrder, Refusal> {
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const query = fields.get('query') ?? null
  if (query !== null && query !== 'transaction_id' && query !== 'custom_id') {
    return refuse('query must be transaction_id or custom_id')
  }
  const includes = readIncludes(search, switches)
  return includes.ok ? succeed({ query, includes: includes.value }) : refuse(includes.fault)
}

/** Shows one transaction (interface.md §4.2), or does what its practice code says. */
export async function showTransaction(
  context: ServiceContext,
  code: string,
  fields: FormFields,
  search: URLSearchParams,
): Promise<Outgoing> {
  const { ledger } = context
  const switches = ledger.switches()
  const order = readShowOrder(fields, search, switches)
  if (!order.ok) return { kind: 'json', answer: errorAnswer(order.fault, switches) }
  const { query, includes } = order.value
  if (query !== 'transaction_id') addFreshPracticeCode(ledger, code)
  const found = ledger.find(code, query)
  if (found === null) return { kind: 'json', answer: errorAnswer(missRefusal(switches), switches) }
  const script = context.scripts.show(found.facts.custom_id)
  if (script.wait > 0) await context.wait(script.wait)
  // What was found may have been refunded during the wait.
  const current = ledger.read(found.facts.id) ?? found
  const related = relatedRecords(current, includes, switches)
  // A show for related records comes beside a lookup: what a practice code counts, and does then, are lookups.
  const shows = includes.length === 0 ? context.countShow(found.facts.id) : null
  const record = scriptedRecord(context, current, script, shows)
  if (shows !== null) afterwards(context, current, script, shows)
  const answer = related.ok
    ? successAnswer({ ...record, ...related.value })
    : errorAnswer(related.fault, switches)
  return spoilAnswer(context, answer, spoilOf(script))
}

function spoilOf({ answer }: ShowScript) {
  return answer === 'stale_every_other' || answer === 'blank_remark' ? 'true' : answer
}

function scriptedRecord(
  { ledger }: ServiceContext,
  transaction: StoredTransaction,
  { answer }: ShowScript,
  shows: number | null,
): WireRecord {
  const stale = answer === 'stale_every_other' && shows !== null && shows % 2 === 0
  const record = presentRecord(stale ? beforeLastRefund(transaction) : transaction, ledger.switches())
  if (answer !== 'blank_remark' || record.refund_details === undefined) return record
  return { ...record, refund_details: { request_user_id: '', first_name: '', last_name: '', remark: '' } }
}

function beforeLastRefund(transaction: StoredTransaction): StoredTransaction {
  const refunds = transaction.refunds.slice(0, -1)
  return { ...transaction, refunds, touchedAt: refunds.at(-1)?.at ?? null }
}

function afterwards(
  context: ServiceContext,
  transaction: StoredTransaction,
  script: ShowScript,
  shows: number,
): void {
  if (script.afterwards === 'other_till_refunds') otherTillRefunds(context.ledger, transaction.facts.id)
  if (script.afterwards === 'nobody_can_connect' && shows > 1) context.closeDoor(closedFor)
}

const plainDecimal = /^\d+(\.\d{1,2})?$/

/**
 * Reads the form fields of a refund (interface.md §4.1): the reason is required, the amount is plain decimal
 * text with at most two decimals. Bounds are the ledger's to check. Answers the refusal otherwise.
 */
export function readRefundOrder(
  id: string,
  fields: FormFields,
  switches: Switches,
): Result<RequestedRefund, Refusal> {
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const reason = fields.get('refund_reason')
  if (reason === undefined || reason.trim() === '') return refuse('The refund reason is required')
  const deviceId = fields.get('device_unique_id') ?? ''
  const text = fields.get('amount')
  if (text === undefined) return succeed({ id, amountHundredths: null, reason, deviceId })
  const amount = readHundredths(text)
  if (!plainDecimal.test(text) || !amount.ok) {
    return refuse('The amount must be a number with at most 2 decimal places')
  }
  return succeed({ id, amountHundredths: amount.value, reason, deviceId })
}

/** Refunds a transaction (interface.md §4.1), or does to it what its practice code says. */
export async function refundTransaction(
  context: ServiceContext,
  id: string,
  fields: FormFields,
): Promise<Outgoing> {
  const { ledger } = context
  const order = readRefundOrder(id, fields, ledger.switches())
  if (!order.ok) return { kind: 'json', answer: errorAnswer(order.fault, ledger.switches()) }
  const script = context.scripts.refund(ledger.read(id)?.facts.custom_id ?? null)
  if (script.wait > 0) await context.wait(script.wait)
  if (script.first === 'other_till_refunds') otherTillRefunds(ledger, id)
  return spoilAnswer(context, answerOf(context, carryOut(context, order.value, script)), script.answer)
}

type Carried = Result<StoredTransaction, Refusal> | null

/** Applies the refund as the script says; null when it says not now. */
function carryOut(context: ServiceContext, order: RequestedRefund, { applies }: RefundScript): Carried {
  const { ledger } = context
  switch (applies) {
    case 'once':
      return ledger.refund(order)
    case 'twice': {
      const first = ledger.refund(order)
      const second = ledger.refund(order)
      return second.ok ? second : first
    }
    case 'never':
      return null
    default:
      return unreachable(applies)
  }
}

function answerOf({ ledger }: ServiceContext, carried: Carried): JsonAnswer {
  const switches = ledger.switches()
  if (carried === null) return errorAnswer({ status: 500, message: 'Internal Error' }, switches)
  return carried.ok
    ? successAnswer(presentRecord(carried.value, switches))
    : errorAnswer(carried.fault, switches)
}

/** An answer as a practice code lets it leave. */
export function spoilAnswer(context: ServiceContext, answer: JsonAnswer, spoil: Spoil): Outgoing {
  const switches = context.ledger.switches()
  switch (spoil) {
    case 'true':
      return { kind: 'json', answer }
    case 'drop':
    case 'stall':
      return { kind: spoil }
    default:
      return { kind: 'json', answer: errorAnswer(spoil.error, switches) }
  }
}

/** What an answer may draw on beside the request: the book, and time and the door as the service runs them. */
export type ServiceContext = {
  readonly ledger: Ledger
  readonly scripts: Scripts
  readonly token: string
  /** Resolves after so many milliseconds of practice time; never, once the service stops. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Lets nobody connect for so long; connections that are open stay so. */
  readonly closeDoor: (milliseconds: number) => void
  /** How often a transaction (by internal `id`) has been shown since the service started. */
  readonly countShow: (id: string) => number
  /** How many requests have come since the service started, this one included. */
  readonly countRequest: () => number
}

/** The `refund_reason` of the other till that some practice codes bring in: it runs Tillside too. */
export const otherTillReason = 'R-7H3N3XT000 Refunded at another till'

/** Another till refunds all that is left; nothing happens if there is nothing. */
export function otherTillRefunds(ledger: Ledger, id: string): void {
  ledger.refund({ id, amountHundredths: null, reason: otherTillReason, deviceId: 'practice-other-till' })
}

/** Waits that end with the service: once stopped, none of them comes to anything. */
export type PracticeTime = {
  /** Resolves after so many milliseconds times the pace; never, once stopped. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly stop: () => void
}

/** @param pace 1 is real time; tests use less. */
export function makePracticeTime(pace: number): PracticeTime {
  const timers = new Set<NodeJS.Timeout>()
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          resolve()
        }, milliseconds * pace)
        timers.add(timer)
      }),
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
