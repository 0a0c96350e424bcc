import { describe, expect, it } from 'vitest'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { anAttempt } from '../store/testing/samples'
import { stateChoices } from '../words/activity'
import {
  type ActivitySearch,
  exportRange,
  isUnfiltered,
  joinPages,
  ordersFor,
  refreshed,
  timeRange,
} from './query'

const noon = new Date(2026, 10, 21, 12, 0, 0).getTime()
const day = (month: number, date: number) => new Date(2026, month, date).getTime()
const search = (change: Partial<ActivitySearch> = {}): ActivitySearch => ({
  range: { choice: 'all', from: '', to: '' },
  find: '',
  state: null,
  ...change,
})

describe('what Activity asks main for', () => {
  it('has the days and the outcome that were chosen', () => {
    const range = { choice: 'days', from: '2026-11-18', to: '2026-11-20' } as const
    expect(ordersFor(search({ range, state: 'not_refunded' }), noon)).toEqual([
      { before: null, count: 100, from: day(10, 18), to: day(10, 21) - 1, state: 'not_refunded' },
    ])
  })

  it.each([
    ['', [{}]],
    [' r-7k3qx9a2md ', [{ marker: 'R-7K3QX9A2MD' }]],
    ['May ', [{ code: 'May' }, { cashier: 'May' }]],
  ])(
    'is by the words “%s” a refund no. when they are one, else a code, and then a cashier',
    (find, asked) => {
      const orders = asked.map((each) => ({ before: null, count: 100, ...each }))
      expect(ordersFor(search({ find }), noon)).toEqual(orders)
    },
  )

  it('puts what is open first only while nothing is looked for', () => {
    const searches = [
      search(),
      search({ find: '  ' }),
      search({ find: 'May' }),
      search({ state: 'refunded' }),
    ]
    expect(searches.map(isUnfiltered)).toEqual([true, true, false, false])
  })
})

it('offers every outcome to be looked for, each under a name of its own', () => {
  expect(stateChoices.map(({ value }) => value).sort()).toEqual([...attemptStates].sort())
  expect(new Set(stateChoices.map(({ name }) => name)).size).toBe(attemptStates.length)
})

it('a list that is read again loses what its filter no longer matches, and keeps the older pages that were read', () => {
  const order = { before: null, count: 2, state: 'unconfirmed' } as const
  const list = (times: readonly number[], before: number | null) => {
    const { intent } = anAttempt()
    const attempts = times.map((createdAt) =>
      anAttempt({ createdAt, intent: { ...intent, marker: `R-${createdAt}` } }),
    )
    return { open: [], notices: [], attempts, rest: before === null ? null : { order, before } }
  }
  const whole = refreshed(list([9], null), list([], null))
  const paged = refreshed(list([9, 8, 7, 6, 5], 5), list([9, 7], 7))
  expect([whole, paged].map(({ attempts }) => attempts.map(({ createdAt }) => createdAt))).toEqual([
    [],
    [9, 7, 6, 5],
  ])
  expect(paged.rest).toEqual({ order, before: 5 })
})

it('two pages make one list in their order, in which each attempt stands once, as the first page has it', () => {
  const named = (marker: string, cashier = '') =>
    anAttempt({ intent: { ...anAttempt().intent, marker, cashier: { id: '', name: cashier } } })
  const first = [named('R-3333333333'), named('R-2222222222', 'newer')]
  const second = [named('R-2222222222', 'older'), named('R-1111111111')]
  const list = joinPages(first, second).map(({ intent }) => `${intent.marker} ${intent.cashier?.name}`)
  expect(list).toEqual(['R-3333333333 ', 'R-2222222222 newer', 'R-1111111111 '])
})

it.each<[ActivitySearch['range']['choice'], string, string, number | null, number | null]>([
  ['today', '', '', day(10, 21), null],
  ['week', '', '', day(10, 15), null],
  ['all', '', '', null, null],
  ['days', '2026-11-18', '2026-11-20', day(10, 18), day(10, 21) - 1],
  // Turned around, open at one end, and a day that is none.
  ['days', '2026-11-20', '2026-11-18', day(10, 18), day(10, 21) - 1],
  ['days', '2026-11-20', '', day(10, 20), null],
  ['days', '', '2026-11-20', null, day(10, 21) - 1],
  ['days', '', '2026-02-31', null, null],
])('lists whole days: %s %s %s', (choice, first, last, from, to) => {
  expect(timeRange({ choice, from: first, to: last }, noon)).toEqual({ from, to })
})

it('exports days with both ends', () => {
  const whole = { from: '1970-01-01T00:00:00.000Z', to: new Date(noon).toISOString() }
  expect(exportRange({ from: null, to: null }, noon)).toEqual(whole)
})

it('counts the last seven days by the calendar, also where a day has 23 or 25 hours', () => {
  const late = new Date(2026, 2, 31, 23, 30).getTime()
  const { from } = timeRange({ choice: 'week', from: '', to: '' }, late)
  expect(from).toBe(new Date(2026, 2, 25).getTime())
})
