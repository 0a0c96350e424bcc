import { setImmediate as nextTurn } from 'node:timers/promises'
import { attemptWork } from '../system/database'
import type { Log } from '../system/log'
import { makeSignal, type Signal } from '../system/signal'
import { addressName, practiceName } from './address'

export type PracticeServices = ReturnType<typeof makePracticeServices>

/**
 * Which services said that they move no real money (shared/contract/practice.ts), by name. None is ever forgotten.
 * @param isOwn whether this is the practice profile: its service, inside the program, is one whatever its port is, and
 *   everything of it is practice anyway (refund-protocol.md 14)
 */
export function makePracticeServices(isOwn = false) {
  const inMemory = new Set<string>()
  let written: readonly string[] = []
  const changed = makeSignal()
  const unrecorded = makeSignal<string>()

  /** What a stored address is called where services are told apart. */
  const nameOf = (address: string) => (isOwn && address !== '' ? practiceName : addressName(address))

  return {
    nameOf,
    /** A service said so, now or when a copy was saved. */
    heard(name: string): void {
      if (isOwn) return
      const isNew = !inMemory.has(name)
      inMemory.add(name)
      if (!written.includes(name)) void nextTurn().then(() => unrecorded.fire(name))
      if (isNew) changed.fire()
    },
    /** What the record has of them by now. */
    recorded(names: readonly string[]): void {
      written = names
    },
    isPractice(address: string): boolean {
      const name = nameOf(address)
      return inMemory.has(name) || written.includes(name)
    },
    /** All of them, for the window. */
    names: () => [...new Set([...written, ...inMemory])].sort(),
    /** Another one than before was heard of. */
    changed,
    /**
     * The record does not have this one yet. Told a turn later: the word stands in memory before what it is about is
     * shown, and nothing waits for the disk. While the record takes nothing, each further answer tells it again.
     */
    unrecorded,
  }
}

/** Which services are practice stands in the record; while that takes nothing, each further answer tries again. */
export function writePracticeDown(
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
