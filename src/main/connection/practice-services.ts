import { setImmediate as nextTurn } from 'node:timers/promises'
import { attemptWork } from '../database/open-database'
import type { RefundService } from '../refund/refund-service'

/** Which services said that they move no real money (shared/practice.ts), by name. None is ever forgotten. */
export type PracticeServices = {
  /** A service said so, now or when a copy was saved. Never throws. */
  readonly heard: (name: string) => void
  readonly isPractice: (name: string) => boolean
  /** All of them, for the window. */
  readonly names: () => readonly string[]
}

type Deps = {
  /** The journal as it is now; null before it was ever opened. */
  readonly refundService: () => Pick<RefundService, 'practiceServices' | 'notePractice'> | null
  /** Another one than before was heard of. */
  readonly changed: () => void
  readonly log: (line: string) => void
}

/**
 * Kept in memory at once, and in the journal a turn later, so that the word stands before what it is about is shown and
 * nothing waits for the disk. While the journal takes nothing, each further answer tries again.
 */
export function makePracticeServices({ refundService, changed, log }: Deps): PracticeServices {
  const inMemory = new Set<string>()
  const written = () => refundService()?.practiceServices() ?? []

  async function write(name: string): Promise<void> {
    await nextTurn()
    const done = attemptWork(() => refundService()?.notePractice(name))
    if (!done.ok) log(`practice: ${done.fault.detail}`)
  }

  return {
    heard(name) {
      const isNew = !inMemory.has(name)
      inMemory.add(name)
      if (!written().includes(name)) void write(name)
      if (isNew) changed()
    },
    isPractice: (name) => inMemory.has(name) || written().includes(name),
    names: () => [...new Set([...written(), ...inMemory])].sort(),
  }
}
