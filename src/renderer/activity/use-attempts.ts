import { useEffect, useState } from 'react'
import type { Attempt } from '../../shared/attempt'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { orderAttempts } from './order-attempts'
import { type ChosenRange, isoRange, timeRange } from './time-range'

/** The attempts of a range, read again whenever one changes in main; null until they have come. */
export function useAttempts(chosen: ChosenRange): readonly Attempt[] | null {
  const api = useApi()
  const changed = useDesk((state) => state.attemptsChanged)
  const notify = useDesk((state) => state.notify)
  const [attempts, setAttempts] = useState<readonly Attempt[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` is not read, its change is the point
  useEffect(() => {
    let current = true
    void answerOf(api.listActivity(isoRange(timeRange(chosen, Date.now())))).then((answer) => {
      if (!current) return
      if (answer.ok) setAttempts(orderAttempts(answer.value))
      else notify({ kind: 'fault', fault: answer.fault })
    })
    return () => {
      current = false
    }
  }, [api, chosen, changed, notify])
  return attempts
}
