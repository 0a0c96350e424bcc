/** What a till did, step by step, for tests that damage its journal afterwards. */
import type { AttemptEvent } from '../../../shared/attempt/attempt'
import {
  answeredBy,
  checked,
  decided,
  intent,
  lost,
  refusal,
  snapshot,
  startOfDay,
} from '../../../shared/testing/refund-samples'
import type { StoryStep } from './journal-story'

/** The first is R-AAAAAAAAAA, the second R-BBBBBBBBBB, and so on. */
export function markerOf(number: number): string {
  return `R-${('ABCDEFGHJKMNPQRSTVWXYZ'[number - 1] ?? '0').repeat(10)}`
}

type Refund = { readonly number: number; readonly id: string; readonly base?: number; readonly at?: number }

function steps({ number }: Refund, events: readonly AttemptEvent[]): readonly StoryStep[] {
  return events.map((event) => ({ marker: markerOf(number), event }))
}

/** A refund that was written down and is on its way. */
export function sent(refund: Refund): readonly StoryStep[] {
  const { number, id, base = 0, at = startOfDay } = refund
  const before = snapshot({ id, refunded: base })
  const intended = intent({ marker: markerOf(number), id, base, before })
  return steps(refund, [{ kind: 'sending', at, intent: intended }])
}

export function refunded(refund: Refund): readonly StoryStep[] {
  const { id, base = 0, at = startOfDay } = refund
  const answer = {
    kind: 'record',
    httpStatus: 200,
    snapshot: snapshot({ id, refunded: base + 2000 }),
  } as const
  return [...sent(refund), ...steps(refund, [answeredBy(answer, 'refunded', at)])]
}

export function unconfirmed(refund: Refund): readonly StoryStep[] {
  return [...sent(refund), ...steps(refund, [answeredBy(lost, 'unconfirmed', refund.at)])]
}

/** A refusal that three quiet shows settled: four lines after the one that was sent. */
export function refused(refund: Refund): readonly StoryStep[] {
  const { id, base = 0, at = startOfDay } = refund
  const quiet = (to: 'refusal_seen' | 'refused') => checked(snapshot({ id, refunded: base }), to, at)
  const settled = [quiet('refusal_seen'), quiet('refusal_seen'), quiet('refused')]
  return [...sent(refund), ...steps(refund, [answeredBy(refusal, 'refusal_seen', at), ...settled])]
}

export function decidedTo(refund: Refund, to: 'refunded' | 'not_refunded'): readonly StoryStep[] {
  return steps(refund, [decided(to, refund.at)])
}
