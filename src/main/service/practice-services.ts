import { setImmediate as nextTurn } from 'node:timers/promises'
import { attemptWork } from '../system/database'
import type { Log } from '../system/log'
import { makeSignal, type Signal } from '../system/signal'
import { addressName, practiceName } from './address'

export type PracticeServices = ReturnType<typeof makePracticeServices>

/**
 * Remembers, by name, which services said that they move no real money (shared/contract/practice.ts). Forgets none.
 * @param isOwn whether this is the practice profile, in which everything is practice and the built-in service has one
 *   name whatever its port (refund-protocol.md 14)
 */
export function makePracticeServices(isOwn = false) {
  const inMemory = new Set<string>()
  let written: readonly string[] = []
  const changed = makeSignal()
  const unrecorded = makeSignal<string>()

  /** Names the service at a stored address, to tell services apart. */
  const nameOf = (address: string) => (isOwn && address !== '' ? practiceName : addressName(address))

  return {
    nameOf,
    /** A service says that it moves no real money, or said so when a copy was saved. */
    heard(name: string): void {
      if (isOwn) return
      const isNew = !inMemory.has(name)
      inMemory.add(name)
      if (!written.includes(name)) void nextTurn().then(() => unrecorded.fire(name))
      if (isNew) changed.fire()
    },
    /** Takes the names that the record holds. */
    recorded(names: readonly string[]): void {
      written = names
    },
    isPractice(address: string): boolean {
      const name = nameOf(address)
      return inMemory.has(name) || written.includes(name)
    },
    names: () => [...new Set([...written, ...inMemory])].sort(),
    /** Fires for a name that is new in this run. */
    changed,
    /**
     * Fires, a turn later so that no answer waits for the disk, for a name that the record does not hold. Fires again at
     * each answer while the record cannot be written.
     */
    unrecorded,
  }
}

/** Writes the names of practice services into the record, and reads them from it. */
export function recordPractice(
  practice: PracticeServices,
  record: {
    readonly practiceServices: () => readonly string[]
    readonly notePractice: (name: string) => void
  },
  stateChanged: Signal,
  log: Log,
): void {
  const noteRecorded = () => practice.recorded(record.practiceServices())
  stateChanged.on(noteRecorded)
  practice.unrecorded.on((name) => {
    const noted = attemptWork(() => record.notePractice(name))
    if (noted.ok) noteRecorded()
    else log.info(`practice: ${noted.fault.detail}`)
  })
  noteRecorded()
}
