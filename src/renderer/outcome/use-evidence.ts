import { useEffect, useState } from 'react'
import type { AttemptEvidence } from '../../shared/contract'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'

/** An attempt's evidence, read again whenever an attempt changes in main; null until it has come. */
export function useEvidence(marker: string): {
  readonly evidence: AttemptEvidence | null
  readonly show: (evidence: AttemptEvidence) => void
} {
  const api = useApi()
  const changed = useDesk((state) => state.attemptsChanged)
  const notify = useDesk((state) => state.notify)
  const [evidence, show] = useState<AttemptEvidence | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` is not read, its change is the point
  useEffect(() => {
    let current = true
    void answerOf(api.openAttempt({ marker })).then((answer) => {
      if (!current) return
      if (answer.ok) show(answer.value)
      else notify({ kind: 'fault', fault: answer.fault })
    })
    return () => {
      current = false
    }
  }, [api, marker, changed, notify])
  return { evidence: evidence?.attempt.intent.marker === marker ? evidence : null, show }
}
