import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../shared/attempt/attempt'
import type { Act, PaymentEvent, TillEvent } from '../../shared/refund/journal-events'
import { aDay } from '../../shared/testing/app-state-sample'
import { attempt, intent, watch } from '../../shared/testing/refund-samples'
import { advanceStanding, carriedOn, emptyFold, foldFrom, lockIn, nothingStands, undecidedIn } from './fold'
import { type JournalLine, lockHash } from './journal-line'
import type { Standing } from './journal-types'
import { standingOfAttempts } from './testing/damaged-record'
import { acted, lowered } from './testing/journal-story'

const at = 1
const one = 'https://one.example'
const two = 'https://two.example'

/** A line that stands for whatever led to this attempt. */
const attemptLine = (of: Attempt, seq = 1): JournalLine => ({
  seq,
  ran: 0,
  marker: of.intent.marker,
  event: { kind: 'interrupted', at },
})
const paymentLine = (payment: PaymentEvent, seq = 1): JournalLine => ({ seq, ran: 0, payment })
const tillLine = (till: TillEvent, seq = 1): JournalLine => ({ seq, ran: 0, till })

const unread = (lock: string): PaymentEvent => ({
  kind: 'locked_unread',
  at,
  lock,
  marker: 'R-UNREAD0000',
})
const returned = (id: string): PaymentEvent => ({
  kind: 'lowering_returned',
  at,
  id,
  currency: 'HKD',
  refunded: 500,
})
const released = (line: number): PaymentEvent => ({
  kind: 'released',
  at,
  line,
  supervisor: 'Sam',
  saw: 'The portal',
  why: 'Known',
})

function stand(lines: readonly (JournalLine | Attempt)[]): Standing {
  return lines.reduce<Standing>((standing, line, index) => {
    const seq = index + 1
    if ('intent' in line) return advanceStanding(standing, attemptLine(line, seq), line)
    return advanceStanding(standing, { ...line, seq } as JournalLine, null)
  }, nothingStands)
}

const own = attempt('unconfirmed', { intent: intent({ serviceAddress: one }) })

