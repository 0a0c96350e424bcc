import { useEffect, useMemo, useState } from 'react'
import type { CopyCount } from '../../shared/contract'
import { useApi, useStore } from '../store/store-context'
import { useAnswer } from '../store/use-answer'

const askAgainMilliseconds = 1000

/**
 * How many saved copies there are, asked anew while those beyond the store's limits are being deleted and
 * whenever they were forgotten. Undefined until main has answered, null while they cannot be opened.
 */
export function useCopyCount(): CopyCount | null | undefined {
  const api = useApi()
  const keepDays = useStore((state) => state.app.keepDays)
  const keepCopies = useStore((state) => state.app.keepCopies)
  const notice = useStore((state) => state.notice)
  const [count, setCount] = useState<CopyCount | null | undefined>()
  const [turn, setTurn] = useState(0)
  // A notice may say that copies were forgotten.
  const asked = useMemo(() => ({ keepDays, keepCopies, notice, turn }), [keepDays, keepCopies, notice, turn])
  useAnswer(
    asked,
    () => api.countCopies({ keepDays, keepCopies }),
    (answer) => {
      if (answer.ok) setCount(answer.value)
    },
  )
  useEffect(() => {
    if (!count || count.outside === 0) return
    const timer = setTimeout(() => setTurn((before) => before + 1), askAgainMilliseconds)
    return () => clearTimeout(timer)
  }, [count])
  return count
}
