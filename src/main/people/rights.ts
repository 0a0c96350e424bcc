import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import {
  isStaffed,
  type KnownPerson,
  type ListedPerson,
  type PersonProof,
  type SignedOutReason,
} from '../../shared/people/people'
import { atLeast, type Role } from '../../shared/people/rules'
import type { Credentials } from '../service/address'
import type { Clock } from '../system/clock'
import { makeSignal, makeTurns } from '../system/signal'
import type { Vault } from '../vault/vault'
import type { UnreadFault } from './kept-people'
import type { People } from './people'
import { waitAfterWrongTries } from './proofs'

/** Asks the service at an address whether it accepts a token. */
export type AcceptsToken = (credentials: Credentials) => Promise<Result<null, Fault>>

/** A proof for what a cashier may not do: who somebody is, or the stored access token. */
type RightsProof = PersonProof | { readonly with: 'token'; readonly stored: string }

/** `nothing`: this till belongs to nobody yet, so that there is neither a person nor a token to ask for. */
export type NeededProof = 'nothing' | 'person' | 'token'

/** Who opened the rights: a person, or null for whoever typed the token, who may do what a manager may. */
export type RightsHolder = { readonly person: KnownPerson | null; readonly role: Role }

export type Rights = ReturnType<typeof makeRights>

/** Questions about a token to the service at an address. */
type Asking = {
  readonly acceptsToken: AcceptsToken
  /** Whether it shows a payment that this till knows to whoever has that token. */
  readonly showsPayment: (credentials: Credentials) => Promise<boolean>
}

type RightsDeps = Asking & {
  readonly people: Pick<People, 'view' | 'prove' | 'isBoundTo'>
  readonly vault: Pick<Vault, 'isStoredToken' | 'note' | 'withCredentials'>
  /** Whether a journal was ever in force in this profile, as far as its files show. */
  readonly wasUsed: () => boolean
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
}

/** How long they stay open while they are not used, and at most. */
const rightsIdleMs = 2 * 60_000
const rightsLimitMs = 10 * 60_000

const byToken: RightsHolder = { person: null, role: 'manager' }

/**
 * Makes the rights of a supervisor or manager who helps at a till (architecture.md, "Who may do what"), closed at first. A proof
 * opens them for a limited time, shorter when they are not used. It does not change who serves at the till.
 */
export function makeRights(deps: RightsDeps) {
  const { people, vault, wasUsed, clock } = deps
  /** They were opened or ended. */
  const changed = makeSignal()
  const checkToken = makeTokenCheck(deps)
  let open: { readonly holder: RightsHolder; readonly endsAt: number; stopTimer: () => void } | null = null

  function end(): void {
    if (open === null) return
    open.stopTimer()
    open = null
    changed.fire()
  }

  function keepOpen(endsAt: number): () => void {
    return clock.after(Math.min(rightsIdleMs, endsAt - clock.monotonic()), end)
  }

  function openFor(holder: RightsHolder): void {
    open?.stopTimer()
    const endsAt = clock.monotonic() + rightsLimitMs
    open = { holder, endsAt, stopTimer: keepOpen(endsAt) }
    changed.fire()
  }

  /** What opens them. On a till that was in use, a keychain that does not answer is a fault; people who are held always are. */
  async function needs(): Promise<Result<NeededProof, UnreadFault>> {
    const found = await people.view()
    if (!found.ok) return wasUsed() || found.fault.kind === 'people_held' ? found : succeed('nothing')
    if (found.value.state === 'set') return succeed('person')
    const note = await vault.note()
    if (!note.ok) return wasUsed() ? note : succeed('nothing')
    // Lost, deleted or stopped people, or a forgotten token, must not let just anybody in.
    const isNobodys = note.value === null ? !wasUsed() : !note.value.wasConnected
    return succeed(found.value.state === 'none' && isNobodys ? 'nothing' : 'token')
  }

  async function shownBy(proof: RightsProof, needed: NeededProof): Promise<Result<RightsHolder, Fault>> {
    if (needed === 'nothing') return succeed(byToken)
    if (proof.with === 'token') {
      const shown = await checkToken(proof.stored)
      return shown.ok ? succeed(byToken) : shown
    }
    const person = await proveSupervisor(people, proof)
    return person.ok ? succeed({ person: person.value, role: person.value.role }) : person
  }

  return {
    needs,
    /** Opens them. A wrong proof leaves them as they were. */
    async begin(proof: RightsProof): Promise<Result<RightsHolder, Fault>> {
      const needed = await needs()
      if (!needed.ok) return needed
      const holder = await shownBy(proof, needed.value)
      if (holder.ok) openFor(holder.value)
      return holder
    },
    /** Opens them for whoever has just connected a till that belonged to nobody, so that the first manager can be added. */
    beginForInstaller: () => openFor(byToken),
    /** Null while they are closed. */
    holder: (): RightsHolder | null => open?.holder ?? null,
    /** Restarts the idle time: they were used. */
    use(): void {
      if (open === null) return
      open.stopTimer()
      open.stopTimer = keepOpen(open.endsAt)
    },
    end,
    changed,
  }
}

/** Checks a proof of somebody who is a supervisor or more. Returns the person; `role_too_low` for anybody else. */
export async function proveSupervisor(
  people: Pick<People, 'prove'>,
  proof: PersonProof,
): Promise<Result<KnownPerson, Fault>> {
  const person = await people.prove(proof)
  if (!person.ok) return person
  return atLeast(person.value.role, 'supervisor') ? person : fail({ kind: 'role_too_low' })
}

