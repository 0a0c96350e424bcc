import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { atRest, makeFakeClock } from '../system/testing/fake-clock'
import { nothingStands } from './fold'
import { type HeadEntry, makeHeadAnchor } from './journal-keys'

type WriteHead = Parameters<typeof makeHeadAnchor>[0]['keys']['writeHead']

/** A journal with only a head, and a keychain each of whose writes the test completes by hand, unless given. */
function setUp(writeHead?: WriteHead) {
  const clock = makeFakeClock()
  let seq = 1
  const writes: { readonly entry: HeadEntry; readonly end: (taken: boolean) => void }[] = []
  let changes = 0
  const logged: string[] = []
  const locked = fail({ kind: 'keychain_unavailable', detail: 'locked' } as const)
  const byHand: WriteHead = (_, entry) =>
    new Promise((resolve) => writes.push({ entry, end: (taken) => resolve(taken ? succeed(null) : locked) }))
  const headAnchor = makeHeadAnchor({
    journal: { id: 'one', head: () => ({ seq, hash: 'a'.repeat(64) }), standing: () => nothingStands },
    keys: { writeHead: writeHead ?? byHand },
    clock,
    changed: () => {
      changes += 1
    },
    log: (line) => logged.push(line),
  })
  return {
    clock,
    headAnchor,
    writes,
    logged,
    changes: () => changes,
    line() {
      seq += 1
      headAnchor.advance()
    },
    async end(taken: boolean) {
      await atRest()
      writes.at(-1)?.end(taken)
      await atRest()
    },
  }
}

const heads = (writes: ReturnType<typeof setUp>['writes']) => writes.map(({ entry }) => entry.head.seq)

describe('the head of the journal', () => {
  it('is written once for all lines that came during a write', async () => {
    const { line, end, writes } = setUp()
    line()
    await atRest()
    line()
    line()
    await end(true)
    await end(true)
    expect(heads(writes)).toEqual([2, 4])
  })

  it.each([
    ['kept only when exactly the requested head is there', true, true],
    ['not kept when the keychain refuses it, whatever an older write brought', true, false],
    ['tried once more for a caller that needs it when an older write was refused', false, true],
  ])('is %s', async (_, isOlderTaken, isTaken) => {
    const { line, end, writes, headAnchor } = setUp()
    line()
    await atRest()
    line()
    let kept: boolean | null = null
    void headAnchor.keep().then((answer) => (kept = answer))
    await end(isOlderTaken)
    const between = kept
    await end(isTaken)
    expect([between, kept, heads(writes), headAnchor.isBehind()]).toEqual([null, isTaken, [2, 3], false])
  })

  it('is behind once the keychain has refused more than one line, and signals it, until the keychain takes one', async () => {
    const { line, end, headAnchor, clock, changes } = setUp()
    line()
    await end(false)
    const one = headAnchor.isBehind()
    line()
    await end(false)
    const two = [headAnchor.isBehind(), changes()]
    await clock.advance(60_000)
    await end(true)
    expect([one, two, headAnchor.isBehind(), changes()]).toEqual([false, [true, 1], false, 2])
  })

  it('is no longer waited for after ten seconds without an answer', async () => {
    const { line, headAnchor, clock } = setUp()
    line()
    const kept = headAnchor.keep()
    await clock.advance(10_000)
    expect(await kept).toBe(false)
  })

  it('is waited for no longer after a write that had no answer either', async () => {
    const { line, headAnchor, clock } = setUp()
    line()
    await clock.advance(1)
    line()
    const kept = headAnchor.keep()
    await clock.advance(10_000)
    expect(await kept).toBe(false)
  })

  it('is also brought for a line that came while a caller waited for one before', async () => {
    const { line, headAnchor, writes, end } = setUp()
    line()
    const kept = headAnchor.keep()
    await atRest()
    line()
    await end(true)
    expect(await kept).toBe(true)
    await end(true)
    expect(heads(writes)).toEqual([2, 3])
  })

  it('is not kept by a keychain that throws, which would be our bug', async () => {
    const { line, headAnchor, logged } = setUp(() => Promise.reject(new Error('a bug')))
    line()
    expect([await headAnchor.keep(), logged.length]).toEqual([false, 1])
  })

  it('is in the keychain before the program ends, and is not retried afterwards', async () => {
    const { line, end, headAnchor, clock, writes } = setUp()
    line()
    const settled = headAnchor.settle()
    await end(false)
    await settled
    await clock.advance(10 * 60_000)
    expect([heads(writes), clock.waiting()]).toEqual([[2], []])
  })
})
