import { expect, it } from 'vitest'
import { succeed } from '../../shared/result'
import { nameOf } from '../actions/paper'
import { dayOf } from '../store/day'
import { draw, wordsIn } from '../store/testing/draw'
import { playMain } from '../store/testing/play-main'
import { anAttempt } from '../store/testing/samples'
import { DayFigures, readDay } from './day'

const open = anAttempt({ state: 'unconfirmed' })

it('a period is read whole, a page after the other, and what is open comes with the first', async () => {
  const asked: unknown[] = []
  playMain(
    {},
    {
      'activity:page': async (order) => {
        asked.push(order.before)
        const isFirst = order.before === null
        const page = { open: isFirst ? [open] : [], notices: [], attempts: [anAttempt()] }
        return succeed({ ...page, next: isFirst ? 7 : null })
      },
    },
  )
  const day = await readDay({ from: 0, to: null })
  expect([asked, day]).toEqual([[null, 7], succeed(dayOf([anAttempt(), anAttempt()], [open]))])
})

it('a day says its sum, what needs somebody, and how much by outcome, reason and cashier, on screen and on paper', () => {
  const day = dayOf([anAttempt(), open], [open])
  const words = wordsIn(draw(<DayFigures title="25 Nov 2026" day={day} />)).replace(/[\u2066-\u2069]/g, '')
  expect(words).toBe(
    [
      '25 Nov 2026 HK$120.50 1 refund',
      'Needs attention Outcome Amount 483920174462 ? Unconfirmed HK$120.50',
      'Outcome Refunds ✓ Refunded 1 ? Unconfirmed 1',
      'Reason Refunds Amount Damaged item 1 HK$120.50',
      'Cashier Refunds Amount May 1 HK$120.50',
    ].join(' '),
  )
})

it('a file of a day is named by its days', () => {
  expect(nameOf({ subject: 'day', title: '25 Nov 2026', day: dayOf([], []) })).toBe('Activity 25 Nov 2026')
})
