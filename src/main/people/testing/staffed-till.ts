/** A till's people, with clocks that the test sets. `restart` begins a new run on the same folder and keychain. */

import { type Result, succeed } from '../../../shared/base/result'
import type { KnownPerson, PersonChange } from '../../../shared/people/people'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import { makePeople, type People } from '../people'
import type { TriesNews } from '../proofs'

export const pin = '73-open'
/** The cost of a guess in tests that are not about it: 4 MB. */
export const cheap = 12

export const aManager = { id: '', name: 'Sam', role: 'manager', pin } as const
export const aCashier = { id: '', name: 'Ann', role: 'cashier', pin: '4829' } as const

/** Adds a person and returns them. Throws where that fails. */
export async function added(people: People, change: PersonChange): Promise<KnownPerson> {
  const saved = await people.save(change)
  if (!saved.ok || saved.value[0] === undefined) throw new Error(JSON.stringify(saved))
  return saved.value[0].person
}

export function till() {
  const folder = folderOfTest()
  const keychain = makeMemoryKeychain()
  const profile = { wasUsed: false }
  const wasUsed = () => profile.wasUsed
  const clocks = { wall: 1_800_000_000_000, monotonic: 50_000 }
  const vault = () => makeVault({ keychain, profile: '/p', wasUsed })
  const told: TriesNews[] = []
  const start = () => {
    const people = makePeople({
      ...{ keychain, folder, wasUsed, power: cheap },
      profile: '/p',
      credentials: vault(),
      now: () => clocks.wall,
      monotonic: () => clocks.monotonic,
    })
    people.tried.on((news) => told.push(news))
    return people
  }
  const pass = (milliseconds: number) => {
    clocks.wall += milliseconds
    clocks.monotonic += milliseconds
  }
  const restart = (off = 0) => {
    clocks.wall += off
    clocks.monotonic = 1000
    return start()
  }
  return { folder, keychain, profile, clocks, told, vault, start, pass, restart }
}

/** Makes a till with a manager, whose PIN `check` tries. */
export async function tillWithManager() {
  const made = till()
  const people = made.start()
  const manager = await added(people, aManager)
  const check = (typed: string, on: People = people) =>
    on.prove({ with: 'pin', person: manager.id, pin: typed })
  const right: Result<KnownPerson, never> = succeed(manager)
  return { ...made, people, manager, check, right }
}
