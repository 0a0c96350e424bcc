import { describe, expect, it } from 'vitest'
import { attempt } from '../../shared/testing/refund-samples'
import { replyWith, replyWithRecord } from './testing/fake-payments'
import { must, recordOf } from './testing/fake-till'
import { notSent, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { states, outcome } = shop

describe('a disk that fails', () => {
  it('before `sending` is written stops the refund, and nothing is left behind', async () => {
    shop.observe()
    shop.setDiskFull(true)
    const failed = await outcome(2000)
    const during = [states(), shop.sent()]
    shop.setDiskFull(false)
    expect([failed, during, await outcome(2000)]).toEqual([
      { kind: 'journal_unwritable', detail: expect.stringContaining('ENOSPC') },
      [[], 0],
      'refunded',
    ])
  })

  it('before the answer is written says that we do not know, and writes what it knew once it can', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.setDiskFull(true)
      shop.till.payments.apply(request)
      return replyWithRecord(recordOf(shop.till))
    })
    const told = await outcome(2000)
    const during = [shop.refunds.refundsOff(), states(), shop.lock()?.kind, await outcome(2000)]
    await shop.pass(12_000)
    const still = shop.refunds.refundsOff()
    shop.setDiskFull(false)
    await shop.pass(5000)
    expect([told, during, still, shop.refunds.refundsOff(), states()]).toMatchObject([
      'unconfirmed',
      ['journal_unwritable', ['sending'], 'attempt', { kind: 'refunds_off' }],
      'journal_unwritable',
      null,
      ['refunded'],
    ])
  })

  it('before the answer is written, and for good, leaves an unconfirmed refund to the next start', async () => {
    shop.till.payments.answerRefundsWith(() => {
      shop.setDiskFull(true)
      return replyWith(notSent)
    })
    await outcome(2000)
    await shop.refunds.close()
    shop.setDiskFull(false)
    const timers = shop.till.clock.waiting()
    await shop.startAgain()
    expect([timers, states()]).toEqual([[], ['unconfirmed']])
  })

  it('at start keeps what has to be settled and writes it down later', async () => {
    await shop.refunds.close()
    await leaveBehind()
    shop.setDiskFull(true)
    const during = await shop.startAgain()
    shop.setDiskFull(false)
    await shop.pass(60_000)
    await shop.pass(5000)
    const result = [during, shop.refunds.refundsOff(), states()]
    expect(result).toEqual(['journal_unwritable', null, ['unconfirmed']])
  })
})

/** A power cut in the middle of a refund: the journal stops there, and nothing is said any more. */
async function leaveBehind(): Promise<void> {
  const journal = await shop.till.place.openWell()
  const { intent } = attempt('sending')
  const at = shop.till.clock.now()
  must(journal.append(intent.marker, { kind: 'sending', at, intent }))
  shop.till.place.head = journal.head()
  journal.close()
}

it('a start calls what was being sent unconfirmed, and sends nothing', async () => {
  await shop.refunds.close()
  await leaveBehind()
  await shop.startAgain()
  const events = shop.refunds.open(attempt('sending').intent.marker)?.events.map(({ kind }) => kind)
  const result = [states(), events, shop.sent()]
  expect(result).toEqual([['unconfirmed'], ['sending', 'interrupted'], 0])
})
