/** The people of this till: who they are, what they may do, and whether somebody is who they say (refund-protocol.md 9, 11). */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { fail, type Result, succeed } from '../../shared/base/result'
import { practicePin } from '../../shared/contract/practice'
import type { FaultOf } from '../../shared/fault'
import { cleanCode } from '../../shared/payment/codes'
import type {
  KnownPerson,
  ListedPerson,
  PeopleState,
  PersonChange,
  PersonProof,
  personDoings,
} from '../../shared/people/people'
import type { Role } from '../../shared/people/rules'
import { makeSignal, makeTurns } from '../system/signal'
import {
  digestOf,
  fixedOf,
  type Kept,
  type KeptPeopleDeps,
  type KeptPerson,
  lostKept,
  makeKeptPeople,
  nothingKept,
  type Provisioned,
  type SealedFault,
  type SealedSettings,
  type SealedStore,
  type UnreadFault,
} from './kept-people'
import { defaultPower, hashPin, isWeakPin, lengthOf } from './pin'
import { badgeOf, knownOf, makeProve, makeThrottles, ofBadges, type TriesNews, withBadge } from './proofs'

/** All people and their state. `stopped`: no manager can sign in, each having been wrong ten times in a row. */
export type PeopleView = { readonly state: PeopleState; readonly people: readonly ListedPerson[] }

/** A change to a person, for the record. */
export type PersonNews = { readonly what: (typeof personDoings)[number]; readonly person: KnownPerson }

export type ChangeFault =
  | UnreadFault
  | FaultOf<'people_damaged' | 'person_not_possible' | 'pin_weak' | 'settings_not_saved'>

/** `name`: of the person whose change is not possible. */
type SavedAll = Result<readonly PersonNews[], { readonly name: string; readonly fault: ChangeFault }>

export type People = ReturnType<typeof makePeople>

export type PeopleDeps = KeptPeopleDeps & {
  /** Milliseconds since 1970 by this PC's clock, which anybody can set. */
  readonly now?: () => number
  /** Milliseconds of the monotonic clock, which starts again with each run. */
  readonly monotonic?: () => number
  /** Whether wrong tries never stop a person: in practice nobody could end a stop. No unless given. */
  readonly neverStops?: boolean
  /** The cost of a guess, scrypt's N as a power of two; 128 MB unless given. */
  readonly power?: number
}

/** After so many wrong tries in a row a person's PIN is no longer checked, until a new one is set. */
const maxWrongTries = 10
/** How many people the keychain's entry has room for, with wrong tries of each. */
const maxPeople = 30
const minBadgeLength = 6
/** The shortest PIN of each role, in characters. */
export const minPinLength: Readonly<Record<Role, number>> = { cashier: 4, supervisor: 6, manager: 6 }

/** Whether somebody would have a PIN that is too easy for their role. In practice they may have practice's own. */
function isTooEasy(
  { pin, role }: PersonChange,
  before: KeptPerson | undefined,
  isPractice: boolean,
): boolean {
  const minLength = minPinLength[role]
  if (pin === undefined) return before?.pin != null && before.pin.length < minLength
  return !(isPractice && pin === practicePin) && isWeakPin(pin, minLength)
}

