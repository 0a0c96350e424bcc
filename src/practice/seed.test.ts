import { describe, expect, it } from 'vitest'
import { demoCodes, practiceCodes } from '../shared/contract/practice'
import { gatewayCodes } from '../shared/payment/refund-rules'
import { openLedger } from './ledger'
import { presentRecord } from './record'
import { seedTransactions } from './seed'
import { profiles } from './switches'

/** Fields that interface.md §2.2 marks optional. */
const optionalFields = [
  'payment_link_id',
  'extra_parameters',
  'custom_id',
  'fixed_id',
  'expired_at',
  'pin_key',
] as const

const seeded = seedTransactions()
const facts = seeded.map((transaction) => transaction.facts)

describe('the practice data', () => {
  it('is the same every time', () => {
    expect(seedTransactions()).toEqual(seeded)
  })

  it('has a transaction of every gateway code and of every named status', () => {
    const ledger = openLedger({ file: ':memory:' })
    const records = ledger.transactions().map((transaction) => presentRecord(transaction, profiles.default))
    ledger.close()
    expect(new Set(records.map(({ gateway_code }) => gateway_code))).toEqual(new Set<unknown>(gatewayCodes))
    const statuses = ['paid', 'refunded', 'cancelled', 'failed', 'precreated', 'on_hold']
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(statuses))
  })

  it('has every optional field sometimes and none of them always', () => {
    for (const name of optionalFields) {
      const values = facts.map((each) => new Map(Object.entries(each)).get(name))
      const result = [name, values.includes(null), values.some((value) => typeof value === 'string')]
      expect(result).toEqual([name, true, true])
    }
  })

  it('shares no id, and one custom id between two', () => {
    const ids = facts.flatMap(({ id, transaction_id }) => [id, transaction_id])
    expect(new Set(ids).size).toBe(ids.length)
    const customIds = facts.map(({ custom_id }) => custom_id).filter((customId) => customId !== null)
    const repeated = customIds.filter((customId, index) => customIds.indexOf(customId) !== index)
    expect(repeated).toEqual(['DEMO-SHARED'])
  })

  it('finds every demo code and every practice code', () => {
    const ledger = openLedger({ file: ':memory:' })
    const codes = [...demoCodes, ...practiceCodes.map(({ code }) => code)]
    const kinds = ['transaction_id', 'custom_id'] as const
    const missing = codes.filter((code) => kinds.every((kind) => ledger.find(code, kind) === null))
    ledger.close()
    expect(missing).toEqual([])
  })

  it('keeps practice codes short enough to scan and to type', () => {
    for (const { code } of practiceCodes) expect(code).toMatch(/^[A-Z0-9-]{1,20}$/)
  })
})
