import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Decision, RefundAnswer } from '../../shared/attempt'
import type { RefundDesk } from './refund-desk'
import { replyWith } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf, statesOnDisk } from './testing/fake-till'
import { type FileHolder, makeFileHolder } from './testing/file-holder'

const lost: RefundAnswer = { kind: 'no_answer', reason: 'reset', detail: 'ECONNRESET' }
const decision: Decision = { to: 'not_refunded', supervisor: 'Sam', saw: 'The portal', why: 'Not there' }
const everything = { from: null, to: null }

let till: FakeTill
let desk: RefundDesk

beforeEach(async () => {
  till = makeFakeTill()
  desk = await till.start()
})
afterEach(async () => {
  await desk.close()
  till.remove()
})

async function restart(): Promise<void> {
  await desk.close()
  desk = await till.start()
}

const states = () => desk.list(everything).map(({ state }) => state)

async function outcome(hundredths = 2000): Promise<string> {
  const issued = await desk.issue(till.order(hundredths))
  return issued.ok ? issued.value.state : issued.fault.kind
}

describe('a disk that fails', () => {
  let holder: FileHolder
  beforeEach(() => {
    holder = makeFileHolder(till.place.file)
  })
  afterEach(() => holder.end())

  it('before `intended` is written stops the refund, and nothing is left behind', async () => {
    desk.observe(recordOf(till))
    holder.hold()
    const failed = await outcome()
    const during = [desk.refundsOff(), states(), till.payments.refunds.length]
    holder.letGo()
    expect([failed, during, await outcome()]).toEqual(['journal_unwritable', [null, [], 0], 'refunded'])
  })

  it('before the mark is written stops the refund too', async () => {
    holder.hold()
    const failed = await outcome()
    holder.letGo()
    expect([failed, till.payments.refunds.length]).toEqual(['journal_unwritable', 0])
  })

  it('before `sending` is written stops the refund; refunds stay off until that is written down', async () => {
    await desk.close()
    let callsLeft = Number.POSITIVE_INFINITY
    function nowHoldingTheFile(): number {
      callsLeft -= 1
      if (callsLeft === 0) holder.hold()
      return till.clock.now()
    }
    desk = await till.start({ clock: { ...till.clock, now: nowHoldingTheFile } })
    desk.observe(recordOf(till))
    // The first is the time of `intended`, the second that of `sending`.
    callsLeft = 2
    const failed = await outcome()
    const during = [desk.refundsOff(), states(), await outcome(), till.payments.refunds.length]
    holder.letGo()
    await till.clock.advance(5000)
    const after = [desk.refundsOff(), states(), await outcome(), till.payments.refunds.length]
    expect([failed, during, after]).toEqual([
      'journal_unwritable',
      ['journal_unwritable', ['intended'], 'refunds_off', 0],
      [null, ['cancelled'], 'refunded', 1],
    ])
  })

  it('before the answer is written says that we do not know, and writes what it knew once it can', async () => {
    till.payments.answerRefundsWith((request) => {
      holder.hold()
      till.payments.apply(request)
      const record = recordOf(till)
      return { ...replyWith({ kind: 'record', httpStatus: 200, glance: glanceFor(record) }), record }
    })
    const told = await outcome()
    const during = [desk.refundsOff(), states(), desk.lockOn('pay-1')?.intent.marker, await outcome()]
    await till.clock.advance(12_000)
    const still = desk.refundsOff()
    holder.letGo()
    await till.clock.advance(5000)
    expect([told, during, still, desk.refundsOff(), states()]).toEqual([
      'unconfirmed',
      ['journal_unwritable', ['sending'], markerOf(1), 'refunds_off'],
      'journal_unwritable',
      null,
      ['refunded'],
    ])
  })

  it('before the answer is written, and for good, leaves an unconfirmed refund to the next start', async () => {
    till.payments.answerRefundsWith(() => {
      holder.hold()
      return replyWith({ kind: 'never_connected', reason: 'refused', detail: '' })
    })
    await outcome()
    await desk.close()
    holder.letGo()
    const timers = till.clock.waiting()
    desk = await till.start()
    expect([timers, states()]).toEqual([[], ['unconfirmed']])
  })

  it('at start keeps what has to be settled and writes it down later', async () => {
    await desk.close()
    await leaveBehind('sending')
    holder.hold()
    desk = await till.start()
    const during = [desk.refundsOff(), states()]
    holder.letGo()
    await till.clock.advance(5000)
    expect([during, desk.refundsOff(), states()]).toEqual([
      ['journal_unwritable', ['sending']],
      null,
      ['unconfirmed'],
    ])
  })

  it('stops a supervisor’s decision, which can be made again', async () => {
    till.payments.answerRefundsWith(() => replyWith(lost))
    await outcome()
    holder.hold()
    const failed = desk.decide(markerOf(1), decision)
    holder.letGo()
    expect([failed.ok ? '' : failed.fault.kind, desk.decide(markerOf(1), decision).ok]).toEqual([
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
  const journal = await till.place.openWell()
  const { intent } = must(await issueElsewhere())
  const at = till.clock.now()
  journal.append(intent.marker, { kind: 'intended', at, intent })
  if (state === 'sending') journal.append(intent.marker, { kind: 'sending', at })
  await till.place.keys.writeHead(journal.head())
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
      await desk.close()
      till.remove()
      till = makeFakeTill()
      const first = await till.start()
      await first.close()
      await leaveBehind(state)
      desk = await till.start()
      const events = desk.open(markerOf(1))?.events.map(({ kind }) => kind)
      found.push([states(), events, till.payments.refunds.length])
    }
    expect(found).toEqual([
      [['cancelled'], ['intended', 'cancelled'], 0],
      [['unconfirmed'], ['intended', 'sending', 'interrupted'], 0],
    ])
  })

  it('looks at what is unconfirmed and finds our refund by its marker', async () => {
    till.payments.answerRefundsWith((request) => {
      till.payments.apply(request)
      return replyWith(lost)
    })
    const told = await outcome(12050)
    await restart()
    await till.clock.advance(2000)
    expect([told, states(), till.payments.refunds.length]).toEqual(['unconfirmed', ['refunded'], 1])
  })
})

describe('a decision', () => {
  beforeEach(async () => {
    till.payments.answerRefundsWith(() => replyWith(lost))
    await outcome()
    till.payments.answerRefundsWith(null)
  })

  it('is recorded with who, what they saw and why, sends nothing and opens the transaction again', async () => {
    const decided = must(desk.decide(markerOf(1), decision))
    const sent = till.payments.refunds.length
    expect([decided.state, decided.decision, sent, desk.undecidedCount(), await outcome()]).toEqual([
      'not_refunded',
      decision,
      1,
      0,
      'refunded',
    ])
  })

  it('is refused for an attempt that is unknown or already decided', () => {
    const answers = [markerOf(9), markerOf(1), markerOf(1)].map((marker) => desk.decide(marker, decision))
    expect(answers.map((answer) => (answer.ok ? answer.value.state : answer.fault.kind))).toEqual([
      'attempt_unknown',
      'not_refunded',
      'attempt_not_open',
    ])
  })
})

describe('the desk', () => {
  it('answers for one attempt with all its events, and null for none', async () => {
    await outcome()
    const history = desk.open(markerOf(1))
    expect([history?.attempt.state, history?.events.map(({ kind }) => kind), desk.open(markerOf(2))]).toEqual(
      ['refunded', ['intended', 'sending', 'answered'], null],
    )
  })

  it('asks the service at once when a person wants to know, and says that an attempt is unknown', async () => {
    till.payments.answerRefundsWith((request) => {
      till.payments.apply(request)
      return replyWith(lost)
    })
    await outcome(12050)
    const looked = must(await desk.look(markerOf(1)))
    const unknown = await desk.look(markerOf(2))
    expect([looked.attempt.state, looked.events.at(-1)?.kind, unknown]).toEqual([
      'refunded',
      'looked',
      { ok: false, fault: { kind: 'attempt_unknown' } },
    ])
  })

  it('tells each state of an attempt as it is reached, and when it is sending', async () => {
    const sending: boolean[] = []
    till.payments.answerRefundsWith(() => {
      sending.push(desk.isSending())
      return replyWith(lost)
    })
    await outcome()
    const told = till.news.filter((line) => line !== 'desk')
    expect([told, sending, desk.isSending(), desk.undecidedCount()]).toEqual([
      [`${markerOf(1)} sending`, `${markerOf(1)} unconfirmed`],
      [true],
      false,
      1,
    ])
  })

  it('keeps the outcome of a refund when nobody can be told of it', async () => {
    await desk.close()
    const deaf = () => {
      throw new Error('The window is gone')
    }
    desk = await till.start({ attemptChanged: deaf, deskChanged: deaf })
    expect([await outcome(), await outcome(), till.payments.refunds.length]).toEqual([
      'refunded',
      'refunded',
      2,
    ])
  })

  it('finishes what is being sent before it closes', async () => {
    let answer: (value: ReturnType<typeof replyWith>) => void = () => undefined
    till.payments.answerRefundsWith(() => new Promise((resolve) => (answer = resolve)))
    const issued = desk.issue(till.order(2000))
    await till.clock.advance(0)
    let closed = false
    const closing = desk.close().then(() => {
      closed = true
    })
    await till.clock.advance(0)
    const early = closed
    answer(replyWith(lost))
    await closing
    const ended = must(await issued).state
    expect([early, ended, await statesOnDisk(till), till.clock.waiting()]).toEqual([
      false,
      'unconfirmed',
      ['unconfirmed'],
      [],
    ])
    desk = await till.start()
  })

  it('has the journal’s head in the keychain once it is settled', async () => {
    await outcome()
    await desk.settled()
    const kept = till.place.keychain.entries.get('journal of a test head')
    expect(kept?.split(':')[0]).toBe('3')
  })

  it('goes on when the keychain takes no head, and brings it there with the next one', async () => {
    till.place.keychain.breakWritesWith('locked')
    const first = await outcome()
    await desk.settled()
    till.place.keychain.breakWritesWith(null)
    const behind = till.place.keychain.entries.get('journal of a test head')?.split(':')[0]
    await outcome()
    await desk.settled()
    const kept = till.place.keychain.entries.get('journal of a test head')?.split(':')[0]
    expect([first, behind, kept, till.logged.length > 0]).toEqual(['refunded', '0', '6', true])
  })
})

describe('a desk without a journal', () => {
  beforeEach(async () => {
    await desk.close()
    till.place.keychain.breakWith('no Secret Service')
    desk = await till.start()
  })

  it('refuses everything that needs one, says why, and knows of no attempt', async () => {
    desk.observe(recordOf(till))
    const off = { ok: false, fault: { kind: 'refunds_off', why: 'no_keychain' } }
    const answers = [
      await desk.issue(till.order(2000)),
      await desk.look(markerOf(1)),
      desk.decide(markerOf(1), decision),
      desk.exportRange({ from: 0, to: 1 }, 'json'),
    ]
    await desk.settled()
    expect([
      desk.refundsOff(),
      answers,
      desk.list(everything),
      desk.open('R-1'),
      desk.lockOn('pay-1'),
    ]).toEqual(['no_keychain', [off, off, off, off], [], null, null])
    expect([desk.undecidedCount(), desk.isSending(), till.payments.refunds]).toEqual([0, false, []])
  })

  it('comes back when the keychain does, once, however often it is woken', async () => {
    desk.wake()
    await till.clock.advance(0)
    const still = desk.refundsOff()
    till.place.keychain.breakWith(null)
    for (let times = 0; times < 5; times += 1) desk.wake()
    await till.clock.advance(0)
    await till.clock.advance(0)
    expect([still, desk.refundsOff(), await outcome()]).toEqual(['no_keychain', null, 'refunded'])
  })

  it('leaves nothing open when it is closed while it comes back', async () => {
    till.place.keychain.breakWith(null)
    desk.wake()
    await desk.close()
    desk.wake()
    await till.clock.advance(0)
    expect(till.clock.waiting()).toEqual([])
  })

  it('does not come back by itself when the journal is damaged', async () => {
    const other = makeFakeTill()
    for (const [name, secret] of till.place.keychain.entries) other.place.keychain.entries.set(name, secret)
    other.place.put('journal.db', Buffer.alloc(8192, 1))
    const damaged = await other.start()
    damaged.wake()
    await other.clock.advance(0)
    const why = damaged.refundsOff()
    await damaged.close()
    other.remove()
    expect(why).toBe('journal_damaged')
  })
})
