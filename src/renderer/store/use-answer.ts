import { useEffect, useEffectEvent } from 'react'
import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import { answerOf } from './answer'

/** Asks main, and gives what it answers to `take`. Answers how to call that off: then nothing is taken any more. */
export function ask<T>(
  call: () => Promise<Result<T, Fault>>,
  take: (answer: Result<T, Fault>) => void,
): () => void {
  let current = true
  void answerOf(call()).then((answer) => {
    if (current) take(answer)
  })
  return () => {
    current = false
  }
}

/**
 * Asks main when the component is first drawn and again with each new `key` (compared as React compares what an
 * effect depends on). Only the answer to the newest key is taken; what was taken before stays until then.
 */
export function useAnswer<K, T>(
  key: K,
  call: (key: K) => Promise<Result<T, Fault>>,
  take: (answer: Result<T, Fault>) => void,
): void {
  const askFor = useEffectEvent(call)
  const takeNow = useEffectEvent(take)
  useEffect(() => ask(() => askFor(key), takeNow), [key])
}
