import type { Attempt } from '../../shared/attempt'
import { type DecisionOutcome, meaningOf } from '../../shared/attempt-states'
import type { AttemptEvidence } from '../../shared/contract'
import type { Decidable } from '../../shared/payment-standing'
import { isUnderWatch } from '../../shared/watch'

/** Whether a person will have to decide it unless a rule does so before (refund-protocol.md 8 and 9). */
export function waitsForPerson({ state }: Pick<Attempt, 'state'>): boolean {
  return meaningOf(state).decided === 'at_once'
}

/** Whether a check can tell something new about it: it is undecided, or still watched. */
export function canBeChecked({ state, watch }: Pick<Attempt, 'state' | 'watch'>): boolean {
  return meaningOf(state).asked !== 'while_watched' || isUnderWatch(watch)
}

function isOffered({ kind }: Decidable): boolean {
  return kind === 'now' || kind === 'portal'
}

/** Whether a person may say something about it now. */
export function canBeDecided({ decidable }: Pick<AttemptEvidence, 'decidable'>): boolean {
  return isOffered(decidable.refunded) || isOffered(decidable.notRefunded)
}

/** What may be said now: with the portal's word, at once, or not. */
export function decisionOn(decidable: AttemptEvidence['decidable'], to: DecisionOutcome): Decidable {
  return to === 'refunded' ? decidable.refunded : decidable.notRefunded
}

/** Whether there is, or will be, something for a person to say: then the screen says when. */
export function mayBeDecided(evidence: Pick<AttemptEvidence, 'attempt' | 'decidable'>): boolean {
  const { refunded, notRefunded } = evidence.decidable
  return [refunded, notRefunded].some(({ kind }) => kind !== 'no') || waitsForPerson(evidence.attempt)
}
