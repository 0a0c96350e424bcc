import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { segmentRows } from '../copies/cache-schema'
import { makeCopyIndex } from './copy-index'
import { type SearchedCopy, type SearchedRecord, year2000 } from './searched-copy'
import { makeSegment } from './segment'
import { aSearchedCopy, termsOf } from './testing/search-samples'

const everyOwner = new Set(['owner-1'])

function indexOf(copies: readonly SearchedCopy[]) {
  const index = makeCopyIndex()
  const inOrder = [...copies].sort((one, other) => one.number - other.number)
  for (const number of new Set(inOrder.map((copy) => Math.floor(copy.number / segmentRows)))) {
    index.put(number, makeSegment(inOrder.filter((copy) => Math.floor(copy.number / segmentRows) === number)))
  }
  return index
}

function find(copies: readonly SearchedCopy[], typed: string, owners = everyOwner): readonly number[] {
  const matches = indexOf(copies).search(termsOf(typed), owners, () => false)
  return matches?.numbers(0, 99) ?? []
}

const shop = [
  aSearchedCopy(1, { transactionId: '483920174462', customId: 'C7719920461' }),
  aSearchedCopy(2, { transactionId: '511', gatewayCode: '1_1', amount: 120400, status: 'refunded' }),
  aSearchedCopy(3, { transactionId: '522', gatewayCode: '4_1', amount: 500, currency: 'USD', refunded: 100 }),
  aSearchedCopy(4, {
    transactionId: '533',
    status: 'cancelled',
    fields: { created_at: '2026-11-21 09:00:00' },
  }),
  aSearchedCopy(5, { id: 'F00D-Überweg', transactionId: '', amount: null, status: 'settling', fields: {} }),
]

describe('a search', () => {
  it.each([
    ['', [4, 3, 2, 1, 5]],
    ['3920', [1]],
    ['c771', [1]],
    ['C', [4, 1]],
    ['INTERNAL-', [4, 3, 2, 1]],
    ['überW', [5]],
    ['120.50', [4, 1]],
    ['120.5', [4, 1]],
    ['1,204', [2]],
    ['US$5.00', [3]],
    ['$5', [3]],
    ['HK$5.00', []],
    ['hkd 1,204.00', [2]],
    ['2026-11-20', [3, 2, 1]],
    ['21.11.', [4]],
    ['today', [4]],
    ['2026-11', [4, 3, 2, 1]],
    ['wallet', [3, 2]],
    ['wallet a online', [3]],
    ['1_1', [2]],
    ['11_2', [4, 1, 5]],
    ['eftpos 120.50', [4, 1]],
    ['refunded', [3, 2]],
    ['partly', [3]],
    ['cancelled today', [4]],
    ['settling', [5]],
    ['paid 4839', [1]],
    ['nothing-like-this', []],
  ])('for “%s” answers, newest payment first', (typed, numbers) => {
    expect(find(shop, typed)).toEqual(numbers)
  })

  it('never finds or counts what other owners have', () => {
    const copies = [aSearchedCopy(1), aSearchedCopy(2, {}, 'owner-2'), aSearchedCopy(1500, {}, 'owner-2')]
    const search = (owner: string) => {
      const matches = indexOf(copies).search([], new Set([owner]), () => false)
      return matches && { ...matches, numbers: matches.numbers(0, 99) }
    }
    const oldest = (Date.UTC(2026, 10, 20, 10, 31, 7) - year2000) / 1000
    expect([search('owner-1'), search('owner-2'), search('owner-3')]).toEqual([
      { total: 1, numbers: [1], visible: 1, oldest },
      { total: 2, numbers: [1500, 2], visible: 2, oldest },
      { total: 0, numbers: [], visible: 0, oldest: null },
    ])
  })

  it('lists everything without codes, finds with those that came later, and wants none of what was replaced', () => {
    const { codes, bytes, ...columns } = makeSegment([aSearchedCopy(1), aSearchedCopy(2)])
    const index = makeCopyIndex()
    const search = (typed: string) =>
      index.search(termsOf(typed), everyOwner, () => false)?.numbers(0, 99) ?? []
    index.put(0, columns)
    const listed = [search(''), [...index.withoutCodes().keys()]]
    expect(() => search('t2')).toThrow()
    index.putCodes(0, { codes, bytes })
    const found = [search('t2'), index.withoutCodes().size]
    index.put(1, makeSegment([aSearchedCopy(1003)]))
    const { codes: _codes, bytes: _bytes, ...others } = makeSegment([aSearchedCopy(1004)])
    index.put(1, others)
    index.put(1, makeSegment([aSearchedCopy(1005)]))
    index.putCodes(1, { codes, bytes })
    const replaced = [search('t1'), index.withoutCodes().size]
    expect([listed, found, replaced]).toEqual([
      [[2, 1], [0]],
      [[2], 0],
      [[1005, 1], 0],
    ])
  })

  it('stops between two segments once nobody waits for it', () => {
    const index = indexOf([aSearchedCopy(1), aSearchedCopy(1001), aSearchedCopy(2001)])
    let asked = 0
    const isOver = () => {
      asked += 1
      return asked > 1
    }
    expect([index.search([], everyOwner, isOver), asked]).toEqual([null, 2])
  })
})

