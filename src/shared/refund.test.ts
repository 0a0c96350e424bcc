import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttemptEvent, type AttemptState, attemptStates } from './attempt'
import { advance, isUndecided } from './refund'
import {
  answeredBy,
  attempt,
  decided,
  glance,
  intent,
  looked,
  lost,
  neverConnected,
  noRecord,
  refusal,
  seen,
  startOfDay,
} from './testing/refund-samples'

const at = startOfDay + 1000
const record = { kind: 'record', httpStatus: 200, glance: glance() } as const

/** Every kind of event, and for those with a verdict every state that it could name. */
const events: Readonly<Record<string, AttemptEvent>> = {
  intended: { kind: 'intended', at, intent: intent() },
  sending: { kind: 'sending', at },
  cancelled: { kind: 'cancelled', at, why: 'found_at_start' },
  interrupted: { kind: 'interrupted', at },
  ...named('answered', (to) => answeredBy(record, to, at)),
  ...named('looked', (to) => looked(seen(), to, at)),
  'decided refunded': decided('refunded', at),
  'decided not_refunded': decided('not_refunded', at),
  alarmed: { kind: 'alarmed', at, alarm: 'refunded_after_all', raw: '' },
}

function named(kind: string, make: (to: AttemptState) => AttemptEvent): Record<string, AttemptEvent> {
  return Object.fromEntries(attemptStates.map((to) => [`${kind} ${to}`, make(to)]))
}

/** From a state, by an event, to a state. What is not listed can not happen. */
const legal: Readonly<Record<AttemptState | 'nothing', Readonly<Record<string, AttemptState>>>> = {
  nothing: { intended: 'intended' },
  intended: { sending: 'sending', cancelled: 'cancelled' },
  sending: {
    interrupted: 'unconfirmed',
    'answered refunded': 'refunded',
    'answered not_sent': 'not_sent',
    'answered refusal_seen': 'refusal_seen',
    'answered unconfirmed': 'unconfirmed',
  },
  refusal_seen: {
    'looked refusal_seen': 'refusal_seen',
    'looked refused': 'refused',
    'looked unconfirmed': 'unconfirmed',
  },
  refused: { 'looked refused': 'refused', 'looked unconfirmed': 'unconfirmed', alarmed: 'refused' },
  unconfirmed: {
    'looked unconfirmed': 'unconfirmed',
    'looked refunded': 'refunded',
    'looked refunded_probably': 'refunded_probably',
    'decided refunded': 'refunded',
    'decided not_refunded': 'not_refunded',
  },
  refunded_probably: {
    'looked refunded_probably': 'refunded_probably',
    'decided refunded': 'refunded',
    'decided not_refunded': 'not_refunded',
  },
  refunded: { alarmed: 'refunded' },
  not_sent: { alarmed: 'not_sent' },
  not_refunded: { alarmed: 'not_refunded' },
  cancelled: { alarmed: 'cancelled' },
}

describe('the states of an attempt', () => {
  it('follow each other only as the table says, for every state and every event', () => {
    const froms = ['nothing', ...attemptStates] as const
    const found = froms.map((from) => {
      const before = from === 'nothing' ? null : attempt(from)
      const steps = Object.entries(events).flatMap(([name, event]) => {
        const after = advance(before, event)
        return after.ok ? [[name, after.value.state]] : []
      })
      return [from, Object.fromEntries(steps)]
    })
    expect(Object.fromEntries(found)).toEqual(legal)
  })

  it('name what could not follow, and from where', () => {
    const attempts = [null, attempt('refunded'), attempt('sending')]
    const tried = [events.sending, events['looked unconfirmed'], events['answered cancelled']]
    const answers = attempts.map((before, index) => {
      const event = tried[index]
      return event === undefined ? null : advance(before, event)
    })
    expect(answers).toEqual([
      { ok: false, fault: { kind: 'illegal_transition', from: null, event: 'sending', to: null } },
      {
        ok: false,
        fault: { kind: 'illegal_transition', from: 'refunded', event: 'looked', to: 'unconfirmed' },
      },
      {
        ok: false,
        fault: { kind: 'illegal_transition', from: 'sending', event: 'answered', to: 'cancelled' },
      },
    ])
  })

  it('lock the transaction exactly while money may still move unseen', () => {
    expect(attemptStates.filter(isUndecided)).toEqual([
      'intended',
      'sending',
      'refusal_seen',
      'unconfirmed',
      'refunded_probably',
    ])
  })
})

