/** The payment service of the page tests: the practice service's payments, in this process. */
import { readEnvelope } from '../../../src/main/service/read-record'
import { relatedLines } from '../../../src/main/service/show'
import { openLedger } from '../../../src/practice/ledger'
import { presentRecord, relatedRecords } from '../../../src/practice/record'
import type { TransactionSketch } from '../../../src/practice/transaction'
import { fail, type Result, succeed } from '../../../src/shared/base/result'
import type { ShownTransaction } from '../../../src/shared/contract/contract'
import type { RelatedRecord } from '../../../src/shared/contract/payment-channels'
import type { Fault } from '../../../src/shared/fault'
import { type CodeMatch, kindsToTry, type RelatedKind } from '../../../src/shared/payment/codes'
import type { Transaction } from '../../../src/shared/payment/transaction'

type Found = Pick<ShownTransaction, 'record' | 'foundBy'>
/** A related record as a service may answer it. */
type RelatedAnswer = { readonly value: unknown } | { readonly status: number; readonly message: string }

const broken = (httpStatus: number, message: string): Fault => ({
  kind: 'service_error',
  httpStatus,
  message,
})

export class PlayedService {
  readonly ledger = openLedger({ file: ':memory:' })
  reached = true
  /** Faults to answer with, by code. */
  readonly faults = new Map<string, Fault>()
  /** Related records to answer with instead. */
  readonly related = new Map<RelatedKind, RelatedAnswer>()
  private readonly odd = new Map<string, object>()

  add(sketch: TransactionSketch): Transaction {
    return this.recordOf(this.ledger.addTransaction(sketch).facts.id)
  }

  /** Answers that transaction id with these members over a plain payment's. */
  addOdd(code: string, members: object): void {
    if (!this.odd.has(code)) {
      const plain = { amount: 12050, gateway_code: '11_2', gateway_sub_name: 'EFTPOS' }
      this.ledger.addTransaction({ id: `payment ${code}`, transaction_id: code, custom_id: null, ...plain })
    }
    this.odd.set(code, members)
  }

  find(code: string, match: CodeMatch = 'automatic'): Found | null {
    for (const foundBy of kindsToTry(code, match)) {
      const stored = this.ledger.find(code, foundBy === 'internal_id' ? null : foundBy)
      if (stored !== null) return { record: this.recordOf(stored.facts.id), foundBy }
    }
    return null
  }

  show(code: string, match: CodeMatch): Result<Found, Fault> {
    const fault: Fault | undefined = this.reached
      ? this.faults.get(code)
      : { kind: 'not_connected', reason: 'refused', detail: '' }
    if (fault !== undefined) return fail(fault)
    const found = this.find(code, match)
    return found === null ? fail({ kind: 'not_found', message: 'Transaction not found' }) : succeed(found)
  }

  showRelated(id: string, kind: RelatedKind): Result<RelatedRecord, Fault> {
    const answer = this.related.get(kind) ?? this.practiceRelated(id, kind)
    if ('status' in answer) return fail(broken(answer.status, answer.message))
    const lines = relatedLines(answer.value)
    return succeed({ kind, ...lines })
  }

  /** Returns the record after a refund. */
  refund(id: string, hundredths: number, reason: string): Transaction {
    this.ledger.refund({ id, amountHundredths: hundredths, reason, deviceId: 'device-1' })
    return this.recordOf(id)
  }

  private practiceRelated(id: string, kind: RelatedKind): RelatedAnswer {
    const stored = this.ledger.read(id)
    if (stored === null) return { value: null }
    const said = relatedRecords(stored, [kind], this.ledger.switches())
    return said.ok ? { value: said.value[kind] } : said.fault
  }

  private recordOf(id: string): Transaction {
    const stored = this.ledger.read(id)
    if (stored === null) throw new Error(`There is no payment ${id}`)
    const plain = presentRecord(stored, this.ledger.switches())
    // After a refund the odd payment becomes an ordinary one.
    const members = stored.refunds.length === 0 ? this.odd.get(stored.facts.transaction_id) : undefined
    const read = readEnvelope(succeed({ success: true, data: { ...plain, ...members } }))
    if (!read.ok) throw new Error(`This is no record: ${JSON.stringify(read.fault)}`)
    return read.value
  }
}
