import { beforeEach, describe, expect, it } from 'vitest'
import { showing } from './testing/fake-payments'
import { recordOf } from './testing/fake-till'
import { day, hour, lost, minute, notRefunded, refusal, shopForEachTest, wasRefunded } from './testing/shop'

const shop = shopForEachTest()
const { refund, states, attempt, alarms, lines, decide, showsWithin } = shop

const late = '2026-11-22 08:00:00'

/** Unconfirmed, and then a supervisor says what became of it. */
async function decided(order = notRefunded, hundredths = 2000): Promise<void> {
  await refund(lost, hundredths)
  await shop.pass(3 * minute)
  expect(await decide(order)).toBe(order.to)
}

describe.each([
  [
    'a settled refusal',
    async () => {
      await refund(refusal, 2000)
      await shop.pass(minute)
    },
    'refused',
  ],
  ['a decided "not refunded"', () => decided(), 'not_refunded'],
] as const)('%s', (_, happens, state) => {
  beforeEach(async () => {
    await shop.pass(10 * hour)
    await happens()
    expect(states()).toEqual([state])
  })

  it('is shown after 1, 4, 12 and 24 hours, each a line, and left in peace after that', async () => {
    const before = lines()
    const shows = await showsWithin(day + hour)
    const result = [shows, lines() - before, attempt()?.watch?.ended, await showsWithin(2 * day)]
    expect(result).toEqual([4, 4, 'complete', 0])
  })

  it('counts no show that came by before its time', () => {
    const before = lines()
    shop.observe()
    expect([lines() - before, attempt()?.lastCheck?.failed, attempt()?.quiet]).toEqual([0, false, 0])
  })
})

it.each([
  ['is no alarm where the sum came', 2000, []],
  ['is an alarm where it never came', 0, ['never_reached']],
])('a decided "refunded" %s during its watch', async (_, refunded, expected) => {
  await decided(wasRefunded)
  shop.put({ refunded, updatedAt: late })
  await shop.pass(day + hour)
  expect(alarms()).toEqual(expected)
})

it('a show from a cache is none of a watch’s, but a rise in it is evidence', async () => {
  await decided()
  shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till), { age: 5 }))
  const before = lines()
  await shop.pass(90 * minute)
  const written = lines() - before
  shop.observe({ refunded: 2000, updatedAt: late }, { age: 5 })
  expect([written, attempt()?.state]).toEqual([0, 'unconfirmed'])
})

describe('running time', () => {
  it('of a till that is on ten hours a day, and has nothing else to write, completes a watch', async () => {
    await decided()
    for (let days = 0; days < 3; days += 1) {
      await shop.pass(10 * hour)
      await shop.refunds.close()
      shop.till.clock.jumpWall(14 * hour)
      await shop.startAgain()
    }
    expect(attempt()?.watch).toMatchObject({ shows: 4, ended: 'complete' })
    expect(await shop.outcome(2000)).toBe('refunded')
  })

  it('of a run that the power ended is counted to the hour', async () => {
    await refund(refusal, 2000)
    for (let days = 0; days < 3; days += 1) {
      await shop.pass(9 * hour)
      const { place } = shop.till
      const [files, head] = [new Map(place.files()), place.head]
      await shop.refunds.close()
      place.put(files)
      place.head = head
      await shop.startAgain()
    }
    expect(attempt()?.watch).toMatchObject({ shows: 4, ended: 'complete' })
  })
})
