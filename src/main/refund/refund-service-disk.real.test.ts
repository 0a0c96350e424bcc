import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileHolder, makeFileHolder } from '../journal/testing/file-holder'
import { replyWith, replyWithRecord } from './testing/fake-payments'
import { makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'
import { lost, notSent, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { states } = shop

async function outcome(hundredths = 2000): Promise<string> {
  const issued = await shop.refunds.issue(shop.till.order(hundredths))
  return issued.ok ? issued.value.attempt.state : issued.fault.kind
}

describe('a disk that fails', () => {
  let holder: FileHolder
  beforeEach(() => {
    holder = makeFileHolder(shop.till.place)
  })
  afterEach(() => holder.end())

  it('before `sending` is written stops the refund, and nothing is left behind', async () => {
    shop.observe()
    holder.hold()
    const failed = await outcome()
    const during = [states(), shop.till.payments.refunds.length]
    holder.letGo()
    expect([failed, during, await outcome()]).toEqual(['journal_unwritable', [[], 0], 'refunded'])
  })

  it('before the high-water value is written stops the refund too', async () => {
    holder.hold()
    const failed = await outcome()
    holder.letGo()
    expect([failed, shop.till.payments.refunds.length]).toEqual(['journal_unwritable', 0])
  })

  it('before the answer is written says that we do not know, and writes what it knew once it can', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      holder.hold()
      shop.till.payments.apply(request)
      return replyWithRecord(recordOf(shop.till))
    })
    const told = await outcome()
    const during = [
      shop.refunds.refundsOff(),
      states(),
      shop.refunds.standingOf('pay-1').lock?.kind,
      await outcome(),
    ]
    await shop.till.clock.advance(12_000)
    const still = shop.refunds.refundsOff()
    holder.letGo()
    await shop.till.clock.advance(5000)
    expect([told, during, still, shop.refunds.refundsOff(), states()]).toEqual([
      'unconfirmed',
      ['journal_unwritable', ['sending'], 'attempt', 'refunds_off'],
      'journal_unwritable',
      null,
      ['refunded'],
    ])
  })

  it('before the answer is written, and for good, leaves an unconfirmed refund to the next start', async () => {
    shop.till.payments.answerRefundsWith(() => {
      holder.hold()
      return replyWith(notSent)
    })
    await outcome()
    await shop.refunds.close()
    holder.letGo()
    const timers = shop.till.clock.waiting()
    shop.refunds = await shop.till.start()
    expect([timers, states()]).toEqual([[], ['unconfirmed']])
  })

  it('at start keeps what has to be settled and writes it down later', async () => {
    await shop.refunds.close()
    await leaveBehind()
    holder.hold()
    shop.refunds = await shop.till.start()
    const during = [shop.refunds.refundsOff(), states()]
    holder.letGo()
    await shop.till.clock.advance(60_000)
    await shop.till.clock.advance(5000)
    expect([during[0], shop.refunds.refundsOff(), states()]).toEqual([
      'journal_unwritable',
      null,
      ['unconfirmed'],
    ])
  })

  it('stops no lookup, and what the lookup saw is not lost', async () => {
    await outcome()
    holder.hold()
    shop.observe({ refunded: 9000, updatedAt: '2026-11-21 10:00:00' })
    holder.letGo()
    expect([await outcome(), shop.refunds.standingOf('pay-1').stale?.was]).toEqual(['stale_answer', 9000])
  })
})

/** A power cut in the middle of a refund: the journal stops there, and nothing is said any more. */
async function leaveBehind(): Promise<void> {
  const journal = await shop.till.place.openWell()
  const { intent } = must(await issueElsewhere()).attempt
  const at = shop.till.clock.now()
  must(journal.append(intent.marker, { kind: 'sending', at, intent }))
  shop.till.place.head = journal.head()
  journal.close()
}

/** An intent as a refund makes it, from another till of the same shop. */
async function issueElsewhere() {
  const other = makeFakeTill()
  const there = await other.start()
  const issued = await there.issue(other.order(2000))
  await there.close()
  other.remove()
  return issued
}

describe('a start', () => {
  it('calls what was being sent unconfirmed, and sends nothing', async () => {
    await shop.refunds.close()
    await leaveBehind()
    shop.refunds = await shop.till.start()
    const events = shop.refunds.open(markerOf(1))?.events.map(({ kind }) => kind)
    expect([states(), events, shop.till.payments.refunds.length]).toEqual([
      ['unconfirmed'],
      ['sending', 'interrupted'],
      0,
    ])
  })

  it('asks about what is unconfirmed and finds our refund by its marker', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      return replyWith(lost)
    })
    const told = await outcome(12050)
    await shop.restart()
    await shop.till.clock.advance(2000)
    expect([told, states(), shop.till.payments.refunds.length]).toEqual(['unconfirmed', ['refunded'], 1])
  })
})
