/** Checks PINs and badges, each try counted before it is checked. */

import { fail, type Result, succeed } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import { cleanCode } from '../../shared/payment/codes'
import { type KnownPerson, type PersonProof, type PersonRef, refOf } from '../../shared/people/people'
import { blindIndex } from '../system/sealing'
import type { Signal } from '../system/signal'
import type { KeychainFault } from '../vault/keychain'
import type { Kept, KeptPeople, KeptPerson, WrongTries } from './kept-people'
import { matchesPin } from './pin-hash'
import type { makeThrottles } from './throttle'

/** News for the record: the right PIN came after wrong ones, or the person's PIN is no longer checked. */
export type TriesNews = Pick<WrongTries, 'tries' | 'since'> & {
  readonly what: 'right_after_wrong' | 'stopped'
  readonly person: PersonRef
}

export type ProofFault =
  | KeychainFault
  | FaultOf<
      'people_damaged' | 'pin_not_set' | 'pin_wrong' | 'pin_throttled' | 'pin_stopped' | 'badge_unknown'
    >
/** The id under which wrong badges are counted: no person's. */
export const ofBadges = ''

type Proving = {
  readonly store: KeptPeople
  readonly throttles: ReturnType<typeof makeThrottles>
  readonly isStopped: (kept: Kept, id: string) => boolean
  readonly tried: Signal<TriesNews>
  /** The hash of the connected service, to which a manager's right proof binds the people; '' without one. */
  readonly connected: () => Promise<string>
  readonly now: () => number
}

export function makeProofs({ store, throttles, isStopped, tried, connected, now }: Proving) {
  /** Counts a try for that id before it is checked, so that ending the program in between does not give a free one. */
  async function counted(kept: Kept, id: string): Promise<Result<Kept, ProofFault>> {
    if (isStopped(kept, id)) return fail({ kind: 'pin_stopped' })
    const waitSeconds = throttles.waitSeconds(kept.wrong, id, (one) => isStopped(kept, one))
    if (waitSeconds > 0) return fail({ kind: 'pin_throttled', waitSeconds })
    const at = now()
    const { tries = 0, since = at } = kept.wrong[id] ?? {}
    const after = { ...kept, wrong: { ...kept.wrong, [id]: { tries: tries + 1, since, last: at } } }
    const written = await store.write(after)
    return written.ok ? succeed(after) : written
  }

  /** Accepts a right proof, which ends the count of that id. */
  async function right(
    before: Kept,
    id: string,
    person: KeptPerson,
  ): Promise<Result<KnownPerson, ProofFault>> {
    throttles.tried(id, 0)
    const { [id]: was, ...wrong } = before.wrong
    const boundTo = person.role === 'manager' ? await connected() : before.boundTo
    const written = await store.write({ ...before, wrong, boundTo })
    if (!written.ok) return written
    if (was !== undefined) tried.fire({ what: 'right_after_wrong', person: refOf(person), ...was })
    return succeed(knownOf(person))
  }

  async function prove(proof: PersonProof): Promise<Result<KnownPerson, ProofFault>> {
    const found = await store.read()
    if (!found.ok) return found
    const kept = found.value
    if (kept === null) return fail({ kind: 'pin_not_set' })
    return proof.with === 'badge' ? byCountedBadge(kept, proof.code) : byPin(kept, proof.person, proof.pin)
  }

  async function byPin(kept: Kept, id: string, pin: string): Promise<Result<KnownPerson, ProofFault>> {
    const person = kept.people.find((one) => one.id === id)
    if (person === undefined || person.pin === null) return fail({ kind: 'pin_not_set' })
    const after = await counted(kept, id)
    if (!after.ok) return after
    if (await matchesPin(person.pin, pin)) return right(kept, id, person)
    const { tries, since } = after.value.wrong[id] ?? { tries: 1, since: now() }
    const waitMs = throttles.tried(id, tries)
    if (!isStopped(after.value, id)) return fail({ kind: 'pin_wrong', waitSeconds: waitMs / 1000 })
    tried.fire({ what: 'stopped', person: refOf(person), tries, since })
    return fail({ kind: 'pin_stopped' })
  }

  async function byCountedBadge(kept: Kept, code: string): Promise<Result<KnownPerson, ProofFault>> {
    const after = await counted(kept, ofBadges)
    if (!after.ok) return after
    const person = withBadge(kept, code)
    if (person !== undefined) return right(kept, ofBadges, person)
    throttles.tried(ofBadges, after.value.wrong[ofBadges]?.tries ?? 1)
    return fail({ kind: 'badge_unknown' })
  }

  return { prove }
}

export function knownOf({ id, name, role }: KeptPerson): KnownPerson {
  return { id, name, role }
}

export function badgeOf({ key }: Pick<Kept, 'key'>, code: string): string {
  return blindIndex(key, 'badge', cleanCode(code)).toString('base64')
}

export function withBadge(kept: Pick<Kept, 'key' | 'people'>, code: string): KeptPerson | undefined {
  const badge = badgeOf(kept, code)
  return kept.people.find((person) => person.badge === badge)
}
