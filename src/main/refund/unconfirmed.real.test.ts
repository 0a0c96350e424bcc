import { describe, expect, it } from 'vitest'
import { showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { day, hour, lost, minute, second, shopForEachTest, unreachable, wasRefunded } from './testing/shop'

const shop = shopForEachTest()
const { refund, states, attempt, alarms, showsWithin } = shop

describe('an unconfirmed refund', () => {
  it('is found refunded two seconds later by its marker at the beginning of the remark', async () => {
    await refund(lost, 12050, true)
    const before = states()
    await shop.till.clock.advance(2 * second)
    expect([before, states(), await showsWithin(day)]).toEqual([['unconfirmed'], ['refunded'], 0])
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

  it('is asked about at once after a start', async () => {
    await refund(lost, 2000)
    await shop.till.clock.advance(10 * minute)
    await shop.restart()
    expect(await showsWithin(second)).toBe(1)
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
})
