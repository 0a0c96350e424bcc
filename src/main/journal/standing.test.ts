import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../shared/journal-events'
import { attempt, intent, watch } from '../../shared/testing/refund-samples'
import { type JournalLine, lockHash } from './journal-line'
import type { Standing } from './journal-types'
import {
  advanceStanding,
  asksWhichService,
  lockIn,
  locksToRelease,
  nothingStands,
  openOn,
  standingOfAttempts,
  undecidedIn,
} from './standing'
import {
  at,
  attemptLine,
  named,
  one,
  payment,
  paymentLine,
  released,
  returned,
  tillLine,
  two,
  unread,
} from './testing/standing-lines'

function stand(lines: readonly (JournalLine | Attempt)[]): Standing {
  return lines.reduce<Standing>((standing, line, index) => {
    const seq = index + 1
    if ('intent' in line) return advanceStanding(standing, attemptLine(line, seq), line)
    return advanceStanding(standing, { ...line, seq } as JournalLine, null)
  }, nothingStands)
}

const own = attempt('unconfirmed', { intent: intent({ serviceAddress: one }) })

describe('what stands open', () => {
  it('is what is undecided, watched or has an alarm, oldest first, and goes when it is none of them', () => {
    const older = attempt('refused', {
      intent: intent({ marker: 'R-OLDER00000' }),
      createdAt: 1,
      watch: watch(),
    })
    const standing = stand([own, older])
    expect([
      [...standing.attempts.keys()],
      [...stand([own, older, { ...own, state: 'refunded' }]).attempts.keys()],
      undecidedIn(standing),
      openOn(standing, payment([1])),
    ]).toEqual([['R-OLDER00000', own.intent.marker], ['R-OLDER00000'], [own], [older, own]])
  })

  it('keeps two of one moment in the order of their markers, whichever came first', () => {
    const twin = { ...own, intent: intent({ marker: 'R-ZZZZZZZZZZ' }) }
    expect([...stand([twin, own]).attempts.keys()]).toEqual([...stand([own, twin]).attempts.keys()])
  })

  it('is the same whether attempts come line by line, in whatever order, or all at once', () => {
    const settled = fc.record({ number: fc.nat(9), createdAt: fc.nat(5), open: fc.boolean() })
    fc.assert(
      fc.property(fc.array(settled, { maxLength: 40 }), (steps) => {
        const made = new Map<number, number>()
        const attempts = steps.map(({ number, createdAt, open }) => {
          // An attempt was made once, whatever becomes of it.
          made.set(number, made.get(number) ?? createdAt)
          const of = intent({ marker: `R-${number}`, id: `pay-${number}` })
          return attempt(open ? 'unconfirmed' : 'refunded', { intent: of, createdAt: made.get(number) ?? 0 })
        })
        const last = new Map(attempts.map((each) => [each.intent.marker, each]))
        const atOnce = standingOfAttempts([...last.values()])
        const lineByLine = stand(attempts)
        expect([...lineByLine.attempts]).toEqual([...atOnce.attempts])
        expect(lineByLine).toEqual(atOnce)
      }),
    )
  })

  it('is unmoved by what was never open, and by lines that open nothing', () => {
    const beginning: JournalLine = {
      seq: 1,
      beginning: {
        at,
        by: { supervisor: 'Sam', why: 'Damage' },
        after: null,
        last: 1,
        oldHead: null,
        attempts: 0,
        unread: 0,
        missing: null,
      },
    }
    const lowered: PaymentEvent = {
      kind: 'lowered',
      at,
      service: 1,
      id: 'x',
      from: 5,
      to: 0,
      by: { supervisor: 'Sam', why: 'It bounced' },
    }
    const risen: PaymentEvent = { kind: 'risen', at, service: 1, id: 'x', currency: 'HKD', refunded: 5 }
    const acted: TillEvent = { kind: 'acted', at, by: null, act: { act: 'copies_forgotten' } }
    const lines = [beginning, paymentLine(lowered), paymentLine(risen), tillLine(acted), attempt('refunded')]
    expect(stand(lines)).toEqual(nothingStands)
    expect(advanceStanding(nothingStands, attemptLine(own), null)).toEqual(nothingStands)
  })

  it('keeps alarms that stand by no attempt until they are acknowledged', () => {
    const alarmed: TillEvent = {
      kind: 'payment_alarmed',
      at,
      service: 1,
      id: 'x',
      alarm: 'unexplained_rise',
      detail: '',
    }
    const unreadable: TillEvent = { kind: 'could_not_be_read', at, lines: 3, detail: '' }
    const known: TillEvent = { kind: 'alarm_acknowledged', at, line: 1, by: 'Sam', note: 'Known' }
    const both = [tillLine(alarmed), tillLine(unreadable)]
    expect(stand([...both, tillLine(known)]).alarms).toEqual([{ line: 2, at, event: unreadable }])
    expect(stand(both).alarms).toHaveLength(2)
  })
})

