import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the process is kept from everything else by a long piece of work, in milliseconds. */
const longestWithoutYield = 5

/**
 * Makes the function that a long piece of work calls again and again: it yields to the event loop every few
 * milliseconds and costs nothing else.
 */
export function makeYieldToEventLoop(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestWithoutYield) return
    await nextTurn()
    began = performance.now()
  }
}
