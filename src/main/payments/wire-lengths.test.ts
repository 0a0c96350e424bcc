import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstCodePoints, isLongerThan } from '../../shared/code-points'
import { detailsLengths, fieldLengths } from '../../shared/field-lengths'
import { refundability } from '../../shared/refund-rules'
import { documentedLengths, type PlainField, plainFields, type Transaction } from '../../shared/transaction'
import { readForeignJson } from './foreign-json'
import { envelopeOf, paidRecord, sampleRecord } from './testing/sample-record'
import { readEnvelope } from './wire'

function recordOf(data: unknown): Transaction {
  const reading = readEnvelope(readForeignJson(envelopeOf(data)))
  if (!reading.ok) throw new Error(`${reading.fault.field} ${reading.fault.problem}`)
  return reading.value.record
}

/** What interface.md §2.2 says, written down a second time. */
const documented: Readonly<Partial<Record<PlainField, number>>> = {
  id: 64,
  user_id: 64,
  company_id: 64,
  store_id: 64,
  gateway_sub_name: 65_535,
  barcode_id: 64,
  payment_link_id: 64,
  amount: 15,
  currency: 3,
  charge: 15,
  refunded: 15,
  refund_charge: 15,
  net: 15,
  tips: 15,
  paid_at: 19,
  can_settle_after: 19,
  settled_at: 19,
  transaction_id: 15,
  reference_id: 191,
  wallet_type: 20,
  extra_parameters: 65_535,
  custom_id: 36,
  fixed_id: 64,
  refunded_at: 19,
  created_at: 19,
  updated_at: 19,
  expired_at: 19,
}
const textsForPeople: readonly PlainField[] = ['gateway_sub_name', 'payer', 'wallet_type', 'extra_parameters']

/** Of a PIN key a record says only that there is one. */
const readAs = (name: PlainField, text: string) => (name === 'pin_key' ? 'present' : text)

/** A text of so many characters, some of which are two units long. */
const textOf = (length: number) =>
  fc
    .array(fc.constantFrom('a', '7', 'é', '日', '😀', '𝒳'), { minLength: 1, maxLength: 9 })
    .map((unit) => firstCodePoints(unit.join('').repeat(Math.ceil(length / unit.length)), length))

describe('the length of a field', () => {
  it('is the document’s, and the texts among them are the four that are only for people', () => {
    const given = plainFields.filter((name) => documented[name] !== undefined)
    expect(Object.fromEntries(given.map((name) => [name, fieldLengths[name].longest]))).toEqual(documented)
    expect(plainFields.filter((name) => fieldLengths[name].holds === 'text')).toEqual(textsForPeople)
    expect(
      plainFields.filter((name) => documented[name] === undefined && fieldLengths[name].longest < 255),
    ).toEqual([])
  })

  const field = fc.constantFrom(...plainFields)
  it('lets a text of exactly that length through, whole and unnamed', () => {
    const exact = field.chain((name) => fc.tuple(fc.constant(name), textOf(fieldLengths[name].longest)))
    fc.assert(
      fc.property(exact, ([name, text]) => {
        const { fields, lengths } = recordOf({ ...paidRecord, [name]: text })
        expect([fields[name], lengths]).toEqual([readAs(name, text), documentedLengths])
      }),
      { numRuns: 300 },
    )
  })

  it('cuts one more off a text and names it; keeps one more of all else, names it and refunds nothing by it', () => {
    const more = fc.constantFrom(1, 2, 500)
    const longer = fc
      .tuple(field, more)
      .chain(([name, by]) => fc.tuple(fc.constant(name), textOf(fieldLengths[name].longest + by)))
    fc.assert(
      fc.property(longer, ([name, text]) => {
        const { holds, longest } = fieldLengths[name]
        const record = recordOf({ ...paidRecord, refunded: '0.00', [name]: text })
        const { cut, tooLong } = record.lengths
        if (holds === 'text') {
          expect([record.fields[name], cut, tooLong]).toEqual([firstCodePoints(text, longest), [name], []])
          expect(refundability(record).kind).toBe('refundable')
        } else {
          expect([record.fields[name], cut, tooLong]).toEqual([readAs(name, text), [], [name]])
          expect(refundability(record)).toEqual({ kind: 'blocked', reason: 'too_long' })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('counts for the members of the details objects too, and never makes an id another id', () => {
    const names = ['request_user_id', 'first_name', 'last_name', 'remark'] as const
    const longer = fc
      .constantFrom(...names)
      .chain((name) => fc.tuple(fc.constant(name), textOf(detailsLengths[name].longest), fc.boolean()))
    fc.assert(
      fc.property(longer, ([name, exact, over]) => {
        const record = recordOf({ ...sampleRecord, refund_details: { [name]: over ? `${exact}x` : exact } })
        const kept = over && name === 'request_user_id' ? '' : exact
        expect(Object.values(record.details[0] ?? {})).toContain(kept)
        expect(record.lengths).toEqual({ ...documentedLengths, cut: over ? [`refund_details.${name}`] : [] })
      }),
      { numRuns: 100 },
    )
  })

  it('is not that of a JSON number where an amount stands, but is where a code does', () => {
    const record = recordOf({
      ...paidRecord,
      charge: 1.8074999999999999,
      tips: '1.8074999999999999',
      transaction_id: 4e15,
    })
    expect([record.lengths.tooLong, record.fields.charge]).toEqual([
      ['tips', 'transaction_id'],
      '1.8074999999999999',
    ])
    expect(recordOf({ ...paidRecord, charge: 0.1 + 0.2 }).lengths).toEqual(documentedLengths)
  })

  it('is told in the log by the names alone', () => {
    const reading = readEnvelope(
      readForeignJson(envelopeOf({ ...paidRecord, status: 's'.repeat(300), currency: 'HKDX' })),
    )
    expect(reading.ok && reading.value.notes).toEqual(['status is too long', 'currency is too long'])
    expect(isLongerThan('HKDX', fieldLengths.currency.longest)).toBe(true)
  })
})
