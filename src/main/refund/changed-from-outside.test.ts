import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { markerOf } from './testing/fake-till'
import { lost, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { refund, honestRefund, outcome } = shop

/** As anybody may who has a SQLite tool and this PC. */
function change(sql: string): void {
  const database = new Database(shop.till.place.file)
  database.exec(sql)
  database.close()
}

describe('somebody who changes the file while the program runs', () => {
  it.each([
    ['makes the row decided', 'UPDATE attempts SET undecided = 0, holds = 0'],
    ['deletes the row', 'DELETE FROM attempts'],
    ['drops the lock’s index', 'DROP INDEX one_holder'],
    [
      'plants a trigger',
      'CREATE TRIGGER t AFTER UPDATE ON attempts BEGIN UPDATE attempts SET undecided = 0, holds = 0; END',
    ],
  ])('and %s opens no lock', async (_, sql) => {
    await refund(lost, 2000)
    change(sql)
    expect([await outcome(shop.till.order(2000)), shop.till.payments.refunds.length]).toEqual([
      { kind: 'undecided', marker: markerOf(1) },
      1,
    ])
  })

  it('turns refunds off at the next refund of that payment, and sends nothing', async () => {
    await honestRefund(2000)
    change("UPDATE attempts SET state = 'not_sent'")
    const issued = await outcome(shop.till.order(3000))
    await shop.till.clock.advance(1000)
    expect([
      issued,
      shop.till.payments.refunds.length,
      shop.refunds.refundsOff(),
      shop.refunds.replaceable(),
    ]).toEqual([{ kind: 'payment_not_verified' }, 1, 'journal_damaged', 'pin'])
  })
})

describe('damage that is found behind the cashier', () => {
  it('turns refunds off, but an answer that is on its way is written first', async () => {
    await honestRefund(2000)
    await shop.restart()
    let answer: () => void = () => undefined
    shop.till.payments.answerRefundsWith(
      () => new Promise((resolve) => (answer = () => resolve({ answer: lost, record: null, raw: '' }))),
    )
    shop.till.payments.put('pay-2', { transactionId: '100000000000002' })
    const { fakeTransaction } = await import('./testing/fake-transaction')
    const shown = fakeTransaction(shop.till.payments.facts('pay-2'))
    const issued = outcome(shop.till.order(2000, { shown }))
    await shop.till.clock.advance(0)
    change('UPDATE events SET line = zeroblob(80) WHERE seq = 2')
    await shop.till.clock.advance(10_000)
    const during = shop.refunds.refundsOff()
    answer()
    const state = await issued
    await shop.till.clock.advance(10_000)
    expect([during, state, shop.refunds.refundsOff()]).toEqual([null, 'unconfirmed', 'journal_damaged'])
  })
})
