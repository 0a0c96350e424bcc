import { describe, expect, it } from 'vitest'
import { replyWithRecord, showing } from './testing/fake-payments'
import { markerOf, recordOf } from './testing/fake-till'
import { hour, lost, minute, notSent, second, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()

it('a record without an internal id says nothing about any payment, wherever it comes from', async () => {
  shop.observe({ id: '', refunded: 9000 })
  shop.refunds.raiseFromCopy({ record: recordOf(shop.till, { id: '', refunded: 9000 }), savedAt: 0 })
  shop.till.payments.answerRefundsWith(() => replyWithRecord(recordOf(shop.till, { id: '' })))
  const state = await shop.outcome(2000)
  shop.observe({ id: '', refunded: 0 })
  expect([state, shop.stale(''), shop.till.logged]).toEqual(['unconfirmed', null, []])
})

describe('a lower sum', () => {
  const staleAfter = (...[change, show]: Parameters<typeof shop.observe>) => {
    shop.observe(change, show)
    return shop.stale()?.was ?? null
  }

  it.each([
    ['another show', () => shop.observe({ refunded: 2000 })],
    ['the answer to a refund', () => shop.honestRefund(2000)],
  ])('is only older in a show that was asked for before %s raised it', async (_, raised) => {
    const askedAt = shop.till.clock.monotonic()
    await shop.pass(second)
    await raised()
    expect([staleAfter({ refunded: 0 }, { askedAt }), staleAfter({ refunded: 0 })]).toEqual([null, 2000])
  })

  it('that is only older is told to whoever asked for it, who shows it to nobody; one that is stale stands beside the payment', () => {
    shop.observe({ refunded: 2000 })
    const shown = (age: number) => {
      const asked = { askedAt: shop.till.clock.monotonic(), serviceAddress: shop.till.address.name, age }
      return shop.refunds.observe({ ...asked, record: recordOf(shop.till, { refunded: 0 }) })
    }
    expect([shown(120), shop.stale(), shown(0), shop.stale()?.was]).toEqual([true, null, false, 2000])
  })

  it.each<[string, () => void]>([
    ['another show, which raised nothing', () => shop.observe({ refunded: 2000 })],
    [
      'a saved copy was read: the copy is older still',
      () => shop.refunds.raiseFromCopy({ record: recordOf(shop.till, { refunded: 2000 }), savedAt: 1 }),
    ],
  ])('is told of a show that was asked for before %s', async (_, seen) => {
    seen()
    await shop.pass(second)
    const askedAt = shop.till.clock.monotonic()
    await shop.pass(second)
    seen()
    expect(staleAfter({ refunded: 0 }, { askedAt })).toBe(2000)
  })

  it('says nothing about now where a cache had it before the sum rose, or has had it for a minute', async () => {
    shop.observe({ refunded: 2000 })
    await shop.pass(10 * second)
    const early = staleAfter({ refunded: 0 }, { age: 30 })
    await shop.pass(2 * minute)
    const old = staleAfter({ refunded: 0 }, { age: 61 })
    expect([early, old, staleAfter({ refunded: 0 }, { age: 30 })]).toEqual([null, null, 2000])
  })
})

describe('a show that came by', () => {
  const nextCheck = () => shop.attempt()?.nextCheckAt

  it('puts no check off that is not due yet, and stands for one that is', async () => {
    await shop.refund(lost, 2000)
    await shop.pass(2 * minute)
    const before = nextCheck()
    shop.observe()
    const between = nextCheck()
    const answerShows = shop.holdShows()
    await shop.pass(6 * minute)
    const due = nextCheck()
    shop.observe()
    expect([between, nextCheck() === due]).toEqual([before, false])
    answerShows()
  })

  it('is no check of a refund that was never sent, and no news of it', async () => {
    await shop.refund(notSent, 2000)
    const before = shop.till.news.length
    shop.observe()
    expect([shop.attempt()?.lastCheck, shop.till.news.slice(before)]).toEqual([null, []])
  })

  it.each([
    ['of now is one', 0, 'now'],
    ['from a cache is none', 5, 'portal'],
  ])('%s that a person may decide by', async (_, age, kind) => {
    await shop.refund(lost, 2000)
    shop.till.payments.answerShowsWith(() => showing(recordOf(shop.till), { age }))
    await shop.pass(2 * hour)
    expect(shop.refunds.open(markerOf(1))?.decidable.notRefunded).toEqual({ kind })
  })
})

it('a rise that another till made is known from then on, and keeps no refund back', async () => {
  await shop.honestRefund(500)
  shop.put({ refunded: 1300 })
  expect(await shop.outcome(2000)).toBe('refunded')
})

it('an odd currency in the first answer holds nothing back: each currency has its own highest sum', async () => {
  shop.observe({ currency: 'USD' })
  shop.observe({ refunded: 10_000 })
  const replica = await shop.outcome(2000)
  shop.put({ refunded: 10_000, updatedAt: '2026-11-20 23:00:00' })
  await shop.pass(minute)
  const result = [replica, shop.sent(), await shop.outcome(2000)]
  expect(result).toEqual([{ kind: 'stale_answer' }, 0, 'refunded'])
})
