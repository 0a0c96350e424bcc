/** Every kind of event, and what an attempt is after some of them, for tests of the transitions. */
import type { Attempt, AttemptEvent } from '../attempt/attempt'
import { type AttemptState, attemptStates } from '../attempt/attempt-states'
import { advance } from '../refund/refund'
import { answeredBy, attempt, checked, decided, intent, snapshot, startOfDay } from './refund-samples'

export const at = startOfDay + 1000
export const line = 9
export const record = { kind: 'record', httpStatus: 200, snapshot: snapshot() } as const

/** Every kind of event, and for those with a verdict every state that it could name. */
export const events: Readonly<Record<string, AttemptEvent>> = {
  sending: { kind: 'sending', at, intent: intent() },
  interrupted: { kind: 'interrupted', at },
  ...named('answered', (to) => answeredBy(record, to, at)),
  ...named('checked', (to) => checked(snapshot(), to, at)),
  'decided refunded': decided('refunded', at),
  'decided not_refunded': decided('not_refunded', at),
  watched: { kind: 'watched', at, refunded: 0 },
  watch_ended: { kind: 'watch_ended', at },
  alarmed: { kind: 'alarmed', at, alarm: 'refunded_after_all', snapshot: snapshot(), raw: '' },
  acknowledged: { kind: 'acknowledged', at, alarm: 1, by: 'Sam', note: 'Known' },
  slip_made: { kind: 'slip_made', at, how: 'printed' },
  ...named('taken_over', (state) => ({ kind: 'taken_over', at, attempt: attempt(state) })),
}

export function named(kind: string, make: (to: AttemptState) => AttemptEvent): Record<string, AttemptEvent> {
  return Object.fromEntries(attemptStates.map((to) => [`${kind} ${to}`, make(to)]))
}

export function next(before: Attempt | null, event: AttemptEvent, number = line): Attempt {
  const step = advance(before, event, number)
  if (!step.ok) throw new Error(JSON.stringify(step.fault))
  return step.value
}

export const fold = (story: readonly AttemptEvent[]) =>
  story.reduce<Attempt | null>((before, event, index) => next(before, event, index + 1), null)
