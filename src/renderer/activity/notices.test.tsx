import { expect, it } from 'vitest'
import type { LineNotice } from '../../shared/contract/contract'
import { nobodySetUp } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { Notices } from './activity'

const notice: LineNotice = {
  line: 12,
  at: new Date(2026, 10, 20, 10, 28).toISOString(),
  what: 'locked_unread',
  marker: 'R-7K3QX9A2MD',
  id: '',
  lines: 0,
  lost: [],
  refunded: null,
  locks: true,
  acknowledged: false,
}
const alarm: LineNotice = {
  ...notice,
  line: 13,
  what: 'could_not_be_read',
  marker: '',
  lines: 4,
  locks: false,
}
const saysOf = (...notices: readonly LineNotice[]) => wordsIn(draw(<Notices notices={notices} />))

it('names a lock that no refund of this record holds, and the way to open it', () => {
  expect(saysOf(notice)).toBe(
    'A payment is locked: an earlier refund of it can’t be read any more. 20 Nov 2026, 10:28:00 R-7K3QX9A2MD A supervisor has checked it',
  )
})

it('names an alarm until somebody has seen it', () => {
  const seen = 'I have seen this'
  const said = saysOf(alarm)
  expect(said).toContain(
    'An earlier refund record may be incomplete. 4 lines are missing. 20 Nov 2026, 10:28:00',
  )
  expect([said.includes(seen), saysOf({ ...alarm, acknowledged: true }).includes(seen)]).toEqual([
    true,
    false,
  ])
})

it('never offers to put a lock away as seen, and offers nothing while nobody is set up', () => {
  expect(saysOf(notice)).not.toContain('I have seen this')
  const without = wordsIn(draw(<Notices notices={[notice, alarm]} />, { people: nobodySetUp }))
  expect(without).not.toMatch(/I have seen this|A supervisor has checked it/)
})

it('says in its currency what is shown as refunded again', () => {
  const refunded = { hundredths: 2025, currency: 'HKD' }
  expect(saysOf({ ...notice, what: 'lowering_returned', refunded })).toContain('Refunded again: HK$20.25.')
})

it('is no list where there is nothing to say', () => {
  expect(draw(<Notices notices={[]} />)).toBe('')
})
