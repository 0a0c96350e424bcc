import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { writeHundredths } from '../../shared/payment/money'
import { anAppState } from '../../shared/testing/app-state-sample'
import { draftFaultWords } from '../words/refund'
import {
  emptyDraft,
  type KeypadKey,
  pressKeypad,
  type Refundable,
  readAmount,
  readDraft,
  writeAmount,
} from './draft'
import type { RefundDraft } from './store'

const amount = { hundredths: 12050, currency: 'HKD' }
const refundable: Refundable = { kind: 'refundable', rest: amount, wholeOnly: false, confirmation: null }
const draft = (change: Partial<RefundDraft>): RefundDraft => ({ ...emptyDraft, reason: 'damaged', ...change })
const app = anAppState()
const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u3000'), maxLength: 12, size: 'max' })

describe('a refund that is filled in', () => {
  it.each([
    ['an amount', { scope: 'part', reason: null }, { in: 'amount', why: 'empty' }],
    ['an amount that is left', { scope: 'part', amountText: '120.51' }, { in: 'amount', why: 'too_large' }],
    ['a reason', { reason: null }, { in: 'reason', why: 'none' }],
  ] as const)('still needs %s, said in the order of the form', (_name, change, fault) => {
    expect(readDraft(draft(change), refundable, app)).toEqual(fail(fault))
  })

  it('for another reason is taken only with words, and with just these', () => {
    fc.assert(
      fc.property(blanks, fc.string({ maxLength: 80, size: 'max' }), blanks, (before, words, after) => {
        const read = readDraft(
          draft({ reason: 'other', otherReason: before + words + after }),
          refundable,
          app,
        )
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
    expect(readDraft(draft({ reason: 'damaged', otherReason: 'left over' }), refundable, app)).toEqual(
      succeed({ amount, reason: { code: 'damaged', text: '' } }),
    )
  })

  it('needs another reason once its own is off the store’s list, and keeps its amount', () => {
    const asked = draft({ scope: 'part', amountText: '20.25', reason: 'Faulty zip' })
    const read = [['Faulty zip', 'other'], ['other']].map((reasons) =>
      readDraft(asked, refundable, anAppState({ reasons })),
    )
    expect(read).toEqual([
      succeed({ amount: { ...amount, hundredths: 2025 }, reason: { code: 'Faulty zip', text: '' } }),
      fail({ in: 'reason', why: 'none' }),
    ])
  })

  it('is taken after the extra confirmation only, where one is asked for', () => {
    const unknown: Refundable = { ...refundable, confirmation: 'status_not_known' }
    expect([
      readDraft(draft({}), unknown, app),
      readDraft(draft({ confirmed: true }), unknown, app).ok,
    ]).toEqual([fail({ in: 'confirmation' }), true])
  })
})

const rest = { rest: { hundredths: 12050, currency: 'HKD' }, wholeOnly: false }
const ok = (hundredths: number, strands = 0) => ({
  ok: true,
  value: { amount: { hundredths, currency: 'HKD' }, strands },
})
const trouble = (fault: string) => ({ ok: false, fault })

describe('what is typed in Amount', () => {
  it.each([
    ['1', ok(100)],
    ['1.5', ok(150)],
    [' 20.25 ', ok(2025)],
    ['5.', ok(500)],
    ['.50', ok(50)],
    ['1,50', ok(150)],
    ['1,5', ok(150)],
    ['１２．５０', ok(1250)],
    ['120.50', ok(12050)],
    ['120.45', ok(12045, 5)],
    ['', trouble('empty')],
    ['  ', trouble('empty')],
    ['1,200', trouble('comma_unclear')],
    ['1,2,3', trouble('comma_unclear')],
    ['1.2,3', trouble('comma_unclear')],
    ['1.005', trouble('unreadable')],
    ['1e3', trouble('unreadable')],
    ['1²', trouble('unreadable')],
    ['①0', trouble('unreadable')],
    ['-5', trouble('unreadable')],
    ['HK$5', trouble('unreadable')],
    ['0', trouble('too_small')],
    ['0.09', trouble('too_small')],
    ['120.51', trouble('too_large')],
  ])('%j is read exactly or explained', (typed, expected) => {
    expect(readAmount(typed, rest)).toEqual(expected)
  })

  it('takes whole units only where the currency has no smaller coin', () => {
    const yen = { rest: { hundredths: 120000, currency: 'JPY' }, wholeOnly: false }
    expect([readAmount('500.50', yen), readAmount('500', yen).ok]).toEqual([trouble('not_whole_units'), true])
  })

  it('reads back every amount that may be refunded as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 12050 }), (hundredths) => {
        const read = readAmount(writeHundredths(hundredths), rest)
        expect(read.ok && read.value.amount.hundredths).toBe(hundredths)
      }),
    )
  })
})

it('an amount is written with its decimals, where its currency has any', () => {
  const written = ['HKD', 'JPY'].map((currency) => writeAmount({ hundredths: 1200, currency }))
  expect(written).toEqual(['12.00', '12'])
})

describe('the keypad', () => {
  const keys: readonly KeypadKey[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'erase']

  it('never makes a text that cannot be read', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 30, size: 'max' }), (presses) => {
        const text = presses.reduce((typed, key) => pressKeypad(typed, key, false), '')
        const read = readAmount(text, rest)
        expect(read.ok ? null : read.fault).not.toBe('unreadable')
      }),
    )
  })

  it('takes no more digits than any amount of the interface has', () => {
    const pressed = (...keys: readonly KeypadKey[]) =>
      keys.reduce<string>((typed, key) => pressKeypad(typed, key, false), '')
    const digits = Array.from({ length: 20 }, () => '9' as const)
    expect(pressed(...digits)).toBe('9'.repeat(12))
    expect(pressed(...digits, '.', '5', '5', '5')).toBe(`${'9'.repeat(12)}.55`)
  })

  it('has no point for a currency without smaller coins', () => {
    expect(pressKeypad('12', '.', true)).toBe('12')
  })
})
