import { useEffect, useState } from 'react'
import type { AttemptEvidence } from '../../shared/contract'
import type { Decidable } from '../../shared/payment-standing'
import { useApi, useStore } from '../store/store-context'
import { useAnswer } from '../store/use-answer'

/** The next moment at which a person may decide what they may not decide now, in milliseconds since 1970; null without. */
export function nextDecidableAt({ refunded, notRefunded }: AttemptEvidence['decidable']): number | null {
  const ends = [refunded, notRefunded].flatMap((each: Decidable) =>
    each.kind === 'wait' ? [Date.parse(each.until)] : [],
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Half a second later than the moment: both clocks are this PC's, but main counts its own way. */
const margin = 500
const longestWait = 60 * 60 * 1000

/** Counts up when what a person may decide is another thing by now. */
function useDecidableTurn(evidence: AttemptEvidence | null): number {
  const [turn, setTurn] = useState(0)
  const at = evidence === null ? null : nextDecidableAt(evidence.decidable)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each turn the wait is measured anew
  useEffect(() => {
    if (at === null) return
    const wait = Math.min(Math.max(at - Date.now() + margin, margin), longestWait)
    const timer = setTimeout(() => setTurn((before) => before + 1), wait)
    return () => clearTimeout(timer)
  }, [at, turn])
  return turn
}

/** An attempt's evidence, read again whenever an attempt changes in main or a wait is over; null until it has come. */
export function useEvidence(marker: string): {
  readonly evidence: AttemptEvidence | null
  readonly show: (evidence: AttemptEvidence) => void
} {
  const api = useApi()
  const changed = useStore((state) => state.attemptsChanged)
  const notify = useStore((state) => state.notify)
  const [evidence, show] = useState<AttemptEvidence | null>(null)
  const turn = useDecidableTurn(evidence)
  useAnswer(
    `${marker} ${changed} ${turn}`,
    () => api.openAttempt({ marker }),
    (answer) => {
      if (answer.ok) show(answer.value)
      else notify({ kind: 'fault', fault: answer.fault })
    },
  )
  return { evidence: evidence?.attempt.intent.marker === marker ? evidence : null, show }
}
