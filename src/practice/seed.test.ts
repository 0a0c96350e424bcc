import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoCodes } from '../shared/demo-codes'
import { gateways } from '../shared/gateway'
import { practiceCodes } from '../shared/practice-codes'
import { optionalFields } from '../shared/transaction'
import { openLedger } from './ledger'
import { presentRecord } from './record'
import { seedTransactions } from './seed'
import { defaultSwitches } from './switches'
import { restOf, type TransactionFacts } from './transaction'

const seeded = seedTransactions()
const facts = seeded.map((transaction) => transaction.facts)

describe('the practice data', () => {
  it('is the same every time', () => {
    expect(seedTransactions()).toEqual(seeded)
  })

  it('has a transaction of every gateway code and of every named status', () => {
    const ledger = openLedger({ file: ':memory:' })
    const records = ledger.transactions().map((transaction) => presentRecord(transaction, defaultSwitches))
    ledger.close()
    expect(new Set(records.map(({ gateway_code }) => gateway_code))).toEqual(new Set(Object.keys(gateways)))
    const statuses = ['paid', 'refunded', 'cancelled', 'failed', 'precreated', 'on_hold']
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(statuses))
  })

  it('has every optional field sometimes and none of them always', () => {
    for (const name of optionalFields) {
      const values = facts.map((each) => new Map(Object.entries(each)).get(name))
      expect([name, values.includes(null), values.some((value) => typeof value === 'string')]).toEqual([
        name,
        true,
        true,
      ])
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
    const missing = [
      ...demoCodes,
      ...practiceCodes.map(({ code }) => ({ code, match: 'custom_id' as const })),
    ].filter(({ code, match }) => ledger.find(code, match) === null)
    ledger.close()
    expect(missing).toEqual([])
  })

  it('leaves every practice code refundable and every refund within its amount', () => {
    const ledger = openLedger({ file: ':memory:' })
    const rests = ledger.transactions().map((transaction) => restOf(transaction))
    const codes = practiceCodes.map(({ code }) => ledger.find(code, 'custom_id')?.refunds)
    ledger.close()
    expect(Math.min(...rests)).toBe(0)
    expect(codes).toEqual(practiceCodes.map(() => []))
  })

  it('keeps practice codes short enough to scan and to type', () => {
    for (const { code } of practiceCodes) expect(code).toMatch(/^[A-Z0-9-]{1,20}$/)
  })

  it('comes into a ledger that lacks some of it, and leaves what was practised there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'practice-seed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'ledger.db')
    const old = openLedger({ file, seed: false })
    const refunded = codeFacts('DEMO-TIPS')
    old.addTransaction({ ...refunded, amount: 5000 })
    old.refund({ id: refunded.id, amountHundredths: 1000, reason: 'practised', deviceId: 'till' })
    old.addTransaction({ custom_id: 'OURS' })
    old.close()
    const ledger = openLedger({ file })
    onTestFinished(() => ledger.close())
    expect(ledger.find('DEMO-LONG', 'custom_id')?.facts).toEqual(codeFacts('DEMO-LONG'))
    expect(ledger.find('DEMO-TIPS', 'custom_id')).toMatchObject({
      facts: { amount: 5000 },
      refunds: [{ reason: 'practised' }],
    })
    expect(ledger.find('OURS', 'custom_id')).not.toBeNull()
    expect(ledger.transactions().length).toBe(seeded.length + 1)
  })
})

function codeFacts(customId: string): TransactionFacts {
  const found = facts.find(({ custom_id }) => custom_id === customId)
  if (found === undefined) throw new Error(`${customId} is not in the practice data`)
  return found
}
