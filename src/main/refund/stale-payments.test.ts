import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/result'
import { makeFileHolder } from '../journal/testing/file-holder'
import { showing } from './testing/fake-payments'
import { recordOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const second = 1000
const minute = 60 * second

const shop = shopForEachTest()
const { honestRefund, states, outcome, showsWithin } = shop

const stale = { kind: 'stale_answer' } as const
const changed = (field: string) => ({
  kind: 'transaction_changed',
  changes: [expect.objectContaining({ field })],
})

const paymentEvents = async () => {
  await shop.refunds.close()
  const journal = await shop.till.place.openWell()
  const events = journal.paymentLines({ services: [1], id: 'pay-1' }).map(({ event }) => event)
  journal.close()
  await shop.startAgain()
  return events
}

describe('an older time alone', () => {
  it('stops a refund, is asked again at one and two minutes, and becomes the new one when all three agree', async () => {
    shop.observe({ updatedAt: '2026-11-20 18:00:01' })
    const stopped = await outcome(shop.till.order(2000))
    const during = shop.refunds.standingOf('pay-1').stale
    const shows = [await showsWithin(minute), await showsWithin(minute)]
    const after = shop.refunds.standingOf('pay-1').stale
    const [lowered] = await paymentEvents()
    expect([stopped, during, shows, after, lowered, await outcome(shop.till.order(2000))]).toEqual([
      stale,
      {
        kind: 'time',
        was: { refunded: 0, updatedAt: '2026-11-20 18:00:01' },
        now: { refunded: 0, updatedAt: '2026-11-20 18:00:00' },
        since: '2026-11-21T09:00:00.000Z',
        nextCheckAt: '2026-11-21T09:01:00.000Z',
        accept: 'minutes',
        missing: [],
      },
      [1, 1],
      null,
      expect.objectContaining({ kind: 'lowered', by: null }),
      'refunded',
    ])
  })

  it.each(['9999-12-31 23:59:59', '2026-11-21 00:00:00'])(
    'is over by itself after the odd answer %s',
    async (odd) => {
      shop.observe({ updatedAt: odd })
      const stopped = await outcome(shop.till.order(2000))
      await shop.till.clock.advance(3 * minute)
      expect([stopped, await outcome(shop.till.order(2000))]).toEqual([stale, 'refunded'])
    },
  )

  it('is over after ten minutes where the service shows another time whenever it is asked', async () => {
    shop.observe({ updatedAt: '9999-12-31 23:59:59' })
    let asked = 0
    shop.till.payments.answerShowsWith(() => {
      asked += 1
      const seconds = String(asked % 60).padStart(2, '0')
      return showing(recordOf(shop.till, { updatedAt: `2026-11-21 09:00:${seconds}` }))
    })
    await outcome(shop.till.order(2000))
    await shop.till.clock.advance(5 * minute)
    const early = shop.refunds.standingOf('pay-1').stale?.kind
    await shop.till.clock.advance(10 * minute)
    expect([early, shop.refunds.standingOf('pay-1').stale, await outcome(shop.till.order(2000))]).toEqual([
      'time',
      null,
      'refunded',
    ])
  })

  it.each(['11/21/2026', '2026-11-21 9:05:00', 'yesterday', ''])(
    'is not told from a time of another form: %s',
    async (updatedAt) => {
      shop.observe({ updatedAt: '2026-11-20 18:00:01' })
      shop.till.payments.put('pay-1', { updatedAt })
      expect(await outcome(shop.till.order(2000))).toBe('refunded')
    },
  )

  it('is over by itself also where every answer comes out of a cache that says so', async () => {
    shop.observe({ updatedAt: '9999-12-31 23:59:59' })
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till), { age: 5 }))
    const stopped = await outcome(shop.till.order(2000))
    await shop.till.clock.advance(4 * minute)
    expect([stopped, await outcome(shop.till.order(2000))]).toEqual([stale, 'refunded'])
  })

  it('is asked about again when the line comes back, and as soon as it answers', async () => {
    shop.observe({ updatedAt: '2026-11-20 18:00:01' })
    await outcome(shop.till.order(2000))
    shop.till.payments.answerShowsWith(() => fail({ kind: 'not_connected', reason: 'refused', detail: '' }))
    await shop.till.clock.advance(20 * second)
    shop.refunds.wake()
    const woken = await showsWithin(2 * second)
    const still = shop.refunds.standingOf('pay-1').stale?.nextCheckAt
    shop.till.payments.answerShowsWith(null)
    await shop.till.clock.advance(5 * minute)
    expect([woken, still, shop.refunds.standingOf('pay-1').stale]).toEqual([
      1,
      '2026-11-21T09:01:20.000Z',
      null,
    ])
  })

  it('is over later when the disk does not take the line that ends it', async () => {
    shop.observe({ updatedAt: '2026-11-20 18:00:01' })
    await outcome(shop.till.order(2000))
    const holder = makeFileHolder(shop.till.place)
    holder.hold()
    await shop.till.clock.advance(3 * minute)
    const during = shop.refunds.standingOf('pay-1').stale?.kind
    holder.letGo()
    holder.end()
    await shop.till.clock.advance(3 * minute)
    expect([during, shop.refunds.standingOf('pay-1').stale]).toEqual(['time', null])
  })

  it('is forgotten when the service catches up', async () => {
    shop.observe({ updatedAt: '2026-11-20 18:00:01' })
    await outcome(shop.till.order(2000))
    shop.till.payments.put('pay-1', { updatedAt: '2026-11-20 18:00:02' })
    await shop.till.clock.advance(minute)
    expect([shop.refunds.standingOf('pay-1').stale, await paymentEvents()]).toEqual([null, []])
  })
})

