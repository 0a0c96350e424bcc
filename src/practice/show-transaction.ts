import { errorAnswer, successAnswer } from './answer'
import type { FormFields } from './form-body'
import { missRefusal } from './judge-refund'
import { closedFor, type ShowScript, showScript } from './practice-codes'
import { presentRecord } from './present-record'
import { relatedRecords } from './related-records'
import { addFreshPracticeCode } from './seed-practice-codes'
import type { Outgoing } from './send-answer'
import { otherTillRefunds, type ServiceContext } from './service-context'
import { readShowOrder } from './show-order'
import { spoilAnswer } from './spoil-answer'
import type { StoredTransaction, WireRecord } from './stored-transaction'

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
  const script = showScript(found.facts.custom_id)
  if (script.wait > 0) await context.wait(script.wait)
  // What was found may have been refunded during the wait.
  const current = ledger.read(found.facts.id) ?? found
  const related = relatedRecords(current, includes, switches, script.related)
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
