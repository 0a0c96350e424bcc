import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { draftFaultWords } from '../words/refund'
import type { RefundDraft } from './counter-state'
import { emptyDraft, type Refundable, readDraft } from './draft'

const amount = { hundredths: 12050, currency: 'HKD' }
const refundable: Refundable = { kind: 'refundable', rest: amount, wholeOnly: false, confirmation: null }
const draft = (change: Partial<RefundDraft>): RefundDraft => ({ ...emptyDraft, reason: 'damaged', ...change })
const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u3000'), maxLength: 12, size: 'max' })

describe('a refund that is filled in', () => {
  it.each([
    ['an amount', { scope: 'part', reason: null }, { in: 'amount', why: 'empty' }],
    ['an amount that is left', { scope: 'part', amountText: '120.51' }, { in: 'amount', why: 'too_large' }],
    ['a reason', { reason: null }, { in: 'reason', why: 'none' }],
  ] as const)('still needs %s, said in the order of the form', (_name, change, fault) => {
    expect(readDraft(draft(change), refundable)).toEqual(fail(fault))
  })

  it('for another reason is taken only with words, and with just these', () => {
    fc.assert(
      fc.property(blanks, fc.string({ maxLength: 80, size: 'max' }), blanks, (before, words, after) => {
        const read = readDraft(draft({ reason: 'other', otherReason: before + words + after }), refundable)
        const said = words.trim()
        expect(read).toEqual(
          said === ''
            ? fail({ in: 'reason', why: 'other_empty' })
            : succeed({ amount, reason: { code: 'other', text: said } }),
        )
        expect(read.ok || draftFaultWords(read.fault, amount)).toBe(said === '' ? 'Type the reason.' : true)
      }),
    )
  })

  it('for a reason of the list sends its code alone, whatever stands in the other box', () => {
    expect(readDraft(draft({ reason: 'damaged', otherReason: 'left over' }), refundable)).toEqual(
      succeed({ amount, reason: { code: 'damaged', text: '' } }),
    )
  })

  it('is taken after the extra confirmation only, where one is asked for', () => {
    const unknown: Refundable = { ...refundable, confirmation: 'status_not_known' }
    expect([readDraft(draft({}), unknown), readDraft(draft({ confirmed: true }), unknown).ok]).toEqual([
      fail({ in: 'confirmation' }),
      true,
    ])
  })
})
