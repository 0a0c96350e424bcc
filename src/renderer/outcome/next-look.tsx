import { useEffect, useState } from 'react'
import type { Attempt } from '../../shared/attempt'
import { nextLookAt } from '../../shared/look-schedule'
import { isUndecided } from '../../shared/refund'
import { outcomeWords } from '../words/outcome-words'

/** Counts down to the next look at an undecided attempt. Not read aloud: it changes each second. */
export function NextLook(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const at = isUndecided(attempt.state) ? nextLookAt(attempt, now) : null
  if (at === null) return null
  return (
    <p className="next-look mono" aria-live="off">
      {outcomeWords.nextLook(Math.ceil((at - now) / 1000))}
    </p>
  )
}
