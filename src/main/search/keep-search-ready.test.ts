import { describe, expect, it } from 'vitest'
import { makeFakeClock } from '../scheduling/testing/fake-clock'
import type { MadeSegment } from './copy-searcher'
import { keepSearchReady, lookEvery, mostStale } from './keep-search-ready'

const minute = 60 * 1000

/** A till of which a test says how much is stale, and that makes a segment in 10 ms. */
function setUp(stale: number) {
  const clock = makeFakeClock()
  const till = {
    stale,
    readable: true,
    waiting: false,
    searching: false,
    answer: null as MadeSegment | null | 'makes',
  }
  till.answer = 'makes'
  const begun = clock.now()
  const made: number[] = []
  let ends = 0
  const stop = keepSearchReady({
    copies: { staleSegments: async (most) => (till.readable ? Math.min(till.stale, most) : null) },
    copySearch: {
      async makeSegment() {
        made.push(clock.now() - begun)
        if (till.answer !== 'makes') return till.answer
        till.stale -= 1
        return { left: till.stale, kept: true, milliseconds: 10 }
      },
      madeSegments: () => {
        ends += 1
      },
      isSearched: () => till.searching,
    },
    cashier: { isGoing: () => till.waiting },
    clock,
  })
  return { clock, till, made, ends: () => ends, stop }
}

describe('a till that keeps its search ready', () => {
  it('makes what was left over at the last start, one after the other, with rests in which others have the machine', async () => {
    const { clock, made, ends } = setUp(3)
    await clock.advance(lookEvery - 1)
    const before = made.length
    await clock.advance(minute)
    expect([before, made, ends()]).toEqual([0, [lookEvery, lookEvery + 40, lookEvery + 80], 1])
  })

  it('still makes what was left over where its copies could not be read at the first look', async () => {
    const { clock, till, made } = setUp(3)
    till.readable = false
    await clock.advance(2 * lookEvery)
    till.readable = true
    const before = made.length
    await clock.advance(lookEvery + minute)
    expect([before, made.length]).toEqual([0, 3])
  })

  it('makes many at the next look, and lets a few wait for others, but for five minutes at most', async () => {
    const { clock, till, made } = setUp(0)
    await clock.advance(lookEvery)
    till.stale = mostStale
    await clock.advance(2 * lookEvery)
    const many = made.length
    till.stale = mostStale - 1
    await clock.advance(4 * minute)
    const waiting = made.length
    await clock.advance(minute + lookEvery)
    expect([many, waiting, made.length]).toEqual([mostStale, mostStale, 2 * mostStale - 1])
  })

  it.each(['waiting', 'searching'] as const)(
    'makes none while the cashier is %s, and goes on afterwards',
    async (busy) => {
      const { clock, till, made } = setUp(5)
      await clock.advance(lookEvery + 50)
      till[busy] = true
      await clock.advance(10 * minute)
      const meanwhile = made.length
      till[busy] = false
      await clock.advance(minute)
      expect([meanwhile, made.length]).toEqual([2, 5])
    },
  )

  it.each([
    ['the disk takes none', { left: 9, kept: false, milliseconds: 10 }],
    ['nothing can be searched', null],
  ])('leaves it for a minute when %s, and tries again', async (_what, answer) => {
    const { clock, till, made, ends } = setUp(9)
    till.answer = answer
    await clock.advance(lookEvery + minute - 1)
    const tried = [made.length, ends()]
    await clock.advance(1)
    till.answer = 'makes'
    await clock.advance(2 * minute)
    expect([tried, made.length, till.stale]).toEqual([[1, 1], 11, 0])
  })

  it('stops when it is told to, wherever it is', async () => {
    const resting = setUp(0)
    resting.stop()
    const between = setUp(5)
    await between.clock.advance(lookEvery + 50)
    between.stop()
    await between.clock.advance(10 * minute)
    expect([resting.clock.waiting(), between.clock.waiting(), between.made.length]).toEqual([[], [], 2])
  })
})
