import { describe, expect, it } from 'vitest'
import type { Alarm } from '../attempt/alarms'
import { type Attempt, type AttemptEvent, attemptSchema } from '../attempt/attempt'
import { type AttemptState, attemptStates } from '../attempt/attempt-states'
import { at, events, fold, line, next, record } from '../testing/attempt-stories'
import {
  answeredBy,
  attempt,
  checked,
  decided,
  decision,
  intent,
  otherMarker,
  ownMarker,
  refusal,
  snapshot,
  startOfDay,
  watch,
} from '../testing/refund-samples'
import { advance, isOpen, isUndecided, isWatched, ofEarlierLines, openAlarms, takeoverPlace } from './refund'

/** A new journal may go on from any state but `sending`. */
const takenOver = Object.fromEntries(
  attemptStates.filter((state) => state !== 'sending').map((state) => [`taken_over ${state}`, state]),
)
/** What may come whenever the refund was answered, and leaves its state. */
const always = (state: AttemptState) => ({ alarmed: state, slip_made: state, ...takenOver })
const decidedBy = { 'decided refunded': 'refunded', 'decided not_refunded': 'not_refunded' } as const

/** The next state, by state and event, of an attempt that is not watched. What is not listed cannot happen. */
const legal: Readonly<Record<AttemptState | 'nothing', Readonly<Record<string, AttemptState>>>> = {
  nothing: { sending: 'sending', ...takenOver },
  sending: {
    interrupted: 'unconfirmed',
    'answered refunded': 'refunded',
    'answered not_sent': 'not_sent',
    'answered refusal_seen': 'refusal_seen',
    'answered unconfirmed': 'unconfirmed',
    alarmed: 'sending',
    ...takenOver,
  },
  refusal_seen: {
    'checked refusal_seen': 'refusal_seen',
    'checked refused': 'refused',
    'checked unconfirmed': 'unconfirmed',
    ...decidedBy,
    ...always('refusal_seen'),
  },
  refused: { 'checked unconfirmed': 'unconfirmed', ...always('refused') },
  unconfirmed: {
    'checked unconfirmed': 'unconfirmed',
    'checked refunded': 'refunded',
    'checked refunded_probably': 'refunded_probably',
    ...decidedBy,
    ...always('unconfirmed'),
  },
  refunded_probably: {
    'checked refunded_probably': 'refunded_probably',
    'checked unconfirmed': 'unconfirmed',
    ...decidedBy,
    ...always('refunded_probably'),
  },
  refunded: always('refunded'),
  not_sent: always('not_sent'),
  not_refunded: { 'checked unconfirmed': 'unconfirmed', ...always('not_refunded') },
}

describe('the states of an attempt', () => {
  it('follow each other only as the table says, for every state and every event', () => {
    const froms = ['nothing', ...attemptStates] as const
    const found = froms.map((from) => {
      const before = from === 'nothing' ? null : attempt(from)
      const steps = Object.entries(events).flatMap(([name, event]) => {
        const step = advance(before, event, line)
        return step.ok ? [[name, step.value.state]] : []
      })
      return [from, Object.fromEntries(steps)]
    })
    expect(Object.fromEntries(found)).toEqual(legal)
  })

  it('name what could not follow, and from where', () => {
    const tried = [
      advance(null, { kind: 'interrupted', at }, line),
      advance(attempt('refunded'), checked(snapshot(), 'unconfirmed'), line),
      advance(attempt('sending'), answeredBy(record, 'refused'), line),
    ]
    const kind = 'illegal_transition'
    expect(tried).toEqual([
      { ok: false, fault: { kind, from: null, event: 'interrupted', to: null } },
      { ok: false, fault: { kind, from: 'refunded', event: 'checked', to: 'unconfirmed' } },
      { ok: false, fault: { kind, from: 'sending', event: 'answered', to: 'refused' } },
    ])
  })

  it('lock the payment exactly while money may still move unseen', () => {
    expect(attemptStates.filter(isUndecided)).toEqual([
      'sending',
      'refusal_seen',
      'unconfirmed',
      'refunded_probably',
    ])
  })

  it('report a refund’s own amount where the record that says it is refunded has no readable sum', () => {
    const answer = { kind: 'record', httpStatus: 200, snapshot: snapshot({ refunded: null }) } as const
    const step = advance(attempt('sending'), answeredBy(answer, 'refunded'), 7)
    expect(step.ok && step.value.told).toEqual({ line: 7, refunded: 2000 })
  })

  it('throw on an event that no type allows', () => {
    // The cast stands for a line that a later version might have written.
    const strange = { kind: 'rewound', at } as unknown as AttemptEvent
    expect(() => advance(attempt('sending'), strange, line)).toThrow('Unhandled case')
  })
})

