import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makePracticeServices } from './service'

const one = 'https://pay.example'
const two = 'https://other.example'

/** A till whose record can be made to fail; `lines` is what was written. */
function setUp(known: readonly string[] = []) {
  const lines: string[] = []
  const journal = { takesLines: true }
  let changes = 0
  const services = makePracticeServices()
  services.recorded(known)
  services.changed.on(() => {
    changes += 1
  })
  services.unrecorded.on((name) => {
    if (!journal.takesLines) return
    lines.push(name)
    services.recorded([...known, ...lines])
  })
  return { ...services, journal, lines, changes: () => changes }
}

describe('a service that says it is practice', () => {
  it('is known at once, told of once, and written down a turn later', async () => {
    const { heard, isPractice, names, lines, changes } = setUp()
    heard(one)
    const before = [isPractice(one), isPractice(two), names(), [...lines], changes()]
    await nextTurn()
    heard(one)
    await nextTurn()
    expect([before, lines, changes()]).toEqual([[true, false, [one], [], 1], [one], 1])
  })

  it('is known from the record after a restart, and not written again', async () => {
    const { heard, isPractice, names, lines } = setUp([two])
    heard(two)
    await nextTurn()
    expect([isPractice(two), names(), lines]).toEqual([true, [two], []])
  })

  it('is known while the record takes no lines, and written once it does again', async () => {
    const { heard, names, journal, lines } = setUp()
    journal.takesLines = false
    heard(one)
    await nextTurn()
    const meanwhile = [names(), [...lines]]
    journal.takesLines = true
    heard(one)
    await nextTurn()
    expect([meanwhile, names(), lines]).toEqual([[[one], []], [one], [one]])
  })
})