describe('what is open', () => {
  it('has every attempt that is undecided, watched or has an alarm, oldest first, and drops it when it is none of them', () => {
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
    ]).toEqual([['R-OLDER00000', own.intent.marker], ['R-OLDER00000'], [own]])
  })

  it('is the same whether attempts come line by line, in whatever order, or all at once', () => {
    const settled = fc.record({ number: fc.nat(9), createdAt: fc.nat(5), open: fc.boolean() })
    fc.assert(
      fc.property(fc.array(settled, { maxLength: 40 }), (steps) => {
        const made = new Map<number, number>()
        const attempts = steps.map(({ number, createdAt, open }) => {
          // An attempt has one time of creation, whatever becomes of it.
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

  it('is not changed by what was never open, nor by lines that open nothing', () => {
    const beginning: JournalLine = {
      seq: 1,
      ran: 0,
      beginning: {
        at,
        by: { supervisor: 'Sam', why: 'Damage' },
        after: null,
        oldHead: null,
        attempts: 0,
        unread: 0,
        missing: null,
      },
    }
    const risen: PaymentEvent = { kind: 'risen', at, id: 'x', currency: 'HKD', refunded: 5 }
    const lines = [
      beginning,
      paymentLine(lowered('x', 5, 0)),
      paymentLine(risen),
      tillLine(acted),
      attempt('refunded'),
    ]
    expect(stand(lines)).toEqual(nothingStands)
    expect(advanceStanding(nothingStands, attemptLine(own), null)).toEqual(nothingStands)
  })

  it('keeps alarms without an attempt until they are acknowledged', () => {
    const alarmed: TillEvent = { kind: 'payment_alarmed', at, id: 'x', alarm: 'unexplained_rise', detail: '' }
    const unreadable: TillEvent = { kind: 'could_not_be_read', at, lines: 3, sumsUnknown: true, detail: '' }
    const known: TillEvent = { kind: 'alarm_acknowledged', at, line: 1, by: 'Sam', note: 'Known' }
    const both = [tillLine(alarmed), tillLine(unreadable)]
    expect(stand([...both, tillLine(known)]).alarms).toEqual([{ line: 2, event: unreadable }])
    expect(stand(both).alarms).toHaveLength(2)
    const outcome = [stand(both).unread, stand([tillLine({ ...unreadable, sumsUnknown: false })]).unread]
    expect(outcome).toEqual([{ at, ran: 0 }, null])
  })
})

describe('a payment is locked', () => {
  it('by an undecided attempt on it, and not by a watched or settled one', () => {
    const watched = attempt('refused', { watch: watch() })
    expect([
      lockIn(stand([own]), 'pay-1'),
      lockIn(stand([own]), 'pay-2'),
      lockIn(stand([watched]), 'pay-1'),
    ]).toEqual([own, null, null])
  })

  it('by the oldest of several, and by the next when that is settled', () => {
    const older = attempt('unconfirmed', { intent: intent({ marker: 'R-OLDER00000' }), createdAt: 1 })
    const settled = { ...older, state: 'refunded' } as const
    const outcome = [lockIn(stand([own, older]), 'pay-1'), lockIn(stand([own, older, settled]), 'pay-1')]
    expect(outcome).toEqual([older, own])
  })

  it('by one in doubt behind an older one that is only watched', () => {
    const watched = attempt('refused', {
      ...{ intent: intent({ marker: 'R-OLDER00000' }), createdAt: 1, watch: watch() },
    })
    expect(lockIn(stand([watched, own]), 'pay-1')).toEqual(own)
  })

  it('by a refund that cannot be opened, also when only the beginning of its hash is known', () => {
    const lock = lockHash('pay-9')
    const locks = [lock, lock.slice(0, 16)].map((each) => lockIn(stand([paymentLine(unread(each))]), 'pay-9'))
    expect(locks).toEqual([
      { line: 1, event: unread(lock) },
      { line: 1, event: unread(lock.slice(0, 16)) },
    ])
    expect(lockIn(stand([paymentLine(unread(lock))]), 'pay-8')).toBeNull()
  })

  it('by a value that came back after a lowering', () => {
    const standing = stand([paymentLine(returned('pay-1'))])
    const lock = { line: 1, event: returned('pay-1') }
    expect([lockIn(standing, 'pay-1'), lockIn(standing, 'x')]).toEqual([lock, null])
  })

  it('until a person releases that line, and no other', () => {
    const two = [paymentLine(returned('pay-1')), paymentLine(returned('pay-1'))]
    const left = [
      stand([...two, paymentLine(released(1))]),
      stand([...two, paymentLine(released(1)), paymentLine(released(2))]),
      stand([...two, paymentLine(released(9))]),
    ].map(({ locks }) => locks.map(({ line }) => line))
    expect(left).toEqual([[2], [], [1, 2]])
  })
})

it('a line that no type allows throws', () => {
  // The casts stand for lines that a later version might have written.
  const strange = { kind: 'rewound', at }
  const lines = [paymentLine(strange as unknown as PaymentEvent), tillLine(strange as unknown as TillEvent)]
  for (const line of lines) expect(() => stand([line])).toThrow('Unhandled case')
})

it('remembers each service that said it is practice, by its name', () => {
  const heard = (address: string) => tillLine({ kind: 'practice_heard', at: 1, address })
  const { practice } = stand([heard('https://Pay.example/'), heard('https://pay.example'), heard(two)])
  expect([...practice]).toEqual(['https://pay.example', two])
})

describe('shifts', () => {
  const [ann, ben] = [
    { id: 'p-ann', name: 'Ann' },
    { id: 'p-ben', name: 'Ben' },
  ]
  const act = (by: typeof ann | null, what: Act, time: number): JournalLine => ({
    ...tillLine({ kind: 'acted', at: time, by, act: what }),
    ran: time * 10,
  })
  const comes = (by: typeof ann | null, time: number, to: 'serve' | 'help' = 'serve') =>
    act(by, { act: 'signed_in', by: 'pin', to }, time)
  const goes = (by: typeof ann, time: number, why: 'idle' | 'other') =>
    act(by, { act: 'signed_out', why }, time)
  const closes = (by: typeof ann, time: number) => act(by, { act: 'shift', since: 1, day: aDay() }, time)

  it('begin with a person’s first sign-in, and are not begun or ended by a lock, another person or a later sign-in', () => {
    const lines = [
      comes(ann, 1),
      act(ben, { act: 'person', what: 'renamed', person: { ...ann, role: 'cashier' } }, 2),
      goes(ann, 2, 'idle'),
      comes(ann, 3),
      goes(ann, 4, 'other'),
      comes(ben, 5),
      comes(ann, 6),
    ]
    expect(stand(lines).shifts).toEqual([
      { person: ann, since: 1, ran: 10, line: 1 },
      { person: ben, since: 5, ran: 50, line: 6 },
    ])
  })

  it('end when their own person closes them or is removed, and the next sign-in begins another', () => {
    const removed = act(null, { act: 'person', what: 'removed', person: { ...ben, role: 'cashier' } }, 4)
    expect(stand([comes(ann, 1), comes(ben, 2), closes(ann, 3), removed, comes(ann, 5)]).shifts).toEqual([
      { person: ann, since: 5, ran: 50, line: 5 },
    ])
  })

  it('are not begun by help, nor by the access token', () => {
    expect(stand([comes(ann, 1, 'help'), comes(null, 2, 'help')]).shifts).toEqual([])
  })

  it('are carried to the next file of the record', () => {
    const fold = { ...emptyFold(), standing: stand([comes(ann, 1)]) }
    const { open } = carriedOn(fold, 1)
    const first = { at: 1, version: 1, file: 2, before: '', earlier: [], ends: [], open } as const
    expect(foldFrom({ seq: 2, ran: 0, first }).standing.shifts).toEqual(fold.standing.shifts)
  })
})

it.each(['refused', 'refunded'] as const)(
  'a refund that was %s thirty days and a day of running time ago is carried to no further file',
  (state) => {
    const hour = 3_600_000
    const refunded = { refundedLine: 1, told: { line: 1, refunded: 0 } }
    const settled = attempt(state, { since: at, ...(state === 'refunded' ? refunded : {}) })
    const ran = settled.ran.since
    const before = { ...emptyFold(), ran, settled: new Map([[settled.intent.marker, settled]]) }
    const after = (days: number, hours: number) => {
      const { fold } = carriedOn(before, at)
      const { open } = carriedOn({ ...fold, ran: ran + hours * hour }, at + days * 24 * hour)
      return open.beside.length + open.done.length
    }
    expect([after(29, 25), after(31, 23), after(31, 25)]).toEqual([1, 1, 0])
  },
)
