import { describe, expect, it } from 'vitest'
import { markerOf, must, recordOf } from './testing/fake-till'
import { lost, notRefunded, refusal, shopForEachTest } from './testing/shop'

const minute = 60_000
const day = 24 * 60 * minute

const shop = shopForEachTest()
const { refund, honestRefund, states, attempt, outcome, decide, showsWithin } = shop

const word = { supervisor: 'Ada', why: 'The provider wrote to us' }
const unsettled = { kind: 'refunds_off', why: 'service_unsettled' } as const

function connect(name: string, movedFrom = ''): void {
  Object.assign(shop.till.address, { name, movedFrom })
  shop.refunds.wake()
}

const settle = (address: string, of: number | null) => shop.refunds.settleService(address, of, word)

describe('the service of the first address', () => {
  it('is number 1, and one address is one service however it is written', async () => {
    connect('https://pay.example')
    expect(shop.refunds.services()).toEqual([{ service: 1, addresses: ['https://pay.example'] }])
  })
})

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
    await refund(lost, 2000)
    const before = [
      shop.refunds.refundsOff(),
      shop.refunds.undecidedCount(),
      await outcome(shop.till.order(3000)),
    ]
    shop.refunds.notePractice(practice)
    expect([
      shop.refunds.refundsOff(),
      shop.refunds.undecidedCount(),
      await outcome(shop.till.order(3000)),
    ]).toEqual(before)
  })
})

describe('a new address', () => {
  it('is another service by itself where nothing is undecided or watched', async () => {
    await honestRefund(2000)
    connect('https://new.example')
    expect([
      shop.refunds.refundsOff(),
      shop.refunds.services(),
      await outcome(shop.till.order(2000)),
    ]).toEqual([
      null,
      [
        { service: 1, addresses: ['https://pay.example'] },
        { service: 2, addresses: ['https://new.example'] },
      ],
      'refunded',
    ])
  })

  it.each([
    ['undecided', lost],
    ['refused and watched', refusal],
  ])('keeps refunds off while a refund is %s, until somebody says which service it is', async (_, answer) => {
    await refund(answer, 2000)
    await shop.till.clock.advance(minute)
    connect('https://new.example')
    const off = [shop.refunds.refundsOff(), await outcome(shop.till.order(3000)), await showsWithin(minute)]
    const settled = settle('https://new.example/', null)
    expect([off, settled.ok, shop.refunds.refundsOff()]).toEqual([
      ['service_unsettled', unsettled, 0],
      true,
      null,
    ])
  })

  it('that is the same service keeps its locks and goes on asking', async () => {
    await refund(lost, 12050, true)
    connect('https://new.example')
    must(settle('https://new.example', 1))
    const locked = shop.refunds.lockOn('pay-1')?.kind
    await shop.till.clock.advance(minute)
    expect([locked, states()]).toEqual(['attempt', ['refunded']])
  })

  it('that is another service leaves the first one’s payments alone, and they wait for it', async () => {
    await refund(lost, 12050, true)
    connect('https://new.example')
    must(settle('https://new.example', null))
    const there = [await showsWithin(day), states(), shop.refunds.lockOn('pay-1'), attempt()?.nextCheckAt]
    shop.observe()
    const observed = states()
    connect('https://pay.example')
    await shop.till.clock.advance(minute)
    expect([there, observed, states()]).toEqual([
      [0, ['unconfirmed'], null, null],
      ['unconfirmed'],
      ['refunded'],
    ])
  })

  it('is settled only for the address that is stored, and for a service that is known', () => {
    connect('https://new.example')
    const wrong = [settle('https://other.example', 1), settle('https://new.example', 9)]
    expect(wrong).toEqual(wrong.map(() => ({ ok: false, fault: { kind: 'service_not_in_question' } })))
  })

  it('that provisioning says was moved keeps its number before it is used', async () => {
    await refund(lost, 12050, true)
    connect('https://new.example', 'https://pay.example')
    expect([shop.refunds.refundsOff(), shop.refunds.services(), shop.refunds.lockOn('pay-1')?.kind]).toEqual([
      null,
      [{ service: 1, addresses: ['https://pay.example', 'https://new.example'] }],
      'attempt',
    ])
    await shop.till.clock.advance(minute)
    expect(states()).toEqual(['refunded'])
  })

  it('that was moved can be taken back, stays so after a start, and no lock is lost by it', async () => {
    await refund(lost, 2000)
    connect('https://new.example', 'https://pay.example')
    const moved = shop.refunds.undecidedCount()
    must(settle('https://new.example', null))
    await shop.restart()
    expect([
      moved,
      shop.refunds.undecidedCount(),
      shop.refunds.services(),
      shop.refunds.lockOn('pay-1')?.kind,
    ]).toEqual([
      1,
      1,
      [
        { service: 1, addresses: ['https://pay.example'] },
        { service: 2, addresses: ['https://new.example'] },
      ],
      'attempt',
    ])
    connect('https://pay.example')
    expect(shop.refunds.lockOn('pay-1')?.kind).toBe('attempt')
  })
})

