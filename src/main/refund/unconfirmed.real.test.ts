import { describe, expect, it } from 'vitest'
import { showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { day, hour, lost, minute, second, shopForEachTest, unreachable, wasRefunded } from './testing/shop'

const shop = shopForEachTest()
const { refund, states, attempt, alarms, showsWithin, lines } = shop

describe('an unconfirmed refund', () => {
  it('is found refunded two seconds later by its marker at the beginning of the remark', async () => {
    await refund(lost, 12050, true)
    const before = states()
    await shop.till.clock.advance(2 * second)
    expect([before, states(), await showsWithin(day)]).toEqual([['unconfirmed'], ['refunded'], 0])
  })

  it('is not settled by a marker that somebody typed somewhere else in a remark', async () => {
    await refund(lost, 2000)
    const remark = `Kit says ${markerOf(1)} is damaged`
    shop.till.payments.put('pay-1', { refunded: 2000, remark, updatedAt: '2026-11-21 10:00:00' })
    await shop.till.clock.advance(2 * second)
    expect(states()).toEqual(['refunded_probably'])
  })

  it('is never refunded by rule where another marker stands at the beginning', async () => {
    await refund(lost, 2000)
    const remark = 'R-9999999999 their own'
    shop.till.payments.put('pay-1', { refunded: 2000, remark, updatedAt: '2026-11-21 10:00:00' })
    await shop.till.clock.advance(2 * second)
    expect([states(), attempt()?.forPerson]).toEqual([['unconfirmed'], 'another_marker'])
  })

  it('is probable when the sum is right and no remark names us', async () => {
    await refund(lost, 2000, true)
    await shop.till.clock.advance(2 * second)
    expect(states()).toEqual(['refunded_probably'])
  })

  it('is refunded with an alarm where our marker stands and more was refunded than ours', async () => {
    await refund(lost, 2000)
    const remark = `${markerOf(1)} Damaged item`
    shop.till.payments.put('pay-1', { refunded: 2500, remark, updatedAt: '2026-11-21 10:00:00' })
    await shop.till.clock.advance(2 * second)
    expect([states(), alarms()]).toEqual([['refunded'], ['more_than_ours']])
  })

  it('is asked about at 2, 5, 15 and 60 seconds, every 5 minutes for a day, then every hour', async () => {
    await refund(lost, 2000)
    const pauses = [2 * second, 3 * second, 10 * second, 45 * second, 5 * minute, 5 * minute]
    const shows: number[] = []
    for (const pause of pauses) shows.push(await showsWithin(pause - 1), await showsWithin(1))
    const restOfDay = await showsWithin(day - 9 * minute)
    const later = await showsWithin(5 * hour)
    const result = [shows, restOfDay, later, states()]
    expect(result).toEqual([pauses.flatMap(() => [0, 1]), 286, 5, ['unconfirmed']])
  })

  it('writes no line for a check that tells nothing new, for days', async () => {
    await refund(lost, 2000)
    const before = lines()
    await shop.till.clock.advance(2 * day)
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(2 * day)
    expect(lines() - before).toBe(0)
  })

  it('shows when it is asked about next, and that the last check told nothing', async () => {
    await refund(lost, 2000)
    const first = attempt()?.nextCheckAt
    shop.till.payments.answerShowsWith(() => unreachable)
    await shop.till.clock.advance(2 * second)
    expect([first, attempt()?.lastCheck, attempt()?.nextCheckAt]).toEqual([
      '2026-11-21T09:00:02.000Z',
      { at: '2026-11-21T09:00:02.000Z', failed: true },
      '2026-11-21T09:00:05.000Z',
    ])
  })

  it('is decided by a lookup that happens to show it, without a wait', async () => {
    await refund(lost, 12050, true)
    shop.observe()
    expect(states()).toEqual(['refunded'])
  })

  it('takes a lookup that comes when a check is due for the check', async () => {
    await refund(lost, 2000)
    await shop.till.clock.advance(2 * second)
    const before = shop.till.payments.shows.length
    await shop.till.clock.advance(2999)
    shop.till.clock.jumpWall(0)
    shop.observe()
    await shop.till.clock.advance(2 * second)
    expect(shop.till.payments.shows.length - before).toBe(1)
  })

  it('learns nothing from a show that is below what was seen before', async () => {
    await refund(lost, 2000)
    shop.observe({ refunded: 500, updatedAt: '2026-11-20 19:00:00' })
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till, { refunded: 0 })))
    await shop.till.clock.advance(2 * second)
    const result = [states(), attempt()?.forPerson, attempt()?.lastCheck?.failed]
    expect(result).toEqual([['unconfirmed'], 'less_than_ours', true])
  })

  it('goes to a person when less than its base has stayed for ten minutes', async () => {
    shop.till.payments.put('pay-1', { refunded: 3000, updatedAt: '2026-11-20 19:00:00' })
    await refund(lost, 2000)
    shop.till.payments.put('pay-1', { refunded: 0 })
    await shop.till.clock.advance(9 * minute)
    const early = attempt()?.forPerson
    await shop.till.clock.advance(6 * minute)
    expect([early, attempt()?.forPerson, states()]).toEqual([null, 'went_down', ['unconfirmed']])
  })

  it('is asked about at once when the PC wakes up', async () => {
    await refund(lost, 2000)
    await shop.till.clock.advance(10 * minute)
    shop.refunds.wake()
    expect(await showsWithin(second)).toBe(1)
  })

  it('is asked about at once after a start', async () => {
    await refund(lost, 2000)
    await shop.till.clock.advance(10 * minute)
    await shop.restart()
    expect(await showsWithin(second)).toBe(1)
  })

  it('is left alone by a show that comes back after a supervisor has decided', async () => {
    await refund(lost, 12050, true)
    let answer: () => void = () => undefined
    shop.till.payments.answerShowsWith(
      () => new Promise((resolve) => (answer = () => resolve(showing(recordOf(shop.till))))),
    )
    await shop.till.clock.advance(2 * second)
    const late = answer
    shop.till.payments.answerShowsWith(() => unreachable)
    expect(await shop.decide(wasRefunded)).toBe('refunded')
    late()
    await shop.till.clock.advance(0)
    const result = [states(), alarms(), shop.refunds.open(markerOf(1))?.events.at(-1)?.kind]
    expect(result).toEqual([['refunded'], [], 'decided'])
  })

  it('keeps its base whatever rises meanwhile: the same sum is not found a second time', async () => {
    await refund(lost, 2000)
    shop.observe({ refunded: 2000, updatedAt: '2026-11-21 10:00:00' })
    const probably = [states(), attempt()?.intent.base]
    shop.observe({ refunded: 4000, updatedAt: '2026-11-21 10:01:00' })
    const result = [probably, states(), attempt()?.intent.base, attempt()?.forPerson]
    expect(result).toEqual([[['refunded_probably'], 0], ['unconfirmed'], 0, 'more_without_marker'])
  })
})