const elsewhere = fail({ kind: 'token_not_the_stored' } as const)

/** Makes a check of the stored token. After wrong tokens there are waits, as after wrong PINs. */
function makeTokenCheck(deps: RightsDeps) {
  const { people, vault, clock } = deps
  const { inTurn } = makeTurns()
  let wrongTries = 0
  let opensAt = clock.monotonic()

  /** Where people are lost or stopped, the service must accept the stored token too: anybody may have replaced it. */
  async function isTakenAlone(stored: string): Promise<boolean> {
    const found = await people.view()
    if (!found.ok) return false
    if (found.value.state === 'none' || found.value.state === 'set') return true
    const accepted = await vault.withCredentials(async ({ address }) =>
      (await people.isBoundTo(address)) ? deps.acceptsToken({ address, token: stored.trim() }) : elsewhere,
    )
    return accepted.ok && accepted.value.ok
  }

  return (stored: string): Promise<Result<null, Fault>> =>
    inTurn(async () => {
      const rest = opensAt - clock.monotonic()
      if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / 1000) })
      const same = await vault.isStoredToken(stored)
      if (!same.ok) return same
      const shown = same.value
        ? await isTakenAlone(stored)
        : stored !== '' && (await tookItsPlace(stored, deps))
      wrongTries = shown ? 0 : wrongTries + 1
      opensAt = clock.monotonic() + waitAfterWrongTries(wrongTries)
      return shown ? succeed(null) : fail({ kind: 'token_not_the_stored' })
    })
}

/**
 * Whether this token replaced the stored one at the service: the service refuses the stored one, and shows this one a payment
 * that this till knows. So a stored token that was mistyped or expired locks nobody out, and another merchant's token of the
 * same service opens nothing. False also while the service cannot be asked.
 */
async function tookItsPlace(
  token: string,
  { vault, acceptsToken, showsPayment }: Asking & { readonly vault: Pick<Vault, 'withCredentials'> },
): Promise<boolean> {
  const accepted = await vault.withCredentials(async ({ address, token: stored }) => {
    const before = await acceptsToken({ address, token: stored })
    if (before.ok || before.fault.kind !== 'token_not_accepted') return false
    return showsPayment({ address, token })
  })
  return accepted.ok && accepted.value
}

export type SignIn = ReturnType<typeof makeSignIn>

type SignInDeps = {
  /** Whether a refund is being sent: the lock waits for it. */
  readonly isSending: () => boolean
  /** After how long without a touch it locks, in milliseconds. */
  readonly lockAfterMs: () => number
  readonly clock: Pick<Clock, 'after'>
}

const askAgainMs = 1000

/**
 * Makes the sign-in of a staffed till. After a start nobody is signed in, so that a restart does not unlock a till. A lock that
 * is due while a refund is being sent follows it.
 */
export function makeSignIn({ isSending, lockAfterMs, clock }: SignInDeps) {
  const changed = makeSignal()
  /** Somebody signed in (`out` is null), was signed out, or was locked out. */
  const happened = makeSignal<{ readonly person: KnownPerson; readonly out: SignedOutReason | null }>()
  let now: { readonly person: KnownPerson; readonly locked: boolean } | null = null
  let stopTimer = () => {}
  let locksNext = false

  function set(next: typeof now): void {
    now = next
    changed.fire()
  }

  /** Locks the till. Does nothing where nobody is signed in or it is locked already. */
  function lock(why: SignedOutReason): void {
    if (now === null || now.locked) return
    locksNext = isSending()
    if (locksNext) {
      stopTimer()
      stopTimer = clock.after(askAgainMs, () => lock(why))
      return
    }
    stopTimer()
    const { person } = now
    set({ person, locked: true })
    happened.fire({ person, out: why })
  }

  /** Restarts the idle time: somebody is at the till. */
  function use(): void {
    // A touch does not delay a lock that waits for a refund.
    if (now === null || now.locked || locksNext) return
    stopTimer()
    // Whoever waits for a refund's answer touches nothing.
    stopTimer = clock.after(lockAfterMs(), () => (isSending() ? use() : lock('idle')))
  }

  function end(why: SignedOutReason): void {
    if (now === null) return
    const { person, locked } = now
    stopTimer()
    set(null)
    if (!locked) happened.fire({ person, out: why })
  }

  return {
    /** Null while nobody is signed in. */
    current: () => now,
    begin(person: KnownPerson): void {
      if (now !== null && now.person.id !== person.id) end('other')
      stopTimer()
      locksNext = false
      set({ person, locked: false })
      use()
      happened.fire({ person, out: null })
    },
    lock,
    use,
    /** Follows changes of people: signs out whoever was removed, and takes over a new name or role. */
    follow(people: readonly ListedPerson[]): void {
      if (now === null) return
      const known = people.find(({ id }) => id === now?.person.id)
      if (known === undefined || !isStaffed(people)) {
        end('removed')
        return
      }
      const { id, name, role } = known
      if (name !== now.person.name || role !== now.person.role) set({ ...now, person: { id, name, role } })
    },
    /** Signs out, and stops all timers. */
    close: () => end('closed'),
    changed,
    happened,
  }
}
