import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Decision, RefundAnswer } from '../../shared/attempt'
import { replyWith } from './testing/fake-payments'
import { makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'
import { type FileHolder, makeFileHolder } from './testing/file-holder'
import { shopForEachTest } from './testing/shop'

const lost: RefundAnswer = { kind: 'no_answer', reason: 'reset', detail: 'ECONNRESET' }
const decision: Decision = { to: 'not_refunded', supervisor: 'Sam', saw: 'The portal', why: 'Not there' }
const everything = { from: null, to: null }

const shop = shopForEachTest()

async function restart(): Promise<void> {
  await shop.desk.close()
  shop.desk = await shop.till.start()
}

const states = () => shop.desk.list(everything).map(({ state }) => state)

async function outcome(hundredths = 2000): Promise<string> {
  const issued = await shop.desk.issue(shop.till.order(hundredths))
  return issued.ok ? issued.value.attempt.state : issued.fault.kind
}

describe('a disk that fails', () => {
  let holder: FileHolder
  beforeEach(() => {
    holder = makeFileHolder(shop.till.place.file)
  })
  afterEach(() => holder.end())

  it('before `intended` is written stops the refund, and nothing is left behind', async () => {
    shop.desk.observe(recordOf(shop.till))
    holder.hold()
    const failed = await outcome()
    const during = [shop.desk.refundsOff(), states(), shop.till.payments.refunds.length]
    holder.letGo()
    expect([failed, during, await outcome()]).toEqual(['journal_unwritable', [null, [], 0], 'refunded'])
  })

  it('before the mark is written stops the refund too', async () => {
    holder.hold()
    const failed = await outcome()
    holder.letGo()
    expect([failed, shop.till.payments.refunds.length]).toEqual(['journal_unwritable', 0])
  })

  it('before `sending` is written stops the refund; refunds stay off until that is written down', async () => {
    await shop.desk.close()
    let callsLeft = Number.POSITIVE_INFINITY
    function nowHoldingTheFile(): number {
      callsLeft -= 1
      if (callsLeft === 0) holder.hold()
      return shop.till.clock.now()
    }
    shop.desk = await shop.till.start({ clock: { ...shop.till.clock, now: nowHoldingTheFile } })
    shop.desk.observe(recordOf(shop.till))
    // The first is the time of `intended`, the second that of `sending`.
    callsLeft = 2
    const failed = await outcome()
    const during = [shop.desk.refundsOff(), states(), await outcome(), shop.till.payments.refunds.length]
    holder.letGo()
    await shop.till.clock.advance(5000)
    const after = [shop.desk.refundsOff(), states(), await outcome(), shop.till.payments.refunds.length]
    expect([failed, during, after]).toEqual([
      'journal_unwritable',
      ['journal_unwritable', ['intended'], 'refunds_off', 0],
      [null, ['cancelled'], 'refunded', 1],
    ])
  })

  it('before the answer is written says that we do not know, and writes what it knew once it can', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      holder.hold()
      shop.till.payments.apply(request)
      const record = recordOf(shop.till)
      return { ...replyWith({ kind: 'record', httpStatus: 200, glance: glanceFor(record) }), record }
    })
    const told = await outcome()
    const during = [
      shop.desk.refundsOff(),
      states(),
      shop.desk.lockOn('pay-1')?.intent.marker,
      await outcome(),
    ]
    await shop.till.clock.advance(12_000)
    const still = shop.desk.refundsOff()
    holder.letGo()
    await shop.till.clock.advance(5000)
    expect([told, during, still, shop.desk.refundsOff(), states()]).toEqual([
      'unconfirmed',
      ['journal_unwritable', ['sending'], markerOf(1), 'refunds_off'],
      'journal_unwritable',
      null,
      ['refunded'],
    ])
  })

  it('before the answer is written, and for good, leaves an unconfirmed refund to the next start', async () => {
    shop.till.payments.answerRefundsWith(() => {
      holder.hold()
      return replyWith({ kind: 'never_connected', reason: 'refused', detail: '' })
    })
    await outcome()
    await shop.desk.close()
    holder.letGo()
    const timers = shop.till.clock.waiting()
    shop.desk = await shop.till.start()
    expect([timers, states()]).toEqual([[], ['unconfirmed']])
  })

  it('at start keeps what has to be settled and writes it down later', async () => {
    await shop.desk.close()
    await leaveBehind('sending')
    holder.hold()
    shop.desk = await shop.till.start()
    const during = [shop.desk.refundsOff(), states()]
    holder.letGo()
    await shop.till.clock.advance(5000)
    expect([during, shop.desk.refundsOff(), states()]).toEqual([
      ['journal_unwritable', ['sending']],
      null,
      ['unconfirmed'],
    ])
  })

  it('stops a supervisor’s decision, which can be made again', async () => {
    shop.till.payments.answerRefundsWith(() => replyWith(lost))
    await outcome()
    holder.hold()
    const failed = shop.desk.decide(markerOf(1), decision)
    holder.letGo()
    expect([failed.ok ? '' : failed.fault.kind, shop.desk.decide(markerOf(1), decision).ok]).toEqual([
      'journal_unwritable',
      true,
    ])
  })
})

function glanceFor(record: ReturnType<typeof recordOf>) {
  return {
    id: record.id,
    status: record.status,
    currency: record.currency,
    amount: record.amount,
    refunded: record.refunded,
    refundedAt: '',
    updatedAt: record.updatedAt,
    remark: '',
  }
}

/** A power cut in the middle of a refund: the journal stops there, and nothing is said any more. */
async function leaveBehind(state: 'intended' | 'sending'): Promise<void> {
  const journal = await shop.till.place.openWell()
  const { intent } = must(await issueElsewhere()).attempt
  const at = shop.till.clock.now()
  journal.append(intent.marker, { kind: 'intended', at, intent })
  if (state === 'sending') journal.append(intent.marker, { kind: 'sending', at })
  await shop.till.place.keys.writeHead(journal.head())
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
  it('cancels what was never sent and calls what was being sent unconfirmed', async () => {
    const found: unknown[] = []
    for (const state of ['intended', 'sending'] as const) {
      await shop.desk.close()
      shop.till.remove()
      shop.till = makeFakeTill()
      const first = await shop.till.start()
      await first.close()
      await leaveBehind(state)
      shop.desk = await shop.till.start()
      const events = shop.desk.open(markerOf(1))?.events.map(({ kind }) => kind)
      found.push([states(), events, shop.till.payments.refunds.length])
    }
    expect(found).toEqual([
      [['cancelled'], ['intended', 'cancelled'], 0],
      [['unconfirmed'], ['intended', 'sending', 'interrupted'], 0],
    ])
  })

  it('looks at what is unconfirmed and finds our refund by its marker', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      return replyWith(lost)
    })
    const told = await outcome(12050)
    await restart()
    await shop.till.clock.advance(2000)
    expect([told, states(), shop.till.payments.refunds.length]).toEqual(['unconfirmed', ['refunded'], 1])
  })
})
