import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** How long this thread has worked, in milliseconds. Linux tells it without the waits for a processor. */
function worked(): number {
  if (process.platform !== 'linux') return performance.now()
  const [nanoseconds = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

/**
 * The longest time in which nothing else had a turn while the work went on, in milliseconds. What the work does before
 * it first waits counts too.
 */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let last = worked()
  let longest = 0
  let over = false
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const turn = () => {
    look()
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  look()
  over = true
  return longest
}
