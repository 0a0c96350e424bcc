import type { AttemptEvidence } from '../../shared/contract'
import { mayBeDecided } from '../outcome/attempt-options'
import { clockSeconds } from '../ui/clock'
import { decidableWords } from '../words/activity-words'

/** What the screen says of whether a supervisor can decide it now. */
export function decidableSays({ decidable }: Pick<AttemptEvidence, 'decidable'>): string {
  const { refunded, notRefunded } = decidable
  if (refunded.kind === 'portal' || notRefunded.kind === 'portal') return decidableWords.portal
  if (notRefunded.kind === 'wait') {
    const time = clockSeconds(notRefunded.until)
    return refunded.kind === 'now' ? decidableWords.wait(time) : decidableWords.waitBoth(time)
  }
  if (refunded.kind === 'wait') return decidableWords.waitBoth(clockSeconds(refunded.until))
  return refunded.kind === 'now' || notRefunded.kind === 'now' ? decidableWords.now : decidableWords.notYet
}

/** Beside an attempt that a person may have to decide: whether they can now, and if not, when. */
export function DecidableNote(props: { readonly evidence: AttemptEvidence }) {
  if (!mayBeDecided(props.evidence)) return null
  return (
    <p>
      <strong>{decidableSays(props.evidence)}</strong>
    </p>
  )
}