describe('a payment is locked', () => {
  it('by an undecided attempt on it at that service, and by no watched or settled one', () => {
    const watched = attempt('refused', { watch: watch() })
    expect([
      lockIn(stand([own]), payment([1])),
      lockIn(stand([own]), payment([2])),
      lockIn(stand([own]), payment([1], 'pay-2')),
      lockIn(stand([watched]), payment([1])),
    ]).toEqual([own, null, null, null])
  })

  it('by the oldest of several, the next one when that is settled', () => {
    const older = attempt('unconfirmed', { intent: intent({ marker: 'R-OLDER00000' }), createdAt: 1 })
    const settled = { ...older, state: 'refunded' } as const
    expect([
      lockIn(stand([own, older]), payment([1])),
      lockIn(stand([own, older, settled]), payment([1])),
    ]).toEqual([older, own])
  })

  it('at every service that its attempt’s address names now, or has named', () => {
    const elsewhere = attempt('unconfirmed', { intent: intent({ service: 2, serviceAddress: two }) })
    const lines = [tillLine(named(1, one)), tillLine(named(2, two)), elsewhere]
    const same = [...lines, tillLine(named(1, two))]
    const another = [...same, tillLine(named(3, two))]
    const locks = [lines, same, another].map((all) => lockIn(stand(all), payment([1])))
    expect(locks).toEqual([null, elsewhere, elsewhere])
  })

  it('by a refund that cannot be opened, at whichever of its journal’s services, also by the beginning of its hash', () => {
    const lock = lockHash(3, 'pay-9')
    const locks = [unread(lock, 3), unread(lock.slice(0, 16), 3), unread(lock, 2)].map((event) =>
      lockIn(stand([paymentLine(event)]), payment([1], 'pay-9')),
    )
    const kept = {
      kind: 'unread',
      line: 1,
      at,
      marker: 'R-UNREAD0000',
      since: null,
      services: 3,
      releasedAt: [],
    }
    expect(locks).toEqual([{ ...kept, lock }, { ...kept, lock: lock.slice(0, 16) }, null])
    expect(lockIn(stand([paymentLine(unread(lock, 3))]), payment([1], 'pay-8'))).toBeNull()
  })

  it('by a value that came back after a lowering, at all numbers of its service', () => {
    const lines = [paymentLine(returned(1, 'pay-1')), tillLine(named(1, one)), tillLine(named(2, one))]
    const locks = [payment([1]), payment([9, 2]), payment([3]), payment([1], 'x')].map((of) =>
      lockIn(stand(lines), of),
    )
    const lock = { kind: 'lowering_returned', line: 1, at, service: 1, id: 'pay-1', refunded: 500 }
    expect(locks).toEqual([lock, lock, null, null])
  })

  it('by a refund that cannot be opened, wherever the person who released it has not looked', () => {
    const before = [paymentLine(unread(lockHash(1, 'pay-1'), 2)), tillLine(named(1, one))]
    const moved = [...before, tillLine(named(2, two)), paymentLine(released(1, two))]
    const isLocked = (lines: readonly JournalLine[], services: readonly number[]) =>
      lockIn(stand(lines), payment(services)) !== null
    const same = [...moved, tillLine(named(1, two))]
    const everywhere = [...moved, paymentLine(released(1))]
    expect([
      [isLocked(moved, [1]), isLocked(moved, [2])],
      [isLocked(same, [2, 1]), locksToRelease(stand(before)).length, locksToRelease(stand(moved)).length],
      [isLocked(everywhere, [1]), stand(everywhere).locks],
    ]).toEqual([
      [true, false],
      [false, 1, 0],
      [false, []],
    ])
  })

  it('until a person releases that line, and no other', () => {
    const two = [paymentLine(returned(1, 'pay-1')), paymentLine(returned(1, 'pay-1'))]
    const left = [
      stand([...two, paymentLine(released(1))]),
      stand([...two, paymentLine(released(1)), paymentLine(released(2))]),
      stand([...two, paymentLine(released(9))]),
    ].map(({ locks }) => locks.map(({ line }) => line))
    expect(left).toEqual([[2], [], [1, 2]])
  })
})

describe('a line that no type allows', () => {
  it('is named as a bug', () => {
    // The casts play the part of lines that a later version might have written.
    const strange = { kind: 'rewound', at }
    const lines = [paymentLine(strange as unknown as PaymentEvent), tillLine(strange as unknown as TillEvent)]
    for (const line of lines) expect(() => stand([line])).toThrow('Unhandled case')
  })
})

describe('a new address', () => {
  it('is asked about while anything is undecided or watched, or locked by what came back', () => {
    const asked = [
      [],
      [own],
      [attempt('refused', { watch: watch() })],
      [attempt('refunded', { alarms: [{ alarm: 'more_than_ours', at, acknowledged: null }] })],
      [paymentLine(returned(1, 'pay-1'))],
      [paymentLine(unread(lockHash(1, 'pay-9'), 1))],
    ].map((lines) => asksWhichService(stand(lines)))
    expect(asked).toEqual([false, true, true, false, true, false])
  })
})