it('an attempt is open while it is undecided, watched, or has an alarm that nobody has acknowledged', () => {
  const alarm = { alarm: 'more_than_ours', at, acknowledged: null } as const
  const acknowledged = { ...alarm, acknowledged: { at, by: 'Sam', note: 'Known' } }
  const each = [
    attempt('unconfirmed'),
    attempt('refused', { watch: watch() }),
    attempt('refunded', { alarms: [alarm] }),
    attempt('refunded', { alarms: [acknowledged] }),
    attempt('refused', { watch: watch({ ended: 'complete' }) }),
    attempt('refunded'),
  ]
  expect(each.map(isOpen)).toEqual([true, true, true, false, false, false])
})

describe('an attempt', () => {
  it('keeps what its lines said: begun, sent, refused, settled by the third quiet show, watched', () => {
    const story: readonly AttemptEvent[] = [
      { kind: 'sending', at: startOfDay, intent: intent() },
      answeredBy(refusal, 'refusal_seen', startOfDay + 2),
      checked(snapshot(), 'refused', startOfDay + 15_000),
      { kind: 'watched', at: startOfDay + 3_600_000, refunded: 0 },
    ]
    expect(fold(story)).toEqual(
      attempt('refused', {
        since: startOfDay + 15_000,
        line: 4,
        refusal: { httpStatus: 422, message: 'Not allowed' },
        watch: watch({ since: startOfDay + 15_000, shows: 1 }),
        told: { line: 3, refunded: 0 },
      }),
    )
  })

  it('remembers the line with which it became refunded, by the answer, by rule or by a person', () => {
    const ways = [
      next(attempt('sending'), answeredBy(record, 'refunded')),
      next(attempt('unconfirmed'), checked(snapshot({ refunded: 2000, remark: ownMarker }), 'refunded')),
      next(attempt('refunded_probably'), decided('refunded')),
      next(attempt('unconfirmed'), decided('not_refunded')),
    ]
    expect(ways.map(({ refundedLine }) => refundedLine)).toEqual([line, line, line, null])
  })

  it('waits for a person only while it is undecided', () => {
    const listed = next(
      attempt('unconfirmed'),
      checked(snapshot(), 'unconfirmed', at, { forPerson: 'went_down' }),
    )
    const found = next(listed, checked(snapshot(), 'refunded', at, { forPerson: 'went_down' }))
    expect([listed.forPerson, found.forPerson]).toEqual(['went_down', null])
  })

  it('remembers what its lines showed: the last and the highest sum, and leading markers', () => {
    const told = [
      checked(snapshot({ refunded: 700, remark: `${otherMarker} x` }), 'unconfirmed'),
      checked(snapshot({ refunded: 300, remark: `x ${ownMarker}` }), 'unconfirmed'),
      checked(snapshot({ refunded: null, remark: otherMarker }), 'unconfirmed'),
      checked(snapshot({ refunded: -1 }), 'unconfirmed'),
      checked(snapshot({ id: 'pay-2', refunded: 9000, remark: ownMarker }), 'unconfirmed'),
    ]
    const all = told.reduce((before, event) => next(before, event), attempt('unconfirmed'))
    expect(all.seen).toEqual({ refunded: 300, highest: 700, markers: [otherMarker] })
    expect(next(all, checked(snapshot(), 'unconfirmed')).seen.refunded).toBe(0)
  })

  it('remembers the marker that began the remark before the send', () => {
    const before = snapshot({ refunded: 500, remark: otherMarker })
    const begun = fold([{ kind: 'sending', at, intent: intent({ base: 500, before }) }])
    expect(begun?.seen).toEqual({ refunded: 500, highest: 500, markers: [otherMarker] })
  })

  it('remembers sixteen markers at most, and always its own', () => {
    const markers = Array.from('ABCDEFGHJKMNPQRSTVWXYZ', (letter) => `R-${letter.repeat(9)}Z`)
    const many = markers.reduce(
      (before, remark) => next(before, checked(snapshot({ remark }), 'unconfirmed')),
      attempt('unconfirmed'),
    )
    const own = next(many, checked(snapshot({ remark: ownMarker }), 'unconfirmed'))
    const result = [many.seen.markers.length, own.seen.markers.length, own.seen.markers.at(-1)]
    expect(result).toEqual([15, 16, ownMarker])
    expect(attemptSchema.safeParse(own).success).toBe(true)
  })
})

