import { mkdirSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Decision, RefundAnswer } from '../../shared/attempt'
import type { RefundDesk } from './refund-desk'
import { replyWith } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf, statesOnDisk } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const lost: RefundAnswer = { kind: 'no_answer', reason: 'reset', detail: 'ECONNRESET' }
const decision: Decision = { to: 'not_refunded', supervisor: 'Sam', saw: 'The portal', why: 'Not there' }
const everything = { from: null, to: null }

const shop = shopForEachTest()

async function outcome(hundredths = 2000): Promise<string> {
  const issued = await shop.desk.issue(shop.till.order(hundredths))
  return issued.ok ? issued.value.attempt.state : issued.fault.kind
}

describe('a decision', () => {
  beforeEach(async () => {
    shop.till.payments.answerRefundsWith(() => replyWith(lost))
    await outcome()
    shop.till.payments.answerRefundsWith(null)
  })

  it('is recorded with who, what they saw and why, sends nothing and opens the transaction again', async () => {
    const decided = must(shop.desk.decide(markerOf(1), decision))
    const sent = shop.till.payments.refunds.length
    expect([decided.state, decided.decision, sent, shop.desk.undecidedCount(), await outcome()]).toEqual([
      'not_refunded',
      decision,
      1,
      0,
      'refunded',
    ])
  })

  it('is refused for an attempt that is unknown or already decided', () => {
    const answers = [markerOf(9), markerOf(1), markerOf(1)].map((marker) =>
      shop.desk.decide(marker, decision),
    )
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
    const history = shop.desk.open(markerOf(1))
    expect([
      history?.attempt.state,
      history?.events.map(({ kind }) => kind),
      shop.desk.open(markerOf(2)),
    ]).toEqual(['refunded', ['intended', 'sending', 'answered'], null])
  })

  it('asks the service at once when a person wants to know, and says that an attempt is unknown', async () => {
    shop.till.payments.answerRefundsWith((request) => {
      shop.till.payments.apply(request)
      return replyWith(lost)
    })
    await outcome(12050)
    const looked = must(await shop.desk.look(markerOf(1)))
    const unknown = await shop.desk.look(markerOf(2))
    expect([looked.attempt.state, looked.events.at(-1)?.kind, unknown]).toEqual([
      'refunded',
      'looked',
      { ok: false, fault: { kind: 'attempt_unknown' } },
    ])
  })

  it('tells each state of an attempt as it is reached, and when it is sending', async () => {
    const sending: boolean[] = []
    shop.till.payments.answerRefundsWith(() => {
      sending.push(shop.desk.isSending())
      return replyWith(lost)
    })
    await outcome()
    const told = shop.till.news.filter((line) => line !== 'desk')
    expect([told, sending, shop.desk.isSending(), shop.desk.undecidedCount()]).toEqual([
      [`${markerOf(1)} sending`, `${markerOf(1)} unconfirmed`],
      [true],
      false,
      1,
    ])
  })

  it('keeps the outcome of a refund when nobody can be told of it', async () => {
    await shop.desk.close()
    const deaf = () => {
      throw new Error('The window is gone')
    }
    shop.desk = await shop.till.start({ attemptChanged: deaf, deskChanged: deaf })
    expect([await outcome(), await outcome(), shop.till.payments.refunds.length]).toEqual([
      'refunded',
      'refunded',
      2,
    ])
  })

  it('finishes what is being sent before it closes', async () => {
    let answer: (value: ReturnType<typeof replyWith>) => void = () => undefined
    shop.till.payments.answerRefundsWith(() => new Promise((resolve) => (answer = resolve)))
    const issued = shop.desk.issue(shop.till.order(2000))
    await shop.till.clock.advance(0)
    let closed = false
    const closing = shop.desk.close().then(() => {
      closed = true
    })
    await shop.till.clock.advance(0)
    const early = closed
    answer(replyWith(lost))
    await closing
    const ended = must(await issued).attempt.state
    expect([early, ended, await statesOnDisk(shop.till), shop.till.clock.waiting()]).toEqual([
      false,
      'unconfirmed',
      ['unconfirmed'],
      [],
    ])
    shop.desk = await shop.till.start()
  })

  it('has the journal’s head in the keychain once it is settled', async () => {
    await outcome()
    await shop.desk.settled()
    const kept = shop.till.place.keychain.entries.get('journal of a test head')
    expect(kept?.split(':')[0]).toBe('3')
  })

  it('goes on when the keychain takes no head, and brings it there with the next one', async () => {
    shop.till.place.keychain.breakWritesWith('locked')
    const first = await outcome()
    await shop.desk.settled()
    shop.till.place.keychain.breakWritesWith(null)
    const behind = shop.till.place.keychain.entries.get('journal of a test head')?.split(':')[0]
    await outcome()
    await shop.desk.settled()
    const kept = shop.till.place.keychain.entries.get('journal of a test head')?.split(':')[0]
    expect([first, behind, kept, shop.till.logged.length > 0]).toEqual(['refunded', '0', '6', true])
  })
})

