import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../testing/any-sign'
import { runs } from '../testing/property-size'
import { formatMoney, isWholeUnitCurrency, readHundredths, writeHundredths } from './money'

/** Amounts that the interface's 15 characters can hold. */
const hundredths = fc.integer({ min: -(10 ** 13), max: 10 ** 13 })

describe('decimal text', () => {
  it('reads back every amount that it wrote, exactly', () => {
    fc.assert(
      fc.property(hundredths, (amount) => {
        return readHundredths(writeHundredths(amount)) === amount
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('reads what the digits say, however many decimals there are, and never through a float', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 10n ** 11n - 1n }),
        fc.constantFrom('', '.5', '.50', '.05', '.99', '.1', '.10', '.100'),
        (negative, whole, decimals) => {
          const cents = BigInt(decimals.slice(1).padEnd(2, '0').slice(0, 2))
          const exact = Number(whole * 100n + cents)
          const text = `${negative ? '-' : ''}${whole}${decimals}`
          expect(readHundredths(text)).toBe(negative && exact !== 0 ? -exact : exact)
        },
      ),
    )
  })

  it.each([
    ['0', 0],
    ['-0.00', 0],
    ['0.1', 10],
    ['0.01', 1],
    ['007.50', 750],
    ['120.50', 12050],
    ['-1.81', -181],
    ['1.5000', 150],
    ['999999999999.99', 99999999999999],
  ])('reads %s', (text, amount) => {
    expect(readHundredths(text)).toBe(amount)
  })

  const noAmounts =
    '| | 1|1 |1\n|+1|--1|-|.5|1.|1.005|1.001|1,50|1 000|1e3|0x10|NaN|Infinity|null|１２|٣|12.٣'.split('|')
  it.each([...noAmounts, '1'.repeat(17), `0.${'0'.repeat(20)}`])('refuses %j rather than guess', (text) => {
    expect(readHundredths(text)).toBeNull()
  })

  it('answers a safe whole number or null for any text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789.-+e, '), maxLength: 20 })
    fc.assert(
      fc.property(fc.oneof(digits, fc.string({ unit: anySign })), (text) => {
        const read = readHundredths(text)
        return read === null || (Number.isSafeInteger(read) && !Object.is(read, -0))
      }),
      { numRuns: runs(5000) },
    )
  })
})

describe('money for a person', () => {
  it.each([
    [12050, 'HKD', 'HK$120.50'],
    [123456789, 'USD', '$1,234,567.89'],
    [-181, 'EUR', '-€1.81'],
    [0, 'HKD', 'HK$0.00'],
    [120000, 'JPY', '¥1,200'],
    [120000, 'jpy', '¥1,200'],
    [120050, 'JPY', '¥1,200.5'],
    [500, 'XX1', 'XX1 5.00'],
    [500, '', '5.00'],
    [99999999999999, 'HKD', 'HK$999,999,999,999.99'],
  ])('shows %i of %s as %s', (amount, currency, shown) => {
    expect(formatMoney({ hundredths: amount, currency })).toBe(shown)
  })

  it('shows every digit of any amount in any currency, and never throws', () => {
    fc.assert(
      fc.property(
        hundredths,
        fc.oneof(fc.constantFrom('HKD', 'EUR', 'KWD'), fc.string({ maxLength: 5 })),
        (amount, currency) => {
          const shown = formatMoney({ hundredths: amount, currency })
          const digits = shown.replace(/\D/g, '')
          return isWholeUnitCurrency(currency) || digits.endsWith(writeHundredths(amount).replace(/\D/g, ''))
        },
      ),
    )
  })
})
