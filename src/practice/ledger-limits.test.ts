import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { fieldLengths, type PlainField } from '../shared/payment/transaction'
import { type Ledger, openLedger } from './ledger'
import type { TransactionSketch } from './transaction'

let ledger: Ledger
beforeAll(() => {
  ledger = openLedger({ file: ':memory:' })
})
afterAll(() => ledger.close())

/** Which fields a sketch is refused for; none when the ledger took it. */
function refusedFor(sketch: TransactionSketch): readonly string[] {
  const before = ledger.transactions()
  try {
    ledger.addTransaction(sketch)
    expect(ledger.transactions().length).toBe(before.length + 1)
    return []
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    expect(ledger.transactions()).toEqual(before)
    return error.issues.map(({ path }) => path.join('.'))
  }
}

const kept =
  'id user_id company_id store_id gateway_sub_name barcode_id payment_link_id currency transaction_id reference_id wallet_type extra_parameters custom_id fixed_id'
// The split has forgotten that each is a field.
const limits = (kept.split(' ') as PlainField[]).map((name) => [name, fieldLengths[name].maxLength] as const)

describe('the ledger’s limits', () => {
  it.each(limits)('keeps a %s of %i characters, and none that is longer', (field, longest) => {
    for (const letter of ['x', '収', '🧾']) {
      expect(refusedFor({ [field]: letter.repeat(longest) })).toEqual([])
      expect(refusedFor({ [field]: letter.repeat(longest + 1) })).toContain(field)
    }
  })

  it('keeps amounts of 15 characters, and none that is longer', () => {
    const longest = 99_999_999_999_999
    expect(refusedFor({ amount: longest, charge: 0, tips: longest })).toEqual([])
    expect(refusedFor({ amount: longest + 1, charge: 0, tips: longest + 1 })).toEqual(['amount', 'tips'])
    expect(refusedFor({ status: 'failed', charge: longest })).toEqual([])
    expect(refusedFor({ status: 'failed', charge: longest + 1 })).toEqual(['charge'])
    expect(refusedFor({ amount: -1, charge: 0 })).toEqual(['amount'])
  })

  it('knows no gateway code of another form, and no currency of two characters', () => {
    expect(refusedFor({ gateway_code: '11', currency: 'HK' })).toEqual(['gateway_code', 'currency'])
  })
})
