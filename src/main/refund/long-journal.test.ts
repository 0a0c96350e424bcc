import { describe, expect, it, vi } from 'vitest'
import { fail } from '../../shared/result'
import type { JournalKeys } from './journal-keys'
import { markerOf, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { makeTillOfTwo, workAndEnd } from './testing/restarted-till'
import { shopForEachTest } from './testing/shop'

const patience = 500
const shop = shopForEachTest(makeTillOfTwo)

/** A keychain that answers only once it is let: for the desk, a journal that takes as long to be checked. */
function slowKeys(): { readonly keys: JournalKeys; readonly end: (how?: () => never) => void } {
  const { keys } = shop.till.place
  let end: (how?: () => never) => void = () => undefined
  const gate = new Promise<(() => never) | undefined>((resolve) => {
    end = resolve
  })
  return {
    keys: {
      ...keys,
      readKey: async () => {
        ;(await gate)?.()
        return keys.readKey()
      },
    },
    end,
  }
}

/** A till that has worked starts again, and its journal is not checked when the patience is at its end. */
async function startTooSoon() {
  await workAndEnd(shop.till, shop.desk)
  shop.till.payments.answerRefundsWith(null)
  const slow = slowKeys()
  const starting = shop.till.start({ keys: slow.keys }, patience)
  await shop.till.clock.advance(patience)
  shop.desk = await starting
  shop.till.news.length = 0
  return slow
}

const untilOn = () => vi.waitFor(() => expect(shop.desk.refundsOff()).toBeNull())
const second = () => fakeTransaction(shop.till.payments.facts('pay-2'))

describe('a journal that takes long to be checked', () => {
  it('keeps refunds off with words of its own, and nothing is sent', async () => {
    const slow = await startTooSoon()
    const sent = shop.till.payments.refunds.length
    const answer = await shop.outcome(shop.till.order(500, { shown: second() }))
    expect([shop.desk.refundsOff(), answer, shop.till.payments.refunds.length - sent]).toEqual([
      'journal_opening',
      { kind: 'refunds_off', why: 'journal_opening' },
      0,
    ])
    slow.end()
  })

  it('lets refunds come on by itself, and tells its locks to screens that were drawn without them', async () => {
    const slow = await startTooSoon()
    const before = shop.desk.lockOn('pay-1')
    slow.end()
    await untilOn()
    expect([before, shop.desk.lockOn('pay-1')?.intent.marker, shop.till.news]).toEqual([
      null,
      markerOf(2),
      [`${markerOf(2)} unconfirmed`, 'desk'],
    ])
    expect(await shop.outcome(shop.till.order(500, { shown: second() }))).toBe('refunded')
  })

  it('is told afterwards what was seen meanwhile: an older answer still stops a refund', async () => {
    const slow = await startTooSoon()
    shop.desk.observe({ ...second(), refunded: 700 })
    shop.desk.raiseMark(recordOf(shop.till, { refunded: 9000 }))
    slow.end()
    await untilOn()
    const answer = await shop.outcome(shop.till.order(500, { shown: second() }))
    expect(answer).toEqual({ kind: 'stale_answer' })
  })

  it('is no wait when the journal is checked in time', async () => {
    await workAndEnd(shop.till, shop.desk)
    shop.desk = await shop.till.start({}, patience)
    expect([shop.desk.refundsOff(), shop.desk.undecidedCount()]).toEqual([null, 1])
  })

  it('is closed only when it has been checked', async () => {
    const slow = await startTooSoon()
    let closed = false
    const closing = shop.desk.close().then(() => {
      closed = true
    })
    await shop.till.clock.advance(0)
    const early = closed
    slow.end()
    await closing
    expect(early).toBe(false)
    await shop.startAgain()
  })

  it('does not stay so when opening it breaks: refunds are off, and it is tried again', async () => {
    const slow = await startTooSoon()
    slow.end(() => {
      throw new Error('a bug')
    })
    await vi.waitFor(() => expect(shop.desk.refundsOff()).toBe('journal_unwritable'))
    expect(await shop.desk.look(markerOf(1))).toEqual(
      fail({ kind: 'refunds_off', why: 'journal_unwritable' }),
    )
    expect(shop.till.logged.join()).toContain('a bug')
  })
})
