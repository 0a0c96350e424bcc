import { useEffect, useEffectEvent } from 'react'
import type { Fault } from '../../shared/fault'
import { fail, type Result } from '../../shared/result'

/** A call to main as a value, always: a broken IPC channel is a bug, said as the fault `bug`. */
export async function answerOf<T>(call: Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  try {
    return await call
  } catch (error) {
    return fail({ kind: 'bug', detail: error instanceof Error ? error.message : String(error) })
  }
}

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
