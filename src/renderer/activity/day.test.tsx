import { expect, it } from 'vitest'
import { addUpDay } from '../../shared/refund/day'
import { aDay } from '../../shared/testing/app-state-sample'
import { nameOf } from '../actions/paper'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { DayFigures, HoursChart } from './day'

const morning = new Date(2026, 10, 25, 8, 40).getTime()

it('a day says its sum, what needs somebody, what by outcome, reason, cashier and hour, and the rest in sentences, on screen and on paper', () => {
  const adding = addUpDay(new Map())
  adding.add(anAttempt({ createdAt: morning, slips: 3 }))
  adding.add(anAttempt({ state: 'unconfirmed' }))
  adding.add(anAttempt({ state: 'refused', refusal: { httpStatus: 422, message: 'Too old' } }))
  const words = wordsIn(draw(<DayFigures title="25 Nov 2026" day={adding.day()} />))
  expect(words.replace(/[\u2066-\u2069]/g, '')).toBe(
    [
      '25 Nov 2026 HK$120.50 1 refund',
      'Needs attention Amount 483920174462 R-7K3QX9A2MD ? Unconfirmed HK$120.50',
      'Outcome Refunds ✓ Refunded 1 ✕ Not refunded 1 ? Unconfirmed 1',
      'Reason Refunds Amount Damaged item 1 HK$120.50',
      'Cashier Refunds Amount May 1 HK$120.50',
      'The service refused Refunds Too old 1',
      '2 slips were printed again.',
      'By hour 9 12 15 18 Hour Refunds Amount 08:00 1 HK$120.50',
    ].join(' '),
  )
})

it('what stands out is said in a sentence of its own', () => {
  const may = { id: 'p1', name: 'May' }
  const day = aDay({
    standsOut: [
      { what: 'under_limit', ...may, currency: 'HKD', limit: 50_000, count: 3, of: 8 },
      { what: 'same_day', ...may, count: 7, of: 8 },
      { what: 'far_above', id: '', name: '', count: 8, others: 1.5 },
    ],
  })
  const words = wordsIn(draw(<DayFigures title="25 Nov 2026" day={day} />))
  expect(words.replace(/[\u2066-\u2069]/g, '')).toBe(
    [
      '25 Nov 2026 0 refunds Worth a look',
      'May: 3 of 8 refunds are just under the limit of HK$500.00.',
      'May: 7 of 8 refunds are for payments of the same day.',
      'No name: 8 refunds. The others made about 2 each.',
    ].join(' '),
  )
})

it('the hours are drawn as bars as high as their share of the busiest, in hours wider than the usual ones where need be', () => {
  const sum = { currency: 'HKD', hundredths: 100 }
  const hours = [
    { ...sum, hour: 7, count: 1 },
    { ...sum, hour: 9, count: 3 },
    { ...sum, currency: 'JPY', hour: 9, count: 1 },
  ]
  const bars = [
    ...draw(<HoursChart hours={hours} />).matchAll(/<rect x="(\d+)" y="(\d+)"[^>]* height="(\d+)"/g),
  ]
  expect(bars.map(([, ...place]) => place.map(Number)).filter(([, , high]) => high !== 0)).toEqual([
    [0, 30, 10],
    [20, 0, 40],
  ])
  expect(bars.length).toBe(14)
})

it('a file of a day is named by its days', () => {
  expect(nameOf({ subject: 'day', title: '25 Nov 2026', day: aDay() })).toBe('Activity 25 Nov 2026')
})
