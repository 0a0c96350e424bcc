import { describe, expect, it } from 'vitest'
import { replyWith, showing } from './testing/fake-payments'
import { recordOf } from './testing/fake-till'
import { day, hour, lost, minute, notRefunded, refusal, shopForEachTest, wasRefunded } from './testing/shop'

const shop = shopForEachTest()
const { refund, honestRefund, states, alarms, attempt, outcome, decide, showsWithin } = shop

function connect(name: string): void {
  shop.till.address.name = name
  shop.refunds.wake()
}

describe('a service that said it is practice', () => {
  const practice = 'https://Pay.example:443/'
  const heard = () => shop.refunds.practiceServices()

  it('is so from then on, written once, whatever restart comes, and under its own address alone', async () => {
    shop.refunds.notePractice(practice)
    shop.refunds.notePractice('https://pay.example')
    const before = heard()
    await shop.restart()
    connect('https://new.example')
    expect([before, heard()]).toEqual([['https://pay.example'], ['https://pay.example']])
  })

  it('is refunded, locked and asked about like any other', async () => {
    const { refundsOff, undecidedCount } = shop.refunds
    await refund(lost, 2000)
    const before = [refundsOff(), undecidedCount(), await outcome(3000)]
    shop.refunds.notePractice(practice)
    expect([refundsOff(), undecidedCount(), await outcome(3000)]).toEqual(before)
  })
})

describe('a new address', () => {
  it('knows every value that was seen: what lags behind there is stale, and nothing is sent', async () => {
    await honestRefund(2000)
    connect('https://new.example')
    const record = recordOf(shop.till, { refunded: 0 })
    shop.till.payments.answerShowsWith(() => showing(record))
    const came = await outcome(2000, { shown: record })
    expect([came, shop.sent()]).toEqual([{ kind: 'stale_answer' }, 1])
  })

  it('is not asked about a refund that was sent to another, and settles none by rule', async () => {
    await refund(lost, 12050, true)
    connect('https://new.example')
    const asked = [await showsWithin(day), attempt()?.nextCheckAt, attempt()?.elsewhere]
    shop.observe()
    shop.observe({ remark: 'R-1111111111 Damaged item' })
    const { waitingForPerson } = shop.refunds.attention()
    const there = [states(), attempt()?.seen.refunded, waitingForPerson, shop.lock()?.kind]
    connect('https://pay.example')
    await shop.pass(minute)
    expect([asked, there, states()]).toEqual([
      [0, null, true],
      [['unconfirmed'], 12050, 1, 'attempt'],
      ['refunded'],
    ])
  })

  it('settles no refusal by quiet shows, and locks it by a rise', async () => {
    await refund(refusal, 2000)
    connect('https://new.example')
    await shop.pass(minute)
    for (let times = 0; times < 5; times += 1) {
      await shop.pass(minute)
      shop.observe()
    }
    const quiet = states()
    shop.observe({ refunded: 2000 })
    expect([quiet, states(), alarms()]).toEqual([['refusal_seen'], ['unconfirmed'], ['moved_after_refusal']])
  })

  it('counts for no watch, and shows what is more than expected all the same', async () => {
    await refund(refusal, 2000)
    await shop.pass(minute)
    connect('https://new.example')
    await shop.pass(5 * hour)
    shop.observe()
    const shows = attempt()?.watch?.shows
    shop.observe({ refunded: 2000 })
    expect([shows, states(), alarms()]).toEqual([0, ['unconfirmed'], ['moved_after_refusal']])
  })

  it('ends a watch of the one before after thirty days, with an alarm', async () => {
    await refund(refusal, 2000)
    await shop.pass(minute)
    connect('https://new.example')
    await shop.pass(31 * day)
    await shop.restart()
    expect([attempt()?.watch?.ended, alarms()]).toEqual(['could_not_be_watched', ['could_not_be_watched']])
  })
})

describe('a person, at another address than a refund was sent to,', () => {
  it('decides it on a fresh show there', async () => {
    await refund(lost, 2000)
    connect('https://new.example')
    await shop.pass(3 * minute)
    const before = shop.till.payments.shows.length
    const decision = await decide(notRefunded)
    expect([decision, shop.till.payments.shows.length - before]).toEqual(['not_refunded', 1])
  })

  it('has seen what rose there before it counts', async () => {
    await refund(lost, 2000, true)
    connect('https://new.example')
    await shop.pass(3 * minute)
    const first = [await decide(notRefunded), states(), attempt()?.seen.refunded]
    expect([first, await decide(wasRefunded)]).toEqual([
      ['decision_outdated', ['unconfirmed'], 2000],
      'refunded',
    ])
  })
})

describe('an address that changes in the middle of a refund', () => {
  it('while the fresh show is under way sends nowhere but to the service that answered it', async () => {
    shop.till.payments.answerShowsWith(() => {
      shop.till.address.name = 'https://new.example'
      return showing(recordOf(shop.till))
    })
    const issued = await outcome(2000)
    const result = [issued, attempt()?.intent.serviceAddress, shop.sent()]
    expect(result).toEqual(['not_sent', 'https://pay.example', 0])
  })

  it('before the first byte sends nothing', async () => {
    shop.till.keychain.beforeWriting(async () => {
      shop.till.address.name = 'https://new.example'
    })
    const issued = await outcome(2000)
    shop.till.keychain.beforeWriting(null)
    expect([issued, shop.sent()]).toEqual(['not_sent', 0])
  })

  it('after the POST leaves the attempt with the service that it was sent to', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      shop.till.address.name = 'https://new.example'
      return replyWith(lost)
    })
    const issued = await outcome(12050)
    shop.refunds.wake()
    const there = [shop.refunds.refundsOff(), shop.lock()?.kind]
    connect('https://pay.example')
    await shop.pass(minute)
    const result = [issued, there, states(), attempt()?.intent.serviceAddress]
    expect(result).toEqual(['unconfirmed', [null, 'attempt'], ['refunded'], 'https://pay.example'])
  })
})

it('a decision at another address is not taken back by a marker that had been seen there before it', async () => {
  await refund(lost, 2000)
  connect('https://other.example')
  // There the sum rises first, and our marker comes later with the same sum.
  shop.put({ refunded: 2000 })
  shop.observe()
  await shop.pass(3 * minute)
  shop.put({ refunded: 2000, remark: shop.ownRemark })
  const decided = [await decide(notRefunded), await decide(notRefunded)]
  shop.observe()
  expect([decided.includes('not_refunded'), states()]).toEqual([true, ['not_refunded']])
  expect(alarms()).not.toContain('moved_after_decision')
})