describe('a desk without a journal', () => {
  beforeEach(async () => {
    await shop.desk.close()
    shop.till.place.keychain.breakWith('no Secret Service')
    shop.desk = await shop.till.start()
  })

  it('refuses everything that needs one, says why, and knows of no attempt', async () => {
    shop.desk.observe(recordOf(shop.till))
    shop.desk.raiseMark(recordOf(shop.till))
    const off = { ok: false, fault: { kind: 'refunds_off', why: 'no_keychain' } }
    const answers = [
      await shop.desk.issue(shop.till.order(2000)),
      await shop.desk.look(markerOf(1)),
      shop.desk.decide(markerOf(1), decision),
      shop.desk.exportRange({ from: 0, to: 1 }, 'json'),
    ]
    await shop.desk.settled()
    expect([
      shop.desk.refundsOff(),
      answers,
      shop.desk.list(everything),
      shop.desk.open('R-1'),
      shop.desk.lockOn('pay-1'),
    ]).toEqual(['no_keychain', [off, off, off, off], [], null, null])
    expect([shop.desk.undecidedCount(), shop.desk.isSending(), shop.till.payments.refunds]).toEqual([
      0,
      false,
      [],
    ])
  })

  it('comes back when the keychain does, once, however often it is woken', async () => {
    shop.desk.wake()
    await shop.till.clock.advance(0)
    const still = shop.desk.refundsOff()
    shop.till.place.keychain.breakWith(null)
    for (let times = 0; times < 5; times += 1) shop.desk.wake()
    await shop.till.clock.advance(0)
    await shop.till.clock.advance(0)
    expect([still, shop.desk.refundsOff(), await outcome()]).toEqual(['no_keychain', null, 'refunded'])
  })

  it.each([
    ['when the PC wakes up or the line comes back', async (full: RefundDesk) => full.wake()],
    ['by itself a minute later', async (_: RefundDesk, clock: FakeTill['clock']) => clock.advance(60_000)],
  ])('comes back %s once a disk that took nothing takes it again', async (_, happens) => {
    const other = makeFakeTill()
    rmSync(other.place.folder, { recursive: true })
    const full = await other.start()
    full.wake()
    await other.clock.advance(0)
    const off = full.refundsOff()
    const issued = await full.issue(other.order(2000))
    mkdirSync(other.place.folder)
    await happens(full, other.clock)
    await other.clock.advance(0)
    const again = must(await full.issue(other.order(2000))).attempt.state
    const waiting = other.clock.waiting()
    await full.close()
    other.remove()
    expect([off, issued.ok, again, waiting, other.payments.refunds.length]).toEqual([
      'journal_unwritable',
      false,
      'refunded',
      [],
      1,
    ])
  })

  it('asks a disk that takes nothing no more once it is closed', async () => {
    const other = makeFakeTill()
    rmSync(other.place.folder, { recursive: true })
    const full = await other.start()
    await full.close()
    other.remove()
    expect([full.refundsOff(), other.clock.waiting()]).toEqual(['journal_unwritable', []])
  })

  it('leaves nothing open when it is closed while it comes back', async () => {
    shop.till.place.keychain.breakWith(null)
    shop.desk.wake()
    await shop.desk.close()
    shop.desk.wake()
    await shop.till.clock.advance(0)
    expect(shop.till.clock.waiting()).toEqual([])
  })

  it('does not come back by itself when the journal is damaged', async () => {
    const other = makeFakeTill()
    for (const [name, secret] of shop.till.place.keychain.entries)
      other.place.keychain.entries.set(name, secret)
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
