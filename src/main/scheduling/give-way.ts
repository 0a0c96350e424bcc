import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the process is kept from everything else by a long piece of work, in milliseconds. */
const longestBreath = 5

/**
 * Makes a `breathe` for one piece of work: called again and again, it gives way to others every few milliseconds and
 * costs nothing else.
 */
export function giveWay(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestBreath) return
    await nextTurn()
    began = performance.now()
  }
}