/** Makes the people of a till. Calls are taken one after the other. */
export function makePeople(deps: PeopleDeps) {
  const { neverStops = false, power = defaultPower } = deps
  const { now = Date.now, monotonic = () => performance.now() } = deps
  const store = makeKeptPeople(deps)
  const throttles = makeThrottles({ now, monotonic })
  const { inTurn } = makeTurns()
  const tried = makeSignal<TriesNews>()
  const isStopped = ({ wrong }: Kept, id: string) =>
    !neverStops && id !== ofBadges && (wrong[id]?.tries ?? 0) >= maxWrongTries

  const listed = (kept: Kept): readonly ListedPerson[] =>
    kept.people.map((person) => ({
      ...knownOf(person),
      hasPin: person.pin !== null,
      hasBadge: person.badge !== null,
      stopped: isStopped(kept, person.id),
    }))

  async function view(): Promise<Result<PeopleView, UnreadFault>> {
    const found = await store.read()
    if (!found.ok) {
      return found.fault.kind === 'people_damaged'
        ? succeed({ state: 'damaged', people: [] })
        : fail(found.fault)
    }
    return succeed(viewOf(found.value === null ? [] : listed(found.value)))
  }

  async function connected(): Promise<string> {
    const address = await deps.credentials.address()
    return address === '' ? '' : digestOf(address)
  }

  const prove = makeProve({ store, throttles, isStopped, tried, connected, now })

  /** Reads what is to be changed; begins again where it can no longer be read. */
  async function toChange(): Promise<Result<Kept, ChangeFault>> {
    const found = await store.read()
    if (found.ok) return succeed(found.value ?? nothingKept())
    return found.fault.kind === 'people_damaged' ? succeed(lostKept()) : found
  }

  /** Returns all as it is after the change, not yet kept. */
  async function changed(kept: Kept, change: PersonChange): Promise<Result<Changed, ChangeFault>> {
    const before = kept.people.find(({ id }) => id === change.id)
    const others = kept.people.filter((one) => one !== before)
    const why = whyNotPossible(kept, change, before, others)
    if (why !== null) return fail({ kind: 'person_not_possible', why })
    if (isTooEasy(change, before, neverStops)) return fail({ kind: 'pin_weak' })
    const badge =
      change.badge === undefined ? (before?.badge ?? null) : change.badge && badgeOf(kept, change.badge)
    const person: KeptPerson = {
      id: before?.id ?? randomBytes(6).toString('base64url'),
      name: change.name,
      role: change.role,
      pin: change.pin === undefined ? (before?.pin ?? null) : await hashPin(change.pin, power),
      badge,
    }
    const { [person.id]: tries, ...wrong } = kept.wrong
    const cleared = change.pin === undefined && tries !== undefined ? kept.wrong : wrong
    const boundTo = kept.people.length === 0 ? await connected() : kept.boundTo
    return succeed({
      kept: { ...kept, people: [...others, person], wrong: cleared, boundTo },
      news: newsOf(before, person, change),
      free: change.pin === undefined ? [] : [person.id],
    })
  }

  async function saveAll(changes: readonly PersonChange[], isTold: boolean): Promise<SavedAll> {
    const found = await toChange()
    const first = changes[0]?.name ?? ''
    if (!found.ok) return fail({ name: first, fault: found.fault })
    let next: Changed = { kept: found.value, news: [], free: [] }
    for (const change of changes) {
      const one = await changed(next.kept, change)
      if (!one.ok) return fail({ name: change.name, fault: one.fault })
      const { kept, news, free } = one.value
      next = { kept, news: [...next.news, ...news], free: [...next.free, ...free] }
    }
    const acts = isTold ? [] : next.news.map((one) => ({ act: 'person', ...one }) as const)
    const written = await store.keep({ ...next.kept, untold: [...next.kept.untold, ...acts] })
    if (!written.ok) return fail({ name: first, fault: written.fault })
    for (const id of next.free) throttles.tried(id, 0)
    return succeed(next.news)
  }

  async function remove(id: string): Promise<Result<readonly PersonNews[], ChangeFault>> {
    const found = await store.read()
    if (!found.ok) return found
    const kept = found.value ?? nothingKept()
    const person = kept.people.find((one) => one.id === id)
    const people = kept.people.filter((one) => one !== person)
    if (person === undefined) return fail({ kind: 'person_not_possible', why: 'gone' })
    if (people.length > 0 && !people.some(({ role }) => role === 'manager')) {
      return fail({ kind: 'person_not_possible', why: 'last_manager' })
    }
    const { [id]: _tries, ...wrong } = kept.wrong
    const written = await store.keep({ ...kept, people, wrong })
    return written.ok ? succeed([{ what: 'removed', person: knownOf(person) }]) : written
  }

  async function keepBeside(change: (kept: Kept) => Result<Kept, SealedFault>) {
    const found = await store.read()
    if (!found.ok) return found
    const changed = change(found.value ?? nothingKept())
    return changed.ok ? store.keep(changed.value) : changed
  }

  const settings: SealedStore = {
    read: () => store.last().settings,
    fixed: () => fixedOf(store.last().fixed),
    keep: (change, provisioned) => inTurn(() => keepBeside((kept) => sealedAs(kept, change, provisioned))),
  }

  return {
    /**
     * A keychain that does not answer is a fault, and so is a file that another program holds. People who can no longer be read
     * are the state `damaged`.
     */
    view: () => inTurn(view),
    /** Checks a PIN or a badge. Each try is counted before it is checked, per person and for the till. */
    prove: (proof: PersonProof) => inTurn(() => prove(proof)),
    /** Returns whose badge a scanned code is; null for any other code. Counts no tries: most scans are receipts. */
    byBadge: (code: string): Promise<KnownPerson | null> =>
      inTurn(async () => {
        const found = await store.read()
        const person = found.ok && found.value !== null ? withBadge(found.value, code) : undefined
        return person === undefined ? null : knownOf(person)
      }),
    /** Whether that code is a badge of the people who were last read, also while the keychain does not answer. */
    isBadge(code: string): boolean {
      const { key, people } = store.last()
      return key !== undefined && withBadge({ key, people }, code) !== undefined
    },
    /**
     * Adds or changes a person; the caller has checked that it may. A new PIN ends a stop. Where the people can no longer be
     * read, it begins again, with a manager first. Returns each change that was made, with the person.
     */
    async save(change: PersonChange): Promise<Result<readonly PersonNews[], ChangeFault>> {
      const saved = await inTurn(() => saveAll([change], true))
      return saved.ok ? saved : fail(saved.fault.fault)
    },
    /**
     * Does the same for several, in order, for a program without the record: all of them, or none where one is not possible.
     * The changes are kept in `untold`.
     */
    saveAll: (changes: readonly PersonChange[]) => inTurn(() => saveAll(changes, false)),
    remove: (id: string) => inTurn(() => remove(id)),
    /**
     * Whether a manager connected that service, or gave a right proof while it was connected. Anybody may replace the stored
     * service and token, and whoever types the token of another service has no rights here. True where unknown.
     */
    isBoundTo: (address: string): Promise<boolean> =>
      inTurn(async () => {
        const found = await store.read()
        const boundTo = found.ok ? (found.value?.boundTo ?? '') : ''
        return boundTo === '' || boundTo === digestOf(address)
      }),
    /** Binds them to the stored service, which a manager has just connected. Where it is not kept, the next right PIN does it. */
    bind: (): Promise<void> =>
      inTurn(async () => {
        const boundTo = await connected()
        await keepBeside((kept) => succeed({ ...kept, boundTo }))
      }),
    settings,
    /** Acts that are not in the record yet. */
    untold: {
      /** The acts of the last read, oldest first. */
      read: () => store.last().untold,
      /** Removes so many of the oldest, which are in the record now. */
      told: (count: number) =>
        inTurn(() => keepBeside((kept) => succeed({ ...kept, untold: kept.untold.slice(count) }))),
    },
    tried,
  }
}

