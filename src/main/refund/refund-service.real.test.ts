import { describe, expect, it } from 'vitest'
import { linesIn } from '../journal/testing/journal-reading'
import { makeRefundNews } from './tell'
import { replyWith } from './testing/fake-payments'
import { markerOf, must, recordOf } from './testing/fake-till'
import { lost, notSent, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome } = shop

describe('the refund service', () => {
  it('answers for one attempt with all its events, and null for none', async () => {
    await outcome(2000)
    const history = shop.refunds.open(markerOf(1))
    expect([
      history?.attempt.state,
      history?.events.map(({ kind }) => kind),
      history?.decidable,
      shop.refunds.open(markerOf(2)),
    ]).toEqual([
      'refunded',
      ['sending', 'answered'],
      { refunded: { kind: 'no' }, notRefunded: { kind: 'no' } },
      null,
    ])
  })

  it('tells each state of an attempt as it is reached, and when it is sending', async () => {
    const sending: boolean[] = []
    shop.till.payments.answerRefundsWith(() => {
      sending.push(shop.refunds.isSending())
      return replyWith(lost)
    })
    await outcome(2000)
    const told = shop.till.news.filter((line) => line !== 'refunds')
    expect([told, sending, shop.refunds.isSending(), shop.refunds.undecidedCount()]).toEqual([
      [`${markerOf(1)} sending`, 'payment pay-1', `${markerOf(1)} unconfirmed`, 'payment pay-1'],
      [true],
      false,
      1,
    ])
  })

  it('tells of a payment only when it stands otherwise than before', async () => {
    for (let times = 0; times < 5; times += 1) shop.observe()
    const free = shop.till.news.filter((line) => line.startsWith('payment'))
    shop.observe({ refunded: 500, updatedAt: '2026-11-20 19:00:00' })
    for (let times = 0; times < 5; times += 1) shop.observe()
    expect([free, shop.till.news.filter((line) => line.startsWith('payment'))]).toEqual([
      [],
      ['payment pay-1'],
    ])
  })

  it('shows what is open above the first page, and none of it above the others', async () => {
    await shop.refund(lost, 100)
    for (const hundredths of [200, 300]) {
      const shown = shop.till.shown('pay-2')
      await shop.honestRefund(hundredths, { shown })
    }
    const first = shop.refunds.page({ before: null, count: 2 })
    const second = shop.refunds.page({ before: first.next, count: 2 })
    const markers = [first.attempts, first.open, second.attempts, second.open].map((attempts) =>
      attempts.map(({ intent }) => intent.marker),
    )
    expect(markers).toEqual([[markerOf(3), markerOf(2)], [markerOf(1)], [markerOf(1)], []])
  })

  it('keeps the outcome of a refund when nobody can be told of it', async () => {
    await shop.refunds.close()
    const deaf = () => {
      throw new Error('The window is gone')
    }
    const news = makeRefundNews()
    for (const { on } of Object.values(news)) on(deaf)
    shop.refunds = await shop.till.start({ news })
    expect([await outcome(2000), shop.sent()]).toEqual(['refunded', 1])
  })

  it('finishes what is being sent before it closes', async () => {
    let answer: (value: ReturnType<typeof replyWith>) => void = () => undefined
    shop.till.payments.answerRefundsWith(() => new Promise((resolve) => (answer = resolve)))
    const issued = shop.refunds.issue(shop.till.order(2000))
    await shop.pass(0)
    const closed: string[] = []
    const closing = shop.refunds.close().then(() => closed.push('closed'))
    await shop.pass(0)
    expect(closed).toEqual([])
    answer(replyWith(notSent))
    await closing
    const ended = [must(await issued).attempt.state, shop.till.clock.waiting()]
    await shop.startAgain()
    // One whose answer was not written down would be unconfirmed by now.
    expect([ended, shop.states()]).toEqual([['not_sent', []], ['not_sent']])
  })

  it('sends nothing more once it is being closed, though a check holds the closing up', async () => {
    await shop.refund(lost, 2000)
    shop.till.payments.put('pay-2', { transactionId: '2' })
    const answer = shop.holdShows()
    await shop.pass(2000)
    const closing = shop.refunds.close()
    shop.till.payments.answerShowsWith(null)
    const shown = recordOf(shop.till, { id: 'pay-2', transactionId: '2' })
    const issued = await shop.outcome(1000, { shown })
    answer()
    await closing
    await shop.startAgain()
    const off = { kind: 'refunds_off', why: 'journal_opening' }
    expect([issued, shop.sent()]).toEqual([off, 1])
  })

  it('writes acts down that are no refunds', async () => {
    shop.refunds.acted({ act: 'copies_forgotten' }, { id: 'p-ada', name: 'Ada' })
    await shop.refunds.close()
    const journal = await shop.till.place.openWell()
    const lines = linesIn(journal, 0, shop.till.clock.now()).map(({ line }) => line)
    journal.close()
    await shop.startAgain()
    expect(lines.find((line) => 'till' in line && line.till.kind === 'acted')).toMatchObject({
      till: { kind: 'acted', by: { id: 'p-ada', name: 'Ada' }, act: { act: 'copies_forgotten' } },
    })
  })
})