describe('an attempt', () => {
  it('keeps what its events said: begun, sent, refused, looked at, settled', () => {
    const minute = 60_000
    const story: readonly AttemptEvent[] = [
      { kind: 'intended', at: startOfDay, intent: intent() },
      { kind: 'sending', at: startOfDay + 1 },
      answeredBy(refusal, 'refusal_seen', startOfDay + 2),
      looked(seen(), 'refusal_seen', startOfDay + 2000, { nothingMoved: true }),
      looked(noRecord, 'refusal_seen', startOfDay + 15_000),
      looked(seen(), 'refused', startOfDay + minute, { nothingMoved: true }),
    ]
    expect(foldAll(story)).toEqual(
      attempt('refused', {
        since: startOfDay + minute,
        refusal: { httpStatus: 422, message: 'Not allowed' },
        looks: 3,
        lastLookAt: startOfDay + minute,
        quietLooks: 2,
      }),
    )
  })

  it('remembers that the last look failed or was stale, and forgets it with a good one', () => {
    const unconfirmed = attempt('unconfirmed')
    const looks = [noRecord, seen({}, true), seen()]
    const failed = looks.map((look) => {
      const after = advance(unconfirmed, looked(look, 'unconfirmed', at))
      return after.ok && after.value.lastLookFailed
    })
    expect(failed).toEqual([true, true, false])
  })

  it('stays on the person’s list only while it is undecided, and keeps its alarm for good', () => {
    const listed = advance(
      attempt('unconfirmed', { alarm: 'moved_after_refusal' }),
      looked(seen(), 'unconfirmed', at, { forPerson: 'went_down' }),
    )
    const found = advance(
      listed.ok ? listed.value : null,
      looked(seen(), 'refunded', at, { forPerson: 'went_down' }),
    )
    expect([listed, found].map((step) => step.ok && [step.value.forPerson, step.value.alarm])).toEqual([
      ['went_down', 'moved_after_refusal'],
      [null, 'moved_after_refusal'],
    ])
  })

  it('records who decided, what they saw and why', () => {
    expect(advance(attempt('unconfirmed', { forPerson: 'unreadable' }), decided('not_refunded', at))).toEqual(
      {
        ok: true,
        value: attempt('not_refunded', {
          since: at,
          decision: { to: 'not_refunded', supervisor: 'Sam', saw: 'The portal', why: 'It says so' },
        }),
      },
    )
  })

  it('says a bug’s name for an event that no type allows', () => {
    // The cast plays the part of a line that a later version might have written.
    const strange = { kind: 'rewound', at } as unknown as AttemptEvent
    expect(() => advance(attempt('sending'), strange)).toThrow('Unhandled case')
  })
})

function foldAll(story: readonly AttemptEvent[]) {
  return story.reduce<ReturnType<typeof attempt> | null>((before, event) => {
    const after = advance(before, event)
    expect(after.ok).toBe(true)
    return after.ok ? after.value : before
  }, null)
}

const anyEvent = fc.constantFrom(
  ...Object.values(events),
  answeredBy(refusal, 'refusal_seen', at),
  answeredBy(lost, 'unconfirmed', at),
  answeredBy(neverConnected, 'not_sent', at),
)

describe('any sequence of events', () => {
  it('never throws, never reopens what has ended but a refusal, and is sent at most once', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (sequence) => {
        let now: ReturnType<typeof attempt> | null = null
        let sends = 0
        for (const event of sequence) {
          const after = advance(now, event)
          if (!after.ok) continue
          const reopened = now !== null && !isUndecided(now.state) && isUndecided(after.value.state)
          if (reopened) expect([now?.state, after.value.state]).toEqual(['refused', 'unconfirmed'])
          if (after.value.state === 'sending' && now?.state !== 'sending') sends += 1
          now = after.value
        }
        expect(sends).toBeLessThanOrEqual(1)
      }),
      { numRuns: 5000 },
    )
  })

  it('changes nothing when an event can not follow', () => {
    fc.assert(
      fc.property(fc.constantFrom(...attemptStates), anyEvent, (state, event) => {
        const before = Object.freeze(attempt(state))
        const after = advance(before, event)
        if (!after.ok) expect(after.fault.from).toBe(state)
        expect(before).toEqual(attempt(state))
      }),
    )
  })
})