/** Returns all with changed settings; a fault where the till would change what provisioning set. */
function sealedAs(
  kept: Kept,
  change: Partial<SealedSettings>,
  provisioned: Provisioned | undefined,
): Result<Kept, SealedFault> {
  const after = { ...kept, settings: { ...kept.settings, ...change } }
  if (provisioned !== undefined) {
    const { rules, storeId } = change
    const isFixed = {
      rules: rules === undefined ? kept.fixed.includes('rules') : provisioned.fixesRules,
      storeId: storeId === undefined ? kept.fixed.includes('storeId') : storeId !== '',
    }
    const fixed = (['rules', 'storeId'] as const).filter((name) => isFixed[name])
    return succeed({ ...after, fixed, untold: [...kept.untold, ...provisioned.untold] })
  }
  const refused = fixedOf(kept.fixed).filter(
    (name) => !isDeepStrictEqual(after.settings[name], kept.settings[name]),
  )
  return refused.length > 0 ? fail({ kind: 'set_by_policy', settings: refused }) : succeed(after)
}

/** `free`: ids whose new PIN ends their wait. */
type Changed = { readonly kept: Kept; readonly news: readonly PersonNews[]; readonly free: readonly string[] }

function viewOf(people: readonly ListedPerson[]): PeopleView {
  const canCome = people.some(({ role, stopped }) => role === 'manager' && !stopped)
  return { state: people.length === 0 ? 'none' : canCome ? 'set' : 'stopped', people }
}

type NotPossible = FaultOf<'person_not_possible'>['why']

/** Returns why the change is not possible; null when it is. */
function whyNotPossible(
  kept: Kept,
  { id, name, role, pin, badge }: PersonChange,
  before: KeptPerson | undefined,
  others: readonly KeptPerson[],
): NotPossible | null {
  if (before === undefined && id !== '') return 'gone'
  if (others.length >= maxPeople) return 'too_many'
  if (others.some((one) => isSameName(one.name, name))) return 'name_taken'
  if (role !== 'manager' && !others.some((one) => one.role === 'manager')) return 'last_manager'
  if (badge && (lengthOf(cleanCode(badge)) < minBadgeLength || cleanCode(badge) === pin)) return 'badge_short'
  if (badge && others.some((one) => one.badge === badgeOf(kept, badge))) return 'badge_taken'
  const keepsBadge = badge === undefined ? before?.badge != null : badge !== null
  const keepsPin = pin !== undefined || before?.pin != null
  // Supervisors and managers need a PIN too: a badge may be lost.
  if (!keepsPin && (!keepsBadge || role !== 'cashier')) return 'needs_pin'
  return null
}

const plainName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** Whether two names are one person's: capitals and ways to write the same letter make no difference. */
export function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other)
}

function newsOf(
  before: KeptPerson | undefined,
  after: KeptPerson,
  change: PersonChange,
): readonly PersonNews[] {
  const person = knownOf(after)
  if (before === undefined) return [{ what: 'added', person }]
  const done = [
    ...(before.name === after.name ? [] : (['renamed'] as const)),
    ...(before.role === after.role ? [] : (['role'] as const)),
    ...(change.pin === undefined ? [] : (['pin'] as const)),
    ...(change.badge === undefined ? [] : ([after.badge === null ? 'badge_removed' : 'badge'] as const)),
  ]
  return done.map((what) => ({ what, person }))
}
