import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makePracticeServices } from './practice-services'

const one = 'https://pay.example'
const two = 'https://other.example'

/** A till with a journal that can be taken away; `lines` is what was written into it. */
function setUp(known: readonly string[] = []) {
  const lines: string[] = []
  const logged: string[] = []
  const journal = { at: 'open' as 'open' | 'closed' | 'broken' }
  let changes = 0
  const services = makePracticeServices({
    refundService: () =>
      journal.at === 'closed'
        ? null
        : {
            practiceServices: () => [...known, ...lines],
            notePractice(name) {
              if (journal.at === 'broken') throw new Error('disk I/O error')
              lines.push(name)
            },
          },
    changed: () => {
      changes += 1
    },
    log: (line) => logged.push(line),
  })
  return { ...services, journal, lines, logged, changes: () => changes }
}

describe('a service that says it is practice', () => {
  it('is known at once, told of once, and written down a turn later', async () => {
    const { heard, isPractice, names, lines, changes } = setUp()
    heard(one)
    heard(one)
    const before = [isPractice(one), isPractice(two), names(), [...lines], changes()]
    await nextTurn()
    heard(one)
    await nextTurn()
    expect([before, lines.includes(one), changes()]).toEqual([[true, false, [one], [], 1], true, 1])
  })

  it('is known from the journal after a restart, and not written again', async () => {
    const { heard, isPractice, names, lines } = setUp([two])
    heard(two)
    await nextTurn()
    expect([isPractice(two), names(), lines]).toEqual([true, [two], []])
  })

  it.each(['closed', 'broken'] as const)(
    'is known while the journal is %s, and written once it takes lines again',
    async (at) => {
      const { heard, names, journal, lines } = setUp()
      journal.at = at
      heard(one)
      await nextTurn()
      const meanwhile = [names(), [...lines]]
      journal.at = 'open'
      heard(one)
      await nextTurn()
      expect([meanwhile, lines]).toEqual([[[one], []], [one]])
    },
  )
})
