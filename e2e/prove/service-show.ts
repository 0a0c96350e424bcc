/** How the simulated service answers a show: with what is so, with what once was, or not at all. */
import { readForeignJson } from '../../src/main/payments/foreign-json'
import { rawForPeople } from '../../src/main/payments/glance'
import type { ShowFault, ShowReply, ShowRequest } from '../../src/main/payments/payment-service'
import { readEnvelope } from '../../src/main/payments/wire'
import type { Ledger } from '../../src/practice/ledger'
import { presentRecord } from '../../src/practice/present-record'
import type { StoredTransaction } from '../../src/practice/stored-transaction'
import { fail, type Result, succeed } from '../../src/shared/result'
import type { Transaction } from '../../src/shared/transaction'
import type { Choices } from './choices'
import type { ShowPlan } from './fault-plans'

export type ShowResult = Result<ShowReply, ShowFault>

/** The ledger's transaction as the real wire parser reads it. */
export function toRecord(ledger: Ledger, stored: StoredTransaction): Transaction {
  const body = JSON.stringify({ success: true, data: presentRecord(stored, ledger.switches()) })
  const read = readEnvelope(readForeignJson(body))
  if (!read.ok) throw new Error(`The ledger's own record can not be read: ${read.fault.problem}`)
  return read.value.record
}

/** The answer to a show at this moment. A stale one is any that was true before (`snapshots`). */
export function showNow(
  ledger: Ledger,
  snapshots: readonly StoredTransaction[],
  request: ShowRequest,
  plan: ShowPlan,
  choices: Choices,
): ShowResult {
  const query = request.kind === 'internal_id' ? null : request.kind
  const current = ledger.find(request.code, query)
  if (plan === 'unreachable') return fail({ kind: 'not_connected', reason: 'refused', detail: 'simulated' })
  if (plan === 'lost') return fail({ kind: 'no_answer', reason: 'reset', detail: 'simulated' })
  if (plan === 'error') return fail({ kind: 'service_error', httpStatus: 500, message: 'Internal Error' })
  if (current === null) return fail({ kind: 'not_found', message: 'Transaction not found' })
  const older = snapshots.filter((snapshot) => snapshot.facts.id === current.facts.id)
  const stored = plan === 'stale' ? (older[choices.pick(older.length)] ?? current) : current
  const record = toRecord(ledger, stored)
  return succeed({ record, raw: rawForPeople(record) })
}
