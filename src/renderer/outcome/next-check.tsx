import { maySettleByItself } from '../../shared/attempt-states'
import type { AttemptView } from '../../shared/payment-standing'
import { secondsUntil, useNow } from '../ui/use-now'
import { outcomeWords } from '../words/states'

/** No check changes these, or none is planned. */
function isCountedDown({ state, nextCheckAt }: AttemptView): boolean {
  return nextCheckAt !== null && maySettleByItself(state)
}

/** Counts down to the next check of an undecided attempt. Not read aloud: it changes each second. */
export function NextCheck(props: { readonly attempt: AttemptView }) {
  const { state, nextCheckAt } = props.attempt
  const counts = isCountedDown(props.attempt)
  const now = useNow(counts)
  if (!counts || nextCheckAt === null) return null
  const seconds = secondsUntil(nextCheckAt, now)
  return (
    <p className="next-check mono" aria-live="off">
      {state === 'refusal_seen' ? outcomeWords.nothingMoved(seconds) : outcomeWords.nextCheck(seconds)}
    </p>
  )
}