describe('an address that changes in the middle of a refund', () => {
  /** The fresh show is asked of one address, and when its answer comes another is stored. */
  function changeWhileShowing(): void {
    shop.till.payments.answerShowsWith(() => {
      shop.till.address.name = 'https://new.example'
      return { ok: true, value: { record: recordOf(shop.till) } }
    })
  }

  it('while the fresh show is under way sends nowhere but to the service that answered it', async () => {
    connect('https://new.example')
    connect('https://pay.example')
    changeWhileShowing()
    const issued = await outcome(shop.till.order(2000))
    expect([issued, attempt()?.intent, shop.till.payments.refunds.length]).toEqual([
      'not_sent',
      expect.objectContaining({ service: 1, serviceAddress: 'https://pay.example' }),
      0,
    ])
  })

  it('to one that nobody has settled sends nothing at all', async () => {
    await refund(refusal, 2000)
    await shop.till.clock.advance(minute)
    changeWhileShowing()
    expect([await outcome(shop.till.order(2000)), shop.till.payments.refunds.length]).toEqual([unsettled, 1])
  })

  it('before the first byte sends nothing', async () => {
    shop.till.keychain.beforeWriting(async () => {
      shop.till.address.name = 'https://new.example'
    })
    const issued = await outcome(shop.till.order(2000))
    shop.till.keychain.beforeWriting(null)
    expect([issued, shop.till.payments.refunds.length]).toEqual(['not_sent', 0])
  })

  it('after the POST leaves the attempt with the service that it was sent to', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      shop.till.address.name = 'https://new.example'
      return { answer: lost, record: null, raw: '' }
    })
    const issued = await outcome(shop.till.order(12050))
    shop.refunds.wake()
    const there = [shop.refunds.refundsOff(), shop.refunds.lockOn('pay-1')]
    connect('https://pay.example')
    await shop.till.clock.advance(minute)
    expect([issued, there, states(), attempt()?.intent.serviceAddress]).toEqual([
      'unconfirmed',
      ['service_unsettled', null],
      ['refunded'],
      'https://pay.example',
    ])
  })
})

describe('what is seen at an address that nobody has settled', () => {
  it('raises the values of its service once somebody has said which one it is', async () => {
    await refund(lost, 2000)
    await shop.till.clock.advance(3 * minute)
    connect('https://new.example')
    shop.observe({ refunded: 9000, updatedAt: '2026-11-20 23:00:00' })
    must(settle('https://new.example', 1))
    shop.observe()
    expect([shop.refunds.standingOf('pay-1').stale?.was, await decide(notRefunded)]).toEqual([
      9000,
      'decision_needs_show',
    ])
  })
})

it('a refund on the same internal id at another service is free', async () => {
  await refund(lost, 2000)
  connect('https://new.example')
  must(settle('https://new.example', null))
  const free = await outcome(shop.till.order(3000))
  connect('https://pay.example')
  expect([free, await outcome(shop.till.order(3000))]).toEqual([
    'refunded',
    { kind: 'undecided', marker: markerOf(1) },
  ])
})
