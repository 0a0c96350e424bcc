import { describe, expect, it, vi } from 'vitest'
import { fail } from '../../shared/base/result'
import type { Journals } from '../journal/open-journals'
import { journalsOf, markerOf } from './testing/fake-till'
import { lost, shopForEachTest } from './testing/shop'

const patience = 500
const shop = shopForEachTest()

/** Journals that are open only once they are let. */
function slowJournals(): { readonly journals: Journals; readonly end: (how?: () => never) => void } {
  const journals = journalsOf(shop.till.place)
  let end: (how?: () => never) => void = () => undefined
  const gate = new Promise<(() => never) | undefined>((resolve) => {
    end = resolve
  })
  async function open() {
    ;(await gate)?.()
    return journals.open()
  }
  return { journals: { ...journals, open }, end }
}

/** One refund that was answered, then one whose answer was lost. */
async function workAndEnd(): Promise<void> {
  await shop.honestRefund(1000)
  await shop.refund(lost, 2000)
  await shop.refunds.close()
}

/** A till that has worked starts again, and its journal is not checked when the patience is at its end. */
async function startTooSoon() {
  await workAndEnd()
  const slow = slowJournals()
  const starting = shop.till.start({ journals: slow.journals }, patience)
  await shop.pass(patience)
  shop.refunds = await starting
  shop.till.news.length = 0
  return slow
}

const untilOn = () => vi.waitFor(() => expect(shop.refunds.refundsOff()).toBeNull(), 20_000)

describe('a journal that takes long to be checked', () => {
  it('keeps refunds off with words of its own, and nothing is sent', async () => {
    const slow = await startTooSoon()
    const sent = shop.sent()
    const answer = await shop.outcome(500, { shown: shop.till.shown('pay-2') })
    const found = [shop.refunds.refundsOff(), answer, shop.sent() - sent]
    expect(found).toEqual(['journal_opening', { kind: 'refunds_off', why: 'journal_opening' }, 0])
    slow.end()
  })

  it('lets refunds come on by itself, and tells its locks to screens that were drawn without them', async () => {
    const slow = await startTooSoon()
    const before = shop.lock()
    slow.end()
    await untilOn()
    expect([before, shop.lock()?.kind, shop.till.news]).toEqual([
      null,
      'attempt',
      [`${markerOf(2)} unconfirmed`, 'payment pay-1', 'refunds'],
    ])
    expect(await shop.outcome(500, { shown: shop.till.shown('pay-2') })).toBe('refunded')
  })

  it('is closed only when it has been checked', async () => {
    const slow = await startTooSoon()
    const closed: string[] = []
    const closing = shop.refunds.close().then(() => closed.push('closed'))
    await shop.pass(0)
    expect(closed).toEqual([])
    slow.end()
    await closing
    await shop.startAgain()
  })

  it('does not stay so when opening it breaks: refunds are off, and it is tried again', async () => {
    const slow = await startTooSoon()
    slow.end(() => {
      throw new Error('a bug')
    })
    await vi.waitFor(() => expect(shop.refunds.refundsOff()).toBe('journal_unwritable'), 20_000)
    expect(await shop.refunds.check(markerOf(1))).toEqual(
      fail({ kind: 'refunds_off', why: 'journal_unwritable' }),
    )
    expect(shop.till.logged.join()).toContain('a bug')
  })
})
