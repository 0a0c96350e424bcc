import { describe, expect, it } from 'vitest'
import { noAttention } from '../../shared/attempt/alarms'
import { replyWith } from './testing/fake-payments'
import { markerOf, must } from './testing/fake-till'
import { lost, minute, notSent, refusal, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const word = { supervisor: 'Ada', note: 'The provider knows' }
const unknown = { ok: false, fault: { kind: 'alarm_unknown' } }

/** Lines of an earlier journal that could not be read: an alarm that stands by no attempt. */
async function raiseAlarm(): Promise<void> {
  await shop.refunds.close()
  const journal = await shop.till.place.openWell()
  const at = shop.till.clock.now()
  const detail = 'x'
  const alarm = 'records_contradict'
  must(journal.appendTill({ kind: 'could_not_be_read', at, lines: 2, sumsUnknown: true, detail }))
  must(journal.appendTill({ kind: 'payment_alarmed', at, id: 'pay-1', alarm, detail }))
  shop.till.place.head = journal.head()
  journal.close()
  await shop.startAgain()
}

const notices = () => shop.refunds.page({ before: null, count: 10 }).notices

describe('an alarm that stands by no attempt', () => {
  it('is shown, newest first, until somebody acknowledges it', async () => {
    await raiseAlarm()
    const shown = notices()
    const [newest] = shown
    const line = newest?.line ?? 0
    const counted = () => {
      const { alarms, waitingForPerson } = shop.refunds.attention()
      return alarms + waitingForPerson
    }
    const before = counted()
    must(shop.refunds.acknowledge({ of: 'line', line }, word))
    const result = [shown.map(({ what, id, locks }) => [what, id, locks]), before, notices().length]
    expect(result).toEqual([
      [
        ['records_contradict', 'pay-1', false],
        ['could_not_be_read', '', false],
      ],
      2,
      1,
    ])
    expect([shop.refunds.acknowledge({ of: 'line', line }, word), counted()]).toEqual([unknown, 1])
  })

  it('can be acknowledged again when the disk did not take it', async () => {
    await raiseAlarm()
    const line = notices()[0]?.line ?? 0
    shop.setDiskFull(true)
    const failed = shop.refunds.acknowledge({ of: 'line', line }, word)
    shop.setDiskFull(false)
    expect([failed.ok, shop.refunds.acknowledge({ of: 'line', line }, word).ok]).toEqual([false, true])
  })
})

it('an alarm of an attempt that is not there, and a lock that is not there, are said to be unknown', () => {
  expect([
    shop.refunds.acknowledge({ of: 'attempt', marker: 'R-0', number: 1 }, word),
    shop.refunds.release(7, { supervisor: 'Ada', why: 'x', saw: 'y' }),
  ]).toEqual([unknown, { ok: false, fault: { kind: 'attempt_unknown' } }])
})

describe('the news of what was told otherwise, or not at all', () => {
  const late = '2026-11-22 08:00:00'
  const kinds = () => shop.refunds.news().map((each) => (each.kind === 'changed' ? each.to : each.alarm))

  it('is no news while a refund is sent and answered, and being checked needs nobody', async () => {
    await shop.honestRefund(500)
    await shop.refund(lost, 2000)
    expect([kinds(), shop.refunds.attention()]).toEqual([[], { ...noAttention, checking: 1 }])
  })

  it('is none of what waits while a refusal is a moment old, and news once it is settled', async () => {
    await shop.refund(refusal, 2000)
    const before = [kinds(), shop.refunds.attention()]
    await shop.pass(minute)
    expect([before, kinds()]).toEqual([[[], noAttention], ['not_refunded']])
  })

  it.each([
    ['not_sent', notSent],
    ['not_refunded', refusal],
  ] as const)(
    'tells that it is %s of what was told as unconfirmed because the disk was full',
    async (to, answer) => {
      shop.till.payments.answerRefundsWith(() => {
        shop.setDiskFull(true)
        return replyWith(answer)
      })
      const told = await shop.outcome(2000)
      const before = kinds()
      shop.setDiskFull(false)
      await shop.pass(2 * minute)
      expect([told, before, kinds()]).toEqual(['unconfirmed', [], [to]])
    },
  )

  it('tells how a lost refund stands last, with its number and amount, and a person then has to look', async () => {
    await shop.refund(lost, 2000)
    shop.observe({ refunded: 2000, updatedAt: late })
    const told = { at: shop.till.clock.now(), marker: markerOf(1), hundredths: 2000, currency: 'HKD' }
    expect([shop.refunds.news(), shop.refunds.attention()]).toMatchObject([
      [{ kind: 'changed', ...told, to: 'refunded_probably' }],
      { ...noAttention, waitingForPerson: 1 },
    ])
  })

  it('is an alarm, and nothing else of that refund, until somebody has acknowledged it', async () => {
    await shop.refund(refusal, 2000)
    await shop.pass(minute)
    shop.observe({ refunded: 2000, updatedAt: late })
    const before = [kinds(), shop.refunds.attention().alarms]
    const alarm = { of: 'attempt', marker: markerOf(1), number: 1 } as const
    const ended = shop.refunds.acknowledge(alarm, { supervisor: 'Ada', note: 'Known' }).ok
    const result = [before[1], before[0], ended, shop.refunds.news().some(({ kind }) => kind === 'alarm')]
    expect(result).toEqual([1, ['moved_after_refusal'], true, false])
  })
})
