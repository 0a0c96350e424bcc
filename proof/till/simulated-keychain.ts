/** The keychain of one OS account: it outlives programs, and fails in every way that keychains do. */
import type { Keychain } from '../../src/main/vault/keychain'
import { fail, succeed } from '../../src/shared/base/result'
import type { Agenda } from '../world/agenda'
import type { ProgramLife } from './program-life'

/**
 * `silent`: no call is answered. `says_nothing`: a cancelled prompt, which reads as *there is nothing*, and nothing can
 * be written. `blind`: reads as nothing, though what is written is kept. `no_writes`: reads work. `slow`: every call takes three seconds.
 */
export const keychainMoods = ['well', 'silent', 'says_nothing', 'blind', 'no_writes', 'slow'] as const
export type KeychainMood = (typeof keychainMoods)[number]

/** What the name of the entry begins with that has address and token (src/main/vault/vault.ts). */
const credentialsName = 'payment service '
const slowness = 3000
const remembered = 20

export function makeSimulatedKeychain(agenda: Agenda) {
  const entries = new Map<string, string>()
  let mood: KeychainMood = 'well'
  let behind = false
  let everKept: readonly string[] = []
  const unavailable = fail({ kind: 'keychain_unavailable', detail: 'simulated' } as const)

  async function turn(life: ProgramLife): Promise<void> {
    life.touch()
    if (mood === 'slow') await new Promise<void>((resolve) => agenda.at(agenda.now() + slowness, resolve))
    life.touch()
  }

  return {
    entries,
    /** The newest of all that was ever kept, also what was lost since. */
    everKept: (): readonly string[] => everKept,
    /** What was to be kept last was refused, or is not kept yet. */
    isBehind: (): boolean => behind,
    /** Whether nothing says any more which record is in force, so that what is kept of one is found by its files alone. */
    namesNoRecord: (): boolean =>
      ![...entries].some(
        ([name, entry]) =>
          name.endsWith(' in force') || (name.startsWith(credentialsName) && entry.includes('"journal":"')),
      ),
    /** Of the service address that is kept now; null where none is. */
    keptHost(): string | null {
      const entry = [...entries].find(([name]) => name.startsWith(credentialsName))?.[1]
      const { address = '' }: { address?: string } = entry === undefined ? {} : JSON.parse(entry)
      return address === '' ? null : new URL(address).host
    },
    mood: (): KeychainMood => mood,
    setMood(next: KeychainMood): void {
      mood = next
    },
    /** One of the entries goes, by its place; answers its name, or null when there is none. */
    loseOne(place: number): string | null {
      const name = [...entries.keys()].sort()[place % Math.max(1, entries.size)] ?? null
      if (process.env.PROVE_LOG) console.log(`lost: ${name} of ${[...entries.keys()].sort()}`)
      if (name !== null) entries.delete(name)
      return name
    },
    /** All go, as when the account's password was reset. What is written afterwards is kept. */
    loseAll: (): void => entries.clear(),
    /** As it stands now, and put back to what it was then. */
    copy: (): ReadonlyMap<string, string> => new Map(entries),
    putBack(copy: ReadonlyMap<string, string>): void {
      entries.clear()
      for (const [name, secret] of copy) entries.set(name, secret)
    },
    /** What a program sees of it. A dead program's late writes do not reach it. */
    openFor: (life: ProgramLife): Keychain => ({
      async read(name) {
        await turn(life)
        if (mood === 'silent') return unavailable
        const nothing = mood === 'says_nothing' || mood === 'blind'
        return succeed(nothing ? null : (entries.get(name) ?? null))
      },
      async write(name, secret) {
        behind = true
        await turn(life)
        if (mood === 'silent' || mood === 'says_nothing' || mood === 'no_writes') return unavailable
        entries.set(name, secret)
        behind = false
        everKept = [...everKept.slice(-remembered), secret]
        return succeed(null)
      },
      async remove(name) {
        await turn(life)
        if (mood === 'silent' || mood === 'says_nothing' || mood === 'no_writes') return unavailable
        entries.delete(name)
        return succeed(null)
      },
    }),
  }
}
