import { describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../attempt/attempt'
import { type AttemptState, attemptStates } from '../attempt/attempt-states'
import { at, events, line, record } from '../testing/attempt-stories'
import { answeredBy, attempt, checked, seen, snapshot, watch } from '../testing/refund-samples'
import { advance, isOpen, isUndecided } from './refund'

/** A new journal may go on from any state but `sending`. */
const takenOver = Object.fromEntries(
  attemptStates.filter((state) => state !== 'sending').map((state) => [`taken_over ${state}`, state]),
)

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
    'decided refunded': 'refunded',
    'decided not_refunded': 'not_refunded',
    alarmed: 'refusal_seen',
    slip_made: 'refusal_seen',
    ...takenOver,
  },
  refused: { 'checked unconfirmed': 'unconfirmed', alarmed: 'refused', slip_made: 'refused', ...takenOver },
  unconfirmed: {
    'checked unconfirmed': 'unconfirmed',
    'checked refunded': 'refunded',
    'checked refunded_probably': 'refunded_probably',
    'decided refunded': 'refunded',
    'decided not_refunded': 'not_refunded',
    alarmed: 'unconfirmed',
    slip_made: 'unconfirmed',
    ...takenOver,
  },
  refunded_probably: {
    'checked refunded_probably': 'refunded_probably',
    'checked unconfirmed': 'unconfirmed',
    'decided refunded': 'refunded',
    'decided not_refunded': 'not_refunded',
    alarmed: 'refunded_probably',
    slip_made: 'refunded_probably',
    ...takenOver,
  },
  refunded: { alarmed: 'refunded', slip_made: 'refunded', ...takenOver },
  not_sent: { alarmed: 'not_sent', slip_made: 'not_sent', ...takenOver },
  not_refunded: {
    'checked unconfirmed': 'unconfirmed',
    alarmed: 'not_refunded',
    slip_made: 'not_refunded',
    ...takenOver,
  },
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
      advance(attempt('refunded'), checked(seen(), 'unconfirmed'), line),
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

describe('an attempt is open', () => {
  it('while it is undecided, watched, or has an alarm that nobody has acknowledged', () => {
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
})
