import { describe, expect, it } from 'vitest'
import { startOfDay, watch } from './testing/refund-samples'
import { beginWatch, countShow, isOverdue, isUnderWatch, untilShow } from './watch'

const hour = 60 * 60_000
const day = 24 * hour

describe('a watch', () => {
  it('is shown after 1, 4, 12 and 24 hours of running time, and is complete then', () => {
    let now = beginWatch(startOfDay, 500)
    const due: unknown[] = []
    for (const refunded of [500, 700, 600, 600]) {
      due.push([untilShow(now, 0) / hour, isUnderWatch(now)])
      now = countShow(now, refunded)
    }
    expect([due, now]).toEqual([
      [
        [1, true],
        [4, true],
        [12, true],
        [24, true],
      ],
      { since: startOfDay, shows: 4, highest: 700, ended: 'complete' },
    ])
  })

  it('may last for thirty days of the wall clock, and one set back ends nothing sooner', () => {
    const overdue = [30 * day - 1, 30 * day, -day].map((after) => isOverdue(watch(), startOfDay + after))
    expect([overdue, isOverdue(null, startOfDay)]).toEqual([[false, true, false], false])
  })
})
