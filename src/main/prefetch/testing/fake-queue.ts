/** The prefetch queue in memory, for one till whose credentials never change. */
import type { CodeEnd, QueuedCode } from '../../copies/queue-rows'
import type { NextFetch, PrefetchQueue } from '../prefetch-queue'

export type FakeQueue = Pick<PrefetchQueue, 'settle' | 'putOff'> & {
  /** A test may put another in its place. */
  next: PrefetchQueue['next']
  /** How each code ended, in the order in which they did. */
  readonly ended: readonly (readonly [string, CodeEnd])[]
  readonly add: (...codes: readonly (Partial<NextFetch> & QueuedCode)[]) => void
  readonly dropAll: () => void
  /** The disk takes no more notes. */
  full: boolean
}

export function makeFakeQueue(): FakeQueue {
  let waiting: readonly NextFetch[] = []
  let given = 0
  const all = new Map<number, NextFetch>()
  const ended: (readonly [string, CodeEnd])[] = []
  const queue: FakeQueue = {
    full: false,
    ended,
    add(...codes) {
      for (const code of codes) {
        given += 1
        const queued = { number: given, deferrals: 0, madeAt: 0, viewer: 'till', savedAt: null, ...code }
        all.set(given, queued)
        waiting = [...waiting, queued]
      }
    },
    dropAll() {
      waiting = []
    },
    next: async () => waiting[0] ?? null,
    async settle({ number, code }, end) {
      if (queue.full) return false
      if (!waiting.some((each) => each.number === number)) return true
      waiting = waiting.filter((each) => each.number !== number)
      ended.push([code, end])
      return true
    },
    async putOff(queued) {
      const numbers = queued.map(({ number }) => number)
      const again = numbers.flatMap((number) => all.get(number) ?? [])
      waiting = [
        ...waiting.filter(({ number }) => !numbers.includes(number)),
        ...again.map((each) => ({ ...each, deferrals: each.deferrals + 1 })),
      ]
    },
  }
  return queue
}
