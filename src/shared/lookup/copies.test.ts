import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../payment/money'
import { anySign } from '../testing/any-sign'
import { searchWords } from '../testing/search-words'
import { copyOutlives, maxTermLength, maxTerms, readCopyQuery } from './copies'

const read = (typed: string) => readCopyQuery(typed, searchWords)
const amountOf = (typed: string) => {
  const amount = read(typed)[0]?.amount
  return amount ? [amount.from, amount.to, amount.currency] : null
}
const dayOf = (typed: string) => {
  const day = read(typed)[0]?.day
  return day ? [day.year, day.month, day.day] : null
}

const serviceError = { kind: 'service_error', message: '' } as const

it.each([
  ['the service has no such payment', { kind: 'not_found', message: 'No such transaction' }, false],
  ['a gateway says so by a page of its own', { kind: 'not_found', message: '', undocumented: true }, true],
  ['there were too many requests', { ...serviceError, httpStatus: 429 }, true],
  ['the service is away', { ...serviceError, httpStatus: 503 }, true],
  ['it forbids to look', { ...serviceError, httpStatus: 403 }, false],
  [
    'a firewall forbids it by a page of its own',
    { ...serviceError, httpStatus: 403, undocumented: true },
    true,
  ],
] as const)('a saved copy on the screen, where %s, stays or goes', (_what, fault, stays) => {
  expect(copyOutlives(fault)).toBe(stays)
})

describe('an amount that is typed', () => {
  it.each([
    ['120', [12000, 12099, '']],
    ['120.', [12000, 12099, '']],
    ['120.5', [12050, 12059, '']],
    ['120.50', [12050, 12050, '']],
    ['120,50', [12050, 12050, '']],
    ['0.1', [10, 19, '']],
    ['1,204.00', [120400, 120400, '']],
    ['1,204', [120400, 120499, '']],
    ['1,234,567.8', [123456780, 123456789, '']],
    ['HK$120.50', [12050, 12050, 'hk$']],
    ['¥1,200', [120000, 120099, '¥']],
    ['hkd5', [500, 599, 'hkd']],
    ['ＨＫ＄１２０．５０', [12050, 12050, 'hk$']],
  ])('%s is every amount that it may be the beginning of', (typed, amount) => {
    expect(amountOf(typed)).toEqual(amount)
  })

  it.each(['', 'abc', '12a', '1.234', '-5', '1e3', '12,3456', '2026-11-20', '99999999999999999'])(
    '%s is none',
    (typed) => {
      expect(amountOf(typed)).toBeNull()
    },
  )

  it('is found whatever it is, typed as it stands on the screen, and by each part of it from the point on', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.constantFrom('HKD', 'EUR', 'USD', 'GBP'), (hundredths, currency) => {
        const text = formatMoney({ hundredths, currency })
        const parts = [text, text.slice(0, -1), text.slice(0, -2), text.slice(0, -3)]
        const found = parts.map((part) => {
          const amount = read(part)[0]?.amount
          return amount != null && amount.from <= hundredths && hundredths <= amount.to
        })
        expect(found).toEqual([true, true, true, true])
      }),
    )
  })
})

describe('a day that is typed', () => {
  it.each([
    ['2026-11-20', [2026, 11, 20]],
    ['2026/11/20', [2026, 11, 20]],
    ['2026-11-', [2026, 11, null]],
    ['2026-11', [2026, 11, null]],
    ['2026-', [2026, null, null]],
    ['20.11.2026', [2026, 11, 20]],
    ['20/11/26', [2026, 11, 20]],
    ['20.11.', [null, 11, 20]],
    ['20/11', [null, 11, 20]],
    ['5-3', [null, 3, 5]],
    ['11/20', [null, 11, 20]],
    ['today', [2026, 11, 21]],
    ['Yesterday', [2026, 11, 20]],
    ['ye', [2026, 11, 20]],
  ])('%s is read', (typed, day) => {
    expect(dayOf(typed)).toEqual(day)
  })

  it.each(['2026', '20', '20/', '32/13', '2026-13', '20-11/26', 't', 'tomorrow', '1/2/3/4'])(
    '%s is none',
    (typed) => {
      expect(dayOf(typed)).toBeNull()
    },
  )
})

describe('what is typed', () => {
  it('means a state by the beginning of any of its words', () => {
    const states = (typed: string) => read(typed)[0]?.states
    expect(['p', 'pa', 'REFUNDED', 'part', 'not', 'stat', 'x'].map(states)).toEqual([
      ['paid', 'partly_refunded', 'precreated', 'other_partly_refunded'],
      ['paid', 'partly_refunded', 'precreated', 'other_partly_refunded'],
      ['partly_refunded', 'refunded', 'other_partly_refunded', 'other_refunded'],
      ['partly_refunded', 'other_partly_refunded'],
      ['precreated'],
      ['other', 'other_partly_refunded', 'other_refunded'],
      [],
    ])
  })

  it('is one term for each word, in small letters, and nothing typed is no term', () => {
    const outcome = [read('  C77  EftPos\t11_2 ').map(({ text }) => text), read(' \n ')]
    expect(outcome).toEqual([['c77', 'eftpos', '11_2'], []])
  })

  it('never becomes more than the contract takes, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anySign, maxLength: 600 }), (typed) => {
        const terms = read(typed)
        const fits = terms.every(
          ({ text }) => text !== '' && text.length <= maxTermLength && !/\s/.test(text),
        )
        expect([fits, terms.length <= maxTerms]).toEqual([true, true])
      }),
    )
  })
})
