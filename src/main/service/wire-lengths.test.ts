import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentedLengths } from '../../practice/testing/documented-record'
import { firstCodePoints, isLongerThan } from '../../shared/base/text'
import { refundability } from '../../shared/payment/refund-rules'
import {
  detailsLengths,
  fieldLengths,
  isDecidingField,
  maxKept,
  type PlainField,
  plainFields,
} from '../../shared/payment/transaction'
import { runs } from '../../shared/testing/property-size'
import { paidRecord, recordOf, sampleRecord } from './testing/sample-record'

/** By the document, not by the source. */
const documented: Readonly<Partial<Record<PlainField, number>>> = documentedLengths
const textsForPeople: readonly PlainField[] = ['gateway_sub_name', 'payer', 'wallet_type', 'extra_parameters']

/** A record holds a word in place of the PIN key. */
const readAs = (name: PlainField, text: string) => (name === 'pin_key' ? 'present' : text)

/** A text of so many code points, some of two UTF-16 units. */
const textOf = (length: number) =>
  fc
    .array(fc.constantFrom('a', '7', 'é', '日', '😀', '𝒳'), { minLength: 1, maxLength: 9 })
    .map((unit) => firstCodePoints(unit.join('').repeat(Math.ceil(length / unit.length)), length))

describe('the length of a field', () => {
  it('is the document’s, and the texts among them are the four that are only for people', () => {
    const given = plainFields.filter((name) => documented[name] !== undefined)
    expect(Object.fromEntries(given.map((name) => [name, fieldLengths[name].maxLength]))).toEqual(documented)
    expect(plainFields.filter((name) => fieldLengths[name].holds === 'text')).toEqual(textsForPeople)
    expect(
      plainFields.filter((name) => documented[name] === undefined && fieldLengths[name].maxLength < 255),
    ).toEqual([])
  })

  const field = fc.constantFrom(...plainFields)
  it('lets a text of exactly that length through, whole and unnamed', () => {
    const exact = field.chain((name) => fc.tuple(fc.constant(name), textOf(fieldLengths[name].maxLength)))
    fc.assert(
      fc.property(exact, ([name, text]) => {
        const { fields, odd, tooLong } = recordOf({ ...paidRecord, [name]: text })
        const named = fieldLengths[name].holds === 'time' ? [name] : []
        expect([fields[name], odd, tooLong]).toEqual([readAs(name, text), named, []])
      }),
      { numRuns: runs(120) },
    )
  })

  it('cuts more off a text and keeps more of all else, and only what decides about money stops a refund', () => {
    const more = fc.constantFrom(1, 2, 500, 2000)
    const longer = fc
      .tuple(field, more)
      .chain(([name, by]) => fc.tuple(fc.constant(name), textOf(fieldLengths[name].maxLength + by)))
    fc.assert(
      fc.property(longer, ([name, text]) => {
        const { holds, maxLength } = fieldLengths[name]
        const record = recordOf({ ...paidRecord, refunded: '0.00', [name]: text })
        if (isDecidingField(name)) {
          expect([record.fields[name], record.odd, record.tooLong]).toEqual([text, [], [name]])
          expect(refundability(record)).toEqual({ kind: 'blocked', reason: 'too_long' })
          return
        }
        const kept = holds === 'text' ? maxLength : Math.max(maxLength, maxKept)
        const cut = isLongerThan(text, kept) ? `${firstCodePoints(text, kept - 1)}…` : text
        expect([record.fields[name], record.odd, record.tooLong]).toEqual([readAs(name, cut), [name], []])
        // A time of refund contradicts an untouched payment, in any form.
        if (name !== 'refunded_at') expect(refundability(record).kind).toBe('refundable')
      }),
      { numRuns: runs(120) },
    )
  })

  it('counts for the members of the details objects too, and never makes an id another id', () => {
    const names = ['request_user_id', 'first_name', 'last_name', 'remark'] as const
    const longer = fc
      .constantFrom(...names)
      .chain((name) => fc.tuple(fc.constant(name), textOf(detailsLengths[name].maxLength), fc.boolean()))
    fc.assert(
      fc.property(longer, ([name, exact, over]) => {
        const record = recordOf({ ...sampleRecord, refund_details: { [name]: over ? `${exact}x` : exact } })
        const cut = `${firstCodePoints(exact, detailsLengths[name].maxLength - 1)}…`
        const kept = !over ? exact : name === 'request_user_id' ? '' : cut
        expect(Object.values(record.details[0] ?? {})).toContain(kept)
        expect([record.odd, record.tooLong]).toEqual([over ? [`refund_details.${name}`] : [], []])
      }),
      { numRuns: runs(100) },
    )
  })

  it('is not that of a JSON number where an amount stands, but is where a code does', () => {
    const record = recordOf({
      ...paidRecord,
      charge: 1.8074999999999999,
      tips: '1.8074999999999999',
      transaction_id: 4e15,
    })
    expect([record.odd, record.fields.charge]).toEqual([['tips', 'transaction_id'], '1.8074999999999999'])
    expect(recordOf({ ...paidRecord, charge: 0.1 + 0.2 }).odd).toEqual([])
  })
})