describe('what is seen of a payment', () => {
  it('raises nothing where the answer contradicts itself', async () => {
    shop.observe()
    shop.observe({ refunded: 99_000 })
    shop.observe({ refunded: -5 })
    shop.observe({ refunded: 5000, currency: 'USD' })
    expect(await outcome(shop.till.order(2000))).toBe('refunded')
  })

  it('is not held back by an odd currency in the first answer: each currency has its own highest sum', async () => {
    shop.observe({ currency: 'USD' })
    shop.observe({ refunded: 10_000 })
    const replica = await outcome(shop.till.order(2000))
    shop.till.payments.put('pay-1', { refunded: 10_000, updatedAt: '2026-11-20 23:00:00' })
    await shop.till.clock.advance(minute)
    expect([replica, shop.till.payments.refunds.length, await outcome(shop.till.order(2000))]).toEqual([
      stale,
      0,
      'refunded',
    ])
  })

  it('at another service under the same id is another payment', async () => {
    shop.till.address.name = 'https://staging.example'
    shop.refunds.wake()
    shop.observe({ refunded: 9000, updatedAt: '2026-11-20 23:00:00' })
    shop.till.address.name = 'https://pay.example'
    shop.refunds.wake()
    expect(await outcome(shop.till.order(2000))).toBe('refunded')
  })

  it('by a show that was asked before an answer raised it is only older, not stale', async () => {
    const askedAt = shop.till.clock.monotonic()
    await shop.till.clock.advance(second)
    const before = recordOf(shop.till)
    await honestRefund(2000)
    shop.refunds.observe({ record: before, askedAt, serviceAddress: 'https://pay.example', age: 0 })
    expect([shop.refunds.standingOf('pay-1').stale, states()]).toEqual([null, ['refunded']])
  })

  it('stops a refund whose screen shows less, and says what changed', async () => {
    const order = shop.till.order(2000)
    shop.till.payments.put('pay-1', { refunded: 500, updatedAt: '2026-11-20 19:00:00' })
    expect(await outcome(order)).toEqual(changed('refunded'))
  })
})