const code = fc.string({ unit: fc.constantFrom('a', 'B', '1', '2', 'é', '-'), maxLength: 8 })
const record: fc.Arbitrary<Partial<SearchedRecord>> = fc.record({
  id: code.map((text) => `i${text}`),
  transactionId: code,
  customId: code,
  amount: fc.constant(null),
  gatewayCode: fc.constant('x'),
  status: fc.constant('q'),
  fields: fc.record({
    paid_at: fc
      .date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 19).replace('T', ' ')),
  }),
})
const numbered = fc
  .uniqueArray(fc.tuple(fc.nat(5000), record), { selector: ([number]) => number, maxLength: 40 })
  .map((all) => all.map(([number, change]) => ({ copy: aSearchedCopy(number, change), change })))

describe('for any copies and any word', () => {
  it('finds exactly those that have the word in one of their codes, in the order of their times', () => {
    fc.assert(
      fc.property(
        numbered,
        code.filter((text) => text !== ''),
        (all, word) => {
          const expected = all
            .filter(({ change }) =>
              [change.id, change.transactionId, change.customId].some((each) =>
                each?.toLowerCase().includes(word.toLowerCase()),
              ),
            )
            .map(({ copy }) => copy)
            .sort((one, other) => other.seconds - one.seconds || other.number - one.number)
            .map(({ number }) => number)
          const term = { text: word.toLowerCase(), amount: null, day: null, states: [] }
          const index = indexOf(all.map(({ copy }) => copy))
          const found = index.search([term], everyOwner, () => false)
          expect(found?.numbers(0, 99)).toEqual(expected)
        },
      ),
    )
  })

  it('finds as somebody types, and takes letters back, what it would find at once', () => {
    const typing = fc.array(fc.tuple(fc.constantFrom('more', 'less', 'word'), code), { maxLength: 12 })
    fc.assert(
      fc.property(numbered, typing, (all, keys) => {
        const copies = all.map(({ copy }) => copy)
        const index = indexOf(copies)
        let typed = ''
        for (const [key, text] of keys) {
          typed = { more: typed + text, less: typed.slice(0, -text.length), word: `${typed} ${text}` }[key]
          const found = index.search(termsOf(typed), everyOwner, () => false)
          expect(found?.numbers(0, 99)).toEqual(find(copies, typed))
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it('lists the same, in the order of their times and numbers, in whatever order segments came and changed', () => {
    const segments = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 })
    const grouped = (all: readonly SearchedCopy[], number: number) => {
      const copies = all.filter((copy) => Math.floor(copy.number / segmentRows) === number)
      copies.sort((one, other) => one.number - other.number)
      return copies.length === 0 ? null : makeSegment(copies)
    }
    fc.assert(
      fc.property(
        numbered,
        numbered,
        segments,
        segments,
        fc.nat(12),
        (before, after, first, later, atOnce) => {
          const [old, now] = [before, after].map((all) =>
            // Of four times only, for many payments are made in one second.
            all.map(({ copy }) => ({ ...copy, seconds: copy.seconds % 4 })),
          )
          const index = makeCopyIndex()
          const search = () => index.search([], everyOwner, () => false)
          let answers: { readonly listed: ReturnType<typeof search>; readonly numbers: readonly number[] }[] =
            []
          for (const [turn, [copies = [], number]] of [
            ...first.map((number) => [old, number] as const),
            ...later.map((number) => [now, number] as const),
          ].entries()) {
            index.put(number, grouped(copies, number))
            if (turn < atOnce) continue
            const listed = search()
            answers = [...answers, { listed, numbers: listed?.numbers(0, 99) ?? [] }]
          }
          const expected = [...(now ?? [])]
            .sort((one, other) => other.seconds - one.seconds || other.number - one.number)
            .map(({ number }) => number)
          expect(search()?.numbers(0, 99)).toEqual(expected)
          // Who reads on in an older answer reads what it said then.
          for (const { listed, numbers } of answers) expect(listed?.numbers(0, 99)).toEqual(numbers)
        },
      ),
    )
  })
})