describe('a decision', () => {
  it('records who decided, what they saw and why, and begins a watch from what the show said', () => {
    const decide = decided('not_refunded', at, { refunded: 0 })
    expect(next(attempt('unconfirmed', { forPerson: 'unreadable' }), decide)).toEqual(
      attempt('not_refunded', {
        since: at,
        line,
        decision: decision('not_refunded'),
        watch: watch({ since: at }),
        told: { line, refunded: 0 },
      }),
    )
  })

  it('against a rise is itself an alarm, also when a later answer took the rise back', () => {
    const risen = next(attempt('unconfirmed'), checked(snapshot({ refunded: 500 }), 'unconfirmed'))
    const alarms = [
      next(attempt('unconfirmed'), decided('not_refunded', at, { refunded: 500 })),
      next(risen, decided('not_refunded', at, { refunded: 0 })),
      next(attempt('unconfirmed'), decided('not_refunded', at, { refunded: 0 })),
      next(attempt('unconfirmed'), decided('refunded', at, { refunded: 2001 })),
      next(attempt('unconfirmed'), decided('refunded', at, { refunded: 2000 })),
    ].map(({ alarms }) => alarms.map(({ alarm }) => alarm))
    expect(alarms).toEqual([['unexplained_rise'], ['unexplained_rise'], [], ['more_than_ours'], []])
  })

  it('stays with the attempt, without its watch, when something moves afterwards', () => {
    const decidedOnce = next(attempt('unconfirmed'), decided('not_refunded'))
    const moved = next(
      decidedOnce,
      checked(snapshot({ refunded: 1 }), 'unconfirmed', at, { alarm: 'moved_after_decision' }),
    )
    expect([moved.state, moved.watch, moved.decision?.to, openAlarms(moved)]).toEqual([
      'unconfirmed',
      null,
      'not_refunded',
      [{ number: 1, alarm: 'moved_after_decision', at }],
    ])
  })
})

describe('a settled refusal', () => {
  it('cannot rest on a show without a sum', () => {
    const shows = [snapshot({ refunded: null }), snapshot({ refunded: -1 })]
    const steps = shows.map((check) => advance(attempt('refusal_seen'), checked(check, 'refused'), line).ok)
    expect(steps).toEqual([false, false])
  })

  it('is watched from what its third quiet show said', () => {
    const settled = next(attempt('refusal_seen'), checked(snapshot({ refunded: 300 }), 'refused', at))
    const outcome = [settled.watch, settled.told]
    expect(outcome).toEqual([watch({ since: at, highest: 300 }), { line, refunded: 300 }])
  })
})

describe('an attempt of an earlier journal', () => {
  const taken = (from: Attempt): AttemptEvent => ({ kind: 'taken_over', at, attempt: from })

  it('goes on from its state in the new journal, with its reports before the first line there', () => {
    const ran = { created: 5, since: 9 }
    const old = attempt('refunded', { ran, line: 70, refundedLine: 60, told: { line: 60, refunded: 100 } })
    expect([
      next(null, taken(ofEarlierLines(old, 70)), 3),
      next(null, taken(ofEarlierLines(attempt('refused', { line: 5 }), 70)), 4),
    ]).toEqual([
      // At most the new record's own running time.
      attempt('refunded', { begun: 3, line: 3, refundedLine: -10, told: { line: -10, refunded: 100 } }),
      attempt('refused', { begun: 4, line: 4 }),
    ])
  })

  it('is ordered among the others by the lines of its reports', () => {
    const old = [
      attempt('refunded', { line: 70, refundedLine: 60 }),
      attempt('refused', { line: 70, told: { line: 50, refunded: 0 } }),
      attempt('refunded', { line: 70, refundedLine: 60, told: { line: 65, refunded: 0 } }),
      attempt('unconfirmed', { line: 70 }),
    ]
    expect(old.map(takeoverPlace)).toEqual([60, 50, 65, 70])
  })

  it('may follow its own earlier lines, and no other refund’s', () => {
    const before = attempt('unconfirmed')
    const others = [{ marker: otherMarker }, { id: 'pay-2' }, { base: 1 }, { amount: 1 }, { currency: 'USD' }]
    const steps = [{}, ...others].map(
      (change) => advance(before, taken(attempt('refused', { intent: intent(change) })), line).ok,
    )
    expect(steps).toEqual([true, false, false, false, false, false])
  })
})

