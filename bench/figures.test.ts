import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beyond, figureOf, keepsBudget, quantile, ratioOf } from './figures'
import { tableOf } from './table'

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 })
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('the figures of the bench', () => {
  it('a share of some values is always one of them, and never falls as the share rises', () => {
    fc.assert(
      fc.property(times, share, share, (values, one, other) => {
        const [low, high] = [quantile(values, Math.min(one, other)), quantile(values, Math.max(one, other))]
        expect(values).toContain(low)
        expect(low).toBeLessThanOrEqual(high)
      }),
    )
  })

  it('stand beside a baseline taken at the same share, and say whether the budget is kept', () => {
    const beside = ['bare', [100, 110, 120]] as const
    const figure = figureOf('start', 'ms', [150, 140, 130], { beside, mostTimes: 1.25 })
    expect({ figure, ratio: ratioOf(figure)?.toFixed(2), kept: keepsBudget(figure) }).toEqual({
      figure: {
        what: 'start',
        unit: 'ms',
        value: 140,
        spread: [130, 150],
        baseline: 110,
        baselineName: 'bare',
        most: null,
        mostTimes: 1.25,
        samples: 3,
      },
      ratio: '1.27',
      kept: false,
    })
  })

  it('say nothing of a budget where there is none, or where nothing was measured', () => {
    const nothing = figureOf('memory', 'MB', [], { most: 5 })
    expect([keepsBudget(figureOf('size', 'kB', [3])), keepsBudget(nothing)]).toEqual([null, null])
  })

  it('compare turn by turn', () => {
    expect(beyond([5, 7], [3, 4])).toEqual([2, 3])
  })

  it('make one line each in a table, with what could not be measured left empty', () => {
    const lines = tableOf([
      figureOf('a show', 'ms', [2, 2, 2], { beside: ['a raw request', [1, 1, 1]] }),
      figureOf('memory', 'MB', [], { most: 5 }),
    ])
    const cells = lines.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    expect(cells.slice(2)).toEqual([
      ['', 'a show', '2.0 ms', '2.0–2.0', '1.0 ms (a raw request)', '2.00', '', '3', ''],
      ['', 'memory', 'not measured', '', '', '', '≤ 5 MB', '0', ''],
    ])
  })
})
