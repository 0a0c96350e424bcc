import { describe, expect, it } from 'vitest'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { stateChoices } from '../words/activity'
import { type ActivitySearch, exportRange, isUnfiltered, ordersFor, timeRange } from './query'

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
    expect(ordersFor(search({ range, state: 'not_refunded' }), 100, noon)).toEqual([
      { before: null, count: 100, from: day(10, 18), to: day(10, 21) - 1, state: 'not_refunded' },
    ])
  })

  it.each([
    ['', [{}]],
    [' r-7k3qx9a2md ', [{ marker: 'R-7K3QX9A2MD' }]],
    ['May ', [{ code: 'May' }, { cashier: 'May' }]],
    // As Chinese and Japanese input methods write them.
    ['Ｒ－７Ｋ３ＱＸ９Ａ２ＭＤ', [{ marker: 'R-7K3QX9A2MD' }]],
    ['Ｃ７７１９９２０４６１', [{ code: 'C7719920461' }, { cashier: 'Ｃ７７１９９２０４６１' }]],
  ])(
    'is by the words “%s” a refund no. when they are one, else a code, and then a cashier',
    (find, asked) => {
      const orders = asked.map((each) => ({ before: null, count: 100, ...each }))
      expect(ordersFor(search({ find }), 100, noon)).toEqual(orders)
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

it('exports days with both ends, and all also beyond now: a clock that was ahead may have been set right', () => {
  const days = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
  expect([
    exportRange({ from: Date.parse(days.from), to: Date.parse(days.to) }),
    exportRange({ from: null, to: null }),
  ]).toEqual([days, { from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T00:00:00.000Z' }])
})

it('counts the last seven days by the calendar, also where a day has 23 or 25 hours', () => {
  const late = new Date(2026, 2, 31, 23, 30).getTime()
  const { from } = timeRange({ choice: 'week', from: '', to: '' }, late)
  expect(from).toBe(new Date(2026, 2, 25).getTime())
})