describe('a watched attempt', () => {
  const watched = attempt('not_refunded', { watch: watch() })
  const show = (refunded: number): AttemptEvent => ({ kind: 'watched', at, refunded })
  const end: AttemptEvent = { kind: 'watch_ended', at }
  const shows = (count: number, from = watched, refunded = 0) =>
    Array.from({ length: count }).reduce<Attempt>((before) => next(before, show(refunded)), from)

  it('counts its shows, and keeps the highest sum', () => {
    const told = [show(0), show(700), show(300)].reduce((before, event) => next(before, event), watched)
    const result = [told.watch, told.seen.refunded, told.seen.highest]
    expect(result).toEqual([watch({ shows: 3, highest: 700 }), 300, 700])
  })

  it('is complete with the fourth, and takes no show and no end after that', () => {
    const [third, fourth] = [shows(3), shows(4)]
    expect([
      isWatched(third),
      isWatched(fourth),
      ...[show(0), end].map((event) => advance(fourth, event, line).ok),
    ]).toEqual([true, false, false, false])
  })

  it('ends with an alarm when it could not be watched, or when a decided refund never came', () => {
    const refunded = attempt('refunded', { watch: watch() })
    const ends = [next(watched, end), shows(4), shows(4, refunded, 1999), shows(4, refunded, 2000)]
    expect(ends.map(({ alarms }) => alarms.map(({ alarm }) => alarm))).toEqual([
      ['could_not_be_watched'],
      [],
      ['never_reached'],
      [],
    ])
  })
})

describe('an alarm', () => {
  const alarmed = (
    change: Parameters<typeof snapshot>[0],
    alarm: Alarm = 'unexplained_rise',
  ): AttemptEvent => ({ kind: 'alarmed', at, alarm, snapshot: snapshot(change), raw: '' })

  const counted = attempt('refunded', { told: { line: 4, refunded: 300 } })

  it('is raised once: what its show said is expected from there on', () => {
    const told = next(counted, alarmed({ refunded: 500, remark: otherMarker }))
    expect([told.told, told.seen]).toEqual([
      { line, refunded: 500 },
      { refunded: 500, highest: 500, markers: [otherMarker] },
    ])
  })

  it('reports no sum from a show that contradicts itself or is of another payment', () => {
    const changes = [{ refunded: 12051 }, { id: 'pay-2', refunded: 500 }]
    const told = changes.map((change) => next(counted, alarmed(change)).told)
    expect(told).toEqual(changes.map(() => ({ line: 4, refunded: 300 })))
  })

  it('reports a sum that is lower where it is of a rise since one was accepted, not where it is of our marker', () => {
    const told = (['unexplained_rise', 'refunded_after_all'] as const).map(
      (alarm) => next(counted, alarmed({ refunded: 299 }, alarm)).told?.refunded,
    )
    expect(told).toEqual([299, 300])
  })

  it('may come where nothing is watched', () => {
    expect(next(attempt('not_sent'), alarmed({ refunded: 500 })).told).toBeNull()
  })

  it('is ended by one acknowledgement, which ends no lock, and not by a second one', () => {
    const acknowledge = (alarm: number): AttemptEvent => ({
      kind: 'acknowledged',
      at,
      alarm,
      by: 'Sam',
      note: 'Known',
    })
    const two = next(next(attempt('unconfirmed'), alarmed({})), alarmed({}))
    const one = next(two, acknowledge(2))
    expect([openAlarms(one), one.alarms[1]?.acknowledged, one.state]).toEqual([
      [{ number: 1, alarm: 'unexplained_rise', at }],
      { at, by: 'Sam', note: 'Known' },
      'unconfirmed',
    ])
    expect([2, 3].map((number) => advance(one, acknowledge(number), line).ok)).toEqual([false, false])
  })
})
