import { useEffect, useState } from 'react'
import type { CopyCount } from '../../shared/contract'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice says that copies may have been forgotten
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = true
    const ask = async () => {
      const answer = await answerOf(api.countCopies({ keepDays, keepCopies }))
      if (!current || !answer.ok) return
      setCount(answer.value)
      if (answer.value !== null && answer.value.outside > 0) timer = setTimeout(ask, askAgainMilliseconds)
    }
    void ask()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, keepDays, keepCopies, notice])
  return count
}
