import { describe, expect, it } from 'vitest'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { LineNotice } from '../../shared/contract/contract'
import type { ListedPerson } from '../../shared/people/people'
import { addUpDay } from '../../shared/refund/day'
import { aDay, nobodySetUp, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { nameOf } from '../actions/paper'
import { allIn, draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { stateChoices } from '../words/activity'
import { Activity, AttemptList, NothingListed, Notices } from './activity'
import { DayFigures, HoursChart, Sheets } from './day'

const still = {
  none: 'No refunds in this period.',
  more: null,
  isCut: false,
  reading: false,
  isPartial: false,
}
const listOf = (...attempts: readonly AttemptView[]) => draw(<AttemptList attempts={attempts} {...still} />)

describe('Activity', () => {
  it('says that it reads before it has a list, and counts what needs an answer or a supervisor', () => {
    const attention = { alarms: 1, waitingForPerson: 1, checking: 1 }
    const words = wordsIn(draw(<Activity />, { undecided: 3, attention }))
    expect(words).toContain('! 3 refunds still need an answer. They’re listed first.')
    expect(words).toContain('2 entries need a supervisor: top of the list.')
    expect(words).toContain('Reading…')
  })

  it('says that the list could not be read, and no longer that it is being read', () => {
    const failed = draw(<NothingListed failed />)
    expect(wordsIn(failed)).toBe('The refunds can’t be read now. Choose another period, then this one again.')
    expect(failed).not.toContain('aria-busy="true"')
  })

  it('says nothing of answers that nobody waits for', () => {
    expect(wordsIn(draw(<Activity />))).not.toContain('listed first')
  })

  it('names in a row the receipt’s code and the amount, the reason, the outcome, the refund no. and the cashier', () => {
    const row = / · Damaged item ?483920174462 ?HK\$120\.50 ?Damaged item ?R-7K3QX9A2MD ?May ?✓ Refunded$/
    expect(wordsIn(listOf(anAttempt()))).toMatch(row)
  })

  it('says below a list that is cut where earlier refunds are', () => {
    const words = wordsIn(draw(<AttemptList attempts={[anAttempt()]} {...still} isCut />))
    expect(words).toContain('Only the newest 1,000 are listed. Choose dates for earlier ones.')
  })

  it('says below a list whose older refunds are still being read that they are, and never that there are none', () => {
    const partial = (...attempts: readonly AttemptView[]) =>
      wordsIn(draw(<AttemptList attempts={attempts} {...still} isPartial />))
    expect([partial(), partial(anAttempt())]).toEqual([
      'Reading…',
      expect.stringMatching(/✓ Refunded Reading…$/),
    ])
  })

  it('marks the row of an alarm that nobody has acknowledged, and no other', () => {
    const alarmed = anAttempt({ alarms: [{ alarm: 'more_than_ours', at: 1, acknowledged: null }] })
    const other = anAttempt({ intent: { ...alarmed.intent, marker: 'R-AAAAAAAAAA' } })
    const rows = allIn(listOf(alarmed, other), /<li>(.*?)<\/li>/gs)
    expect(rows.map((row) => row.includes('! Alarm'))).toEqual([true, false])
    expect(rows[1]).toContain('R-AAAAAAAAAA')
  })

  it('says that there is none in the period, and not while the record is still being read', () => {
    const refunds = { on: false, why: 'journal_opening', replaceable: null } as const
    const opening = wordsIn(draw(<AttemptList attempts={[]} {...still} />, { refunds }))
    expect([wordsIn(listOf()), opening]).toEqual(['No refunds in this period.', 'Reading…'])
  })
})

const notice: LineNotice = {
  ...{ line: 12, at: new Date(2026, 10, 20, 10, 28).toISOString(), what: 'locked_unread' },
  ...{ marker: 'R-7K3QX9A2MD', id: '', lines: 0, lost: [], refunded: null, locks: true },
}
const alarm: LineNotice = { ...notice, what: 'could_not_be_read', marker: '', lines: 4, locks: false }
const saysOf = (...notices: readonly LineNotice[]) => wordsIn(draw(<Notices notices={notices} />))

it('names a lock that no refund of this record holds, and the way to open it', () => {
  expect(saysOf(notice)).toBe(
    'A payment is locked: an earlier refund of it can’t be read any more. 20 Nov 2026, 10:28:00 R-7K3QX9A2MD A supervisor has checked it',
  )
})

it('names an alarm, and the way to say that it was seen', () => {
  expect(saysOf(alarm)).toBe(
    'An earlier refund record may be incomplete. 4 lines are missing. 20 Nov 2026, 10:28:00 I have seen this',
  )
})

it('offers nothing while nobody is set up', () => {
  const without = wordsIn(draw(<Notices notices={[notice, alarm]} />, { people: nobodySetUp }))
  expect(without).not.toMatch(/I have seen this|A supervisor has checked it/)
})

it('offers both where no manager can sign in, as long as a supervisor can', () => {
  const forgot = { ...theManager, stopped: true }
  const offered = (...list: readonly ListedPerson[]) =>
    allIn(
      draw(<Notices notices={[notice, alarm]} />, { people: thePeople({ state: 'stopped', list }) }),
      /<button/g,
    ).length
  const supervisor = { ...theManager, id: 'p-lee', role: 'supervisor' } as const
  expect([offered(forgot, supervisor), offered(forgot), offered({ ...forgot, hasBadge: true })]).toEqual([
    2, 0, 2,
  ])
})

it('says in its currency what is shown as refunded again', () => {
  const refunded = { hundredths: 2025, currency: 'HKD' }
  expect(saysOf({ ...notice, what: 'lowering_returned', refunded })).toContain('Refunded again: HK$20.25.')
})

it('is no list where there is nothing to say', () => {
  expect(draw(<Notices notices={[]} />)).toBe('')
})

const morning = new Date(2026, 10, 25, 8, 40).getTime()

it('a day says its sum, what needs somebody, what by outcome, reason, cashier and hour, and the rest in sentences, on screen and on paper', () => {
  const adding = addUpDay(new Map())
  adding.add(anAttempt({ createdAt: morning, slips: 3 }))
  adding.add(anAttempt({ state: 'unconfirmed' }))
  adding.add(anAttempt({ state: 'refused', refusal: { httpStatus: 422, message: 'Too old' } }))
  const words = wordsIn(draw(<DayFigures title="25 Nov 2026" day={adding.day()} />))
  expect(words).toBe(
    [
      '25 Nov 2026 HK$120.50 1 refund',
      'Needs attention Amount 483920174462 R-7K3QX9A2MD ? Unconfirmed HK$120.50',
      'Outcome Refunds ✓ Refunded 1 ✕ Not refunded, refused 1 ? Unconfirmed 1',
      'Reason Refunds Amount Damaged item 1 HK$120.50',
      'Cashier Refunds Amount May 1 HK$120.50',
      'The service refused Refunds Too old 1',
      '2 slips were printed again.',
      'By hour 9 12 15 18 Hour Refunds Amount 08:00 1 HK$120.50',
    ].join(' '),
  )
})

it('the outcomes of a day have a row and a name each, as they are searched by', () => {
  const outcomes = stateChoices.map(({ value }, index) => ({ state: value, count: index + 1 }))
  const shown = wordsIn(draw(<DayFigures title="25 Nov 2026" day={aDay({ outcomes })} />))
  expect(stateChoices.filter(({ name }, index) => !shown.includes(`${name} ${index + 1}`))).toEqual([])
})

it('closed shifts of several days have their day each', () => {
  const sheets = [26, 27].map((day) => {
    const at = new Date(2026, 10, day, 18, 2).getTime()
    return { by: { id: 'p-ann', name: 'Ann' }, since: at - 1, at, day: aDay() }
  })
  expect(wordsIn(draw(<Sheets sheets={sheets} />))).toMatch(/Ann 26 Nov.*, 18:02 Ann 27 Nov.*, 18:02/)
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
  expect(words).toBe(
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
