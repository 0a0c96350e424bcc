import { describe, expect, it } from 'vitest'
import { attempt, snapshot } from '../../shared/testing/refund-samples'
import { makeFileHolder } from '../journal/testing/file-holder'
import { makeFakeClock } from '../scheduling/testing/fake-clock'
import { makeAttemptRuns } from './attempt-runs'
import { makeShowJudge } from './judge-show'
import { makeLineBudget } from './line-budget'
import { makeShowNotes } from './note-show'
import { makeSeenMeanwhile } from './seen-meanwhile'
import { makeStalePayments } from './stale-payments'
import { replyWithRecord } from './testing/fake-payments'
import { must, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { shopForEachTest } from './testing/shop'

const minute = 60_000
const shop = shopForEachTest()
const { outcome } = shop
const word = { supervisor: 'Ada', why: 'The bank sent it back' }

/** A lower amount was accepted. */
async function lower(): Promise<void> {
  shop.observe({ refunded: 2000, updatedAt: '2026-11-20 19:00:00' })
  await outcome(shop.till.order(3000))
  await shop.till.clock.advance(11 * minute)
  must(await shop.refunds.acceptLower('pay-1', 0, word))
}

describe('a record without an internal id', () => {
  it('says nothing about any payment, wherever it comes from', async () => {
    shop.observe({ id: '', refunded: 9000 })
    shop.refunds.raiseFromCopy({
      record: recordOf(shop.till, { id: '', refunded: 9000 }),
      serviceAddress: 'https://pay.example',
      savedAt: 0,
    })
    shop.till.payments.answerRefundsWith(() => replyWithRecord(recordOf(shop.till, { id: '' })))
    expect([await outcome(shop.till.order(2000)), shop.refunds.standingOf('').stale]).toEqual([
      'unconfirmed',
      null,
    ])
  })
})

describe('the value that was taken back', () => {
  it('locks once the disk takes the line, though it did not the first time', async () => {
    await lower()
    const back = { refunded: 2000, updatedAt: '2026-11-20 19:00:00' }
    const holder = makeFileHolder(shop.till.place)
    holder.hold()
    shop.observe(back)
    const during = shop.refunds.lockOn('pay-1')
    holder.letGo()
    holder.end()
    shop.observe(back)
    expect([during, shop.refunds.lockOn('pay-1')?.kind]).toEqual([null, 'lowering_returned'])
  })

  it('has not come back in an answer whose sum cannot be read', async () => {
    await lower()
    shop.observe({ refunded: null })
    expect(shop.refunds.lockOn('pay-1')).toBe(null)
  })
})

it('a copy of a service that has no number yet counts once it has one', async () => {
  shop.refunds.raiseFromCopy({
    record: recordOf(shop.till, { refunded: 9000 }),
    serviceAddress: 'https://new.example/',
    savedAt: 0,
  })
  shop.till.address.name = 'https://new.example'
  shop.refunds.wake()
  expect(await outcome(shop.till.order(2000))).toEqual({ kind: 'stale_answer' })
})

describe('a journal that cannot be read just now', () => {
  const clock = makeFakeClock()
  const logged: string[] = []
  const log = (line: string) => logged.push(line)

  async function deps() {
    const journal = await shop.till.place.openWell()
    const unread = { ...journal, attemptsOn: () => [attempt('unconfirmed')], attempt: () => null }
    const changed: string[] = []
    const note = ({ intent }: { readonly intent: { readonly marker: string } }) => changed.push(intent.marker)
    const judge = makeShowJudge({
      journal: unread,
      runs: makeAttemptRuns(clock),
      budget: makeLineBudget(clock),
      clock,
      changed: note,
      touched: note,
      tried: () => undefined,
      log,
    })
    return { journal, unread, judge, changed }
  }

  it('lets no show say anything about an attempt of which only the row is there', async () => {
    await shop.refunds.close()
    const { journal, judge, changed } = await deps()
    const record = fakeTransaction()
    const payment = { service: 1, services: [1], id: 'pay-1' }
    const facts = { cached: false, stale: null }
    judge.judge({ payment, record, snapshot: snapshot(), facts, askedAt: 0, asked: true })
    judge.nothingCame(attempt('unconfirmed'))
    journal.close()
    await shop.startAgain()
    expect(changed).toEqual([])
  })

  it('stops nobody who has an answer to tell', async () => {
    await shop.refunds.close()
    const { journal, judge } = await deps()
    const notes = makeShowNotes({
      journal,
      services: {
        paymentAt() {
          throw new Error('The disk does not answer')
        },
      },
      stale: makeStalePayments({ journal, clock, log }),
      judge,
      meanwhile: makeSeenMeanwhile(),
      clock,
      paymentChanged: () => undefined,
      log,
    })
    notes.raise('https://pay.example', snapshot())
    notes.raiseByAnswer('https://pay.example', snapshot())
    journal.close()
    await shop.startAgain()
    expect(logged.at(-1)).toContain('The disk does not answer')
  })
})
