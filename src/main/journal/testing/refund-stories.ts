/** What a till did, step by step, for tests that damage its journal afterwards. */
import type { AttemptEvent } from '../../../shared/attempt/attempt'
import {
  answeredBy,
  checked,
  decided,
  intent,
  refusal,
  snapshot,
  startOfDay,
} from '../../../shared/testing/refund-samples'
import { answeredRefund, type StoryStep } from './journal-story'

/** The first is R-AAAAAAAAAA, the second R-BBBBBBBBBB, and so on. */
export function markerOf(number: number): string {
  return `R-${('ABCDEFGHJKMNPQRSTVWXYZ'[number - 1] ?? '0').repeat(10)}`
}

type Refund = { readonly number: number; readonly id: string; readonly base?: number }

function steps({ number }: Refund, events: readonly AttemptEvent[]): readonly StoryStep[] {
  return events.map((event) => ({ marker: markerOf(number), event }))
}

function answered({ number, id, base = 0 }: Refund, refunded: number | null): readonly StoryStep[] {
  const before = snapshot({ id, refunded: base })
  return answeredRefund(intent({ marker: markerOf(number), id, base, before }), startOfDay, refunded)
}

/** A refund that was written down and is on its way. */
export const sent = (refund: Refund) => answered(refund, null).slice(0, 1)

export const refunded = (refund: Refund) => answered(refund, (refund.base ?? 0) + 2000)

export const unconfirmed = (refund: Refund) => answered(refund, null)

/** A refusal that three quiet shows settled: four lines after the one that was sent. */
export function refused(refund: Refund): readonly StoryStep[] {
  const { id, base = 0 } = refund
  const quiet = (to: 'refusal_seen' | 'refused') => checked(snapshot({ id, refunded: base }), to)
  const settled = [quiet('refusal_seen'), quiet('refusal_seen'), quiet('refused')]
  return [...sent(refund), ...steps(refund, [answeredBy(refusal, 'refusal_seen'), ...settled])]
}

export const decidedTo = (refund: Refund, to: 'refunded' | 'not_refunded') => steps(refund, [decided(to)])
