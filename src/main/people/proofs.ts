/**
 * Checks PINs and badges, each try counted before it is checked. Wrong ones delay the next: per person, and for the whole till
 * when several people's PINs are tried.
 */
import { fail, type Result, succeed } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import { cleanCode } from '../../shared/payment/codes'
import { type KnownPerson, type PersonProof, type PersonRef, refOf } from '../../shared/people/people'
import { blindIndex } from '../system/sealing'
import type { Signal } from '../system/signal'
import type { Kept, KeptPeople, KeptPerson, UnreadFault, WrongTries } from './kept-people'
import { matchesPin } from './pin'

/** News for the record: the right PIN came after wrong ones, or the person's PIN is no longer checked. */
export type TriesNews = Pick<WrongTries, 'tries' | 'since'> & {
  readonly what: 'right_after_wrong' | 'stopped'
  readonly person: PersonRef
}

export type ProofFault =
  | UnreadFault
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

/** Makes the function that checks a PIN or a badge. It writes each try, and the end of a count, to the keychain. */
export function makeProve({ store, throttles, isStopped, tried, connected, now }: Proving) {
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

  return async (proof: PersonProof): Promise<Result<KnownPerson, ProofFault>> => {
    const found = await store.read()
    if (!found.ok) return found
    const kept = found.value
    if (kept === null) return fail({ kind: 'pin_not_set' })
    return proof.with === 'badge' ? byCountedBadge(kept, proof.code) : byPin(kept, proof.person, proof.pin)
  }
}

export function knownOf({ id, name, role }: KeptPerson): KnownPerson {
  return { id, name, role }
}

/** Returns the keyed hash that a badge is kept as, in Base64. Caps Lock, which turns a scanner's letters round, changes nothing. */
export function badgeOf({ key }: Pick<Kept, 'key'>, code: string): string {
  return blindIndex(key, 'badge', cleanCode(code).toLowerCase()).toString('base64')
}

/** Returns whose badge that code is. */
export function withBadge(kept: Pick<Kept, 'key' | 'people'>, code: string): KeptPerson | undefined {
  const badge = badgeOf(kept, code)
  return kept.people.find((person) => person.badge === badge)
}

type Clocks = { readonly now: () => number; readonly monotonic: () => number }
type Wrong = Readonly<Record<string, WrongTries>>

const freeTries = 3
const freeTriesOfTill = 10
/** The wait after the third wrong try in a row, and the least after a start. */
export const firstWaitMs = 30_000
const maxWaitMs = 15 * 60_000

/** Returns the wait after so many wrong tries in a row, in milliseconds. */
export function waitAfterWrongTries(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrongTries - freeTries), maxWaitMs)
}

/**
 * Makes the waits. Within one run they go by the monotonic clock, so that setting the PC's clock opens nothing. After a restart
 * only the PC's clock is left. Then at least the first wait applies again, from the start on, so that a clock set forward
 * gives one try per restart and half minute.
 */
export function makeThrottles({ now, monotonic }: Clocks) {
  const startedAt = monotonic()
  /** When each person's next try is checked, by the monotonic clock; without those that this run has not asked about. */
  const opensAt = new Map<string, number>()
  let lastTryAt = startedAt

  function firstOpening({ tries, last }: WrongTries): number {
    const wait = waitAfterWrongTries(tries)
    if (wait === 0) return startedAt
    const rest = wait - Math.max(0, now() - last)
    return Math.max(monotonic() + rest, startedAt + firstWaitMs)
  }

  /** When the till takes the next try. Counts all wrong tries but those of stopped people, at whom nobody can guess. */
  function tillOpensAt(wrong: Wrong, isStopped: (id: string) => boolean): number {
    const all = Object.entries(wrong).filter(([id]) => !isStopped(id))
    const tries = all.reduce((sum, [, one]) => sum + one.tries, 0)
    return tries < freeTriesOfTill ? 0 : lastTryAt + firstWaitMs
  }

  return {
    /** Whole seconds until a try by that person is checked; 0 when it is now. */
    waitSeconds(wrong: Wrong, id: string, isStopped: (id: string) => boolean): number {
      const kept = wrong[id]
      const own = opensAt.get(id) ?? (kept === undefined ? startedAt : firstOpening(kept))
      opensAt.set(id, own)
      const rest = Math.max(own, tillOpensAt(wrong, isStopped)) - monotonic()
      return Math.max(0, Math.ceil(rest / 1000))
    },
    /** Notes how many tries in a row were wrong by now; 0 after a right one. Returns the wait in milliseconds. */
    tried(id: string, wrongTries: number): number {
      const wait = waitAfterWrongTries(wrongTries)
      opensAt.set(id, monotonic() + wait)
      if (wrongTries > 0) lastTryAt = monotonic()
      return wait
    },
  }
}
