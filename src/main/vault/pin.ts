import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import type { Fault, FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { makeTurns } from '../scheduling/turns'
import type { StoredCredentials } from './credentials'
import { type Keychain, type KeychainFault, probeKeychain, vaultName } from './keychain'
import { makeProfileLock, type ProfileLock } from './profile-lock'
import type { Vault } from './vault'
import { isWeakPin } from './weak-pin'

type CheckFault = FaultOf<
  'pin_not_set' | 'pin_damaged' | 'pin_wrong' | 'pin_throttled' | 'pin_stopped' | 'keychain_unavailable'
>

/** What somebody must hear of: the right PIN came after wrong ones, no PIN is looked at any more, or again. */
export type PinNews = WrongPins & { readonly what: 'right_after_wrong' | 'stopped' | 'reopened' }

/** The supervisor's PIN (refund-protocol.md 9 and 11). Calls are taken one after the other, in every process. */
export type SupervisorPin = {
  /**
   * `damaged` is a record that cannot be read, and one that is missing although there was one. `stopped`: it was wrong
   * ten times in a row, and waits for the token.
   */
  readonly state: () => Promise<Result<PinState, KeychainFault>>
  readonly check: (pin: string) => Promise<Result<null, CheckFault>>
  /**
   * Puts a new PIN in the place of what is there, on the word of a caller who has proved that it may: whoever typed the
   * PIN in force, a supervisor where there is none, provisioning or a token that the service accepts where a record is
   * damaged or lost.
   * @param before what the caller found: where it is something else by now, nothing is changed, and the PIN is `pin_wrong`.
   */
  readonly keep: (
    newPin: string,
    before: Exclude<PinState, 'stopped'>,
  ) => Promise<Result<null, KeychainFault | FaultOf<'pin_weak' | 'pin_wrong'>>>
  /**
   * Ends a stop on the word of whoever types the token in use, once the service accepts it. The PIN stays as it is.
   * Nothing happens where nothing is stopped.
   */
  readonly reopen: (token: string, accepts: AcceptsToken) => Promise<Result<null, Fault>>
  /** Tells from now on what somebody must hear of. */
  readonly follow: (tell: (news: PinNews) => void) => void
}

export type SupervisorPinDeps = Partial<Clocks> & {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
  /** Where it stands that there is a PIN, and which service is connected. */
  readonly credentials: Pick<Vault, 'note' | 'changeNote' | 'address' | 'isStoredToken'>
  /** Whether this profile has ever had a journal: then credentials that are gone were deleted. No unless given. */
  readonly wasUsed?: () => boolean
  /** The lock that every process with this profile respects while it counts; one in the profile's folder unless given. */
  readonly lock?: ProfileLock
  /** No stop in practice: its token is nobody's to type. Stops unless told otherwise. */
  readonly neverStops?: boolean
  /** What a guess costs (pin-record.ts); today's unless given. */
  readonly power?: number
}

type Deps = {
  readonly store: PinStore
  readonly throttle: PinThrottle
  readonly now: () => number
  readonly tell: (news: PinNews) => void
  readonly makeRecord: (pin: string) => Promise<PinRecord>
  readonly address: () => Promise<string | null>
  readonly isStopped: (record: PinRecord) => boolean
}

export function makeSupervisorPin(given: SupervisorPinDeps): SupervisorPin {
  const { now = Date.now, monotonic = () => performance.now(), wasUsed = () => false } = given
  const { credentials, power = usualPower, neverStops = false } = given
  const profileLock = given.lock ?? makeProfileLock({ folder: given.profile, of: 'pin' })
  const isStopped = ({ wrongTries }: PinRecord) => !neverStops && wrongTries >= mostWrongTries
  const store = makePinStore({ ...given, wasUsed, isStopped })
  const tokenThrottle = makePinThrottle({ now, monotonic })
  const { inTurn } = makeTurns()
  const lock: ProfileLock = (work) => inTurn(() => profileLock(work))
  let tell: (news: PinNews) => void = () => undefined
  /** Null where nothing is connected, or the keychain does not say: then a stop is bound to no service. */
  const address = async () => (await credentials.address()) || null
  const deps: Deps = {
    store,
    throttle: makePinThrottle({ now, monotonic }),
    now,
    tell: (news) => tell(news),
    makeRecord: async (pin) => makePinRecord(pin, now(), { power, address: await address() }),
    address,
    isStopped,
  }

  return {
    state: () => inTurn(store.state),
    check: (pin) => lock(() => checkPin(pin, deps)),
    keep: async (newPin, before) => {
      if (isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
      return lock(async (): ReturnType<SupervisorPin['keep']> => {
        const state = await store.state()
        if (!state.ok) return state
        if (state.value !== before) return fail({ kind: 'pin_wrong', waitSeconds: 0 })
        return store.keep(await deps.makeRecord(newPin))
      })
    },
    reopen: (token, accepts) =>
      lock(() => reopenPin(token, accepts, { ...deps, credentials, throttle: tokenThrottle })),
    follow(listener) {
      tell = listener
    },
  }
}

async function checkPin(pin: string, deps: Deps): Promise<Result<null, CheckFault>> {
  const { store, throttle, now, tell } = deps
  const found = await store.read()
  if (!found.ok) return found
  const record: PinRecord | null = found.value
  if (record === null) return fail({ kind: 'pin_not_set' })
  if (deps.isStopped(record)) return fail({ kind: 'pin_stopped' })
  const rest = throttle.rest(record)
  if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / 1000) })
  // Counted before it is looked at: ending the program in between must not make a try free.
  const at = now()
  const wrong = { tries: (record.wrong?.tries ?? 0) + 1, since: record.wrong?.since ?? at }
  const counted = { ...record, wrongTries: record.wrongTries + 1, lastTryAt: at, wrong }
  const kept = await store.write(counted)
  if (!kept.ok) return kept
  if (!(await matchesPin(record, pin))) {
    throttle.tried(counted.wrongTries)
    if (!deps.isStopped(counted)) {
      return fail({ kind: 'pin_wrong', waitSeconds: waitAfterWrongTries(counted.wrongTries) / 1000 })
    }
    tell({ what: 'stopped', ...wrong })
    return fail({ kind: 'pin_stopped' })
  }
  throttle.tried(0)
  return noteRight(record, deps)
}

/** The right PIN ends the count. */
async function noteRight(record: PinRecord, deps: Deps): Promise<Result<null, CheckFault>> {
  const { store, now, tell } = deps
  const written = await store.write({
    ...record,
    address: await deps.address(),
    wrongTries: 0,
    wrong: null,
    wrongTokens: 0,
    lastTryAt: now(),
  })
  if (written.ok && record.wrong !== null) tell({ what: 'right_after_wrong', ...record.wrong })
  return written
}

/** Wrong PINs since the last right one. `since` is this PC's clock at the first of them, in milliseconds since 1970. */
export type WrongPins = { readonly tries: number; readonly since: number }

/** What is kept of a PIN: never the PIN, and with it the wrong tries since the last right one. */
const storedRecord = z.object({
  salt: z.string(),
  hash: z.string(),
  /** What a guess costs: N of scrypt is this power of two. */
  power: z.number().int().min(10).max(17),
  /** Wrong ones in a row: since the last right one, or since a stop was ended. */
  wrongTries: z.number().int().nonnegative(),
  /** This PC's clock at the last try, milliseconds since 1970. */
  lastTryAt: z.number().int(),
  /** All since the last right one. */
  wrong: z.object({ tries: z.number().int().positive(), since: z.number().int() }).nullable(),
  /** Wrong tokens typed to end the stop. */
  wrongTokens: z.number().int().nonnegative(),
  /** The address of the service that was connected when the PIN was last right; null when nobody knows. */
  address: z.string().nullable(),
})

export type PinRecord = Readonly<z.infer<typeof storedRecord>>

/** After so many wrong ones in a row no PIN is looked at any more, until somebody types the token in use. */
export const mostWrongTries = 10

/** 128 MB for each guess: what OWASP asks for (N = 2^17, r = 8, p = 1). */
export const usualPower = 17
const hashLength = 32

function hashOf(pin: string, salt: Buffer, power: number): Promise<Buffer> {
  const N = 2 ** power
  // Twice what scrypt needs for N: Node refuses what comes near its limit.
  const cost = { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N }
  return new Promise((resolve, reject) => {
    // The same PIN typed with another keyboard may be composed of other code points.
    scrypt(pin.normalize('NFKC'), salt, hashLength, cost, (error, hash) => {
      if (error === null) resolve(hash)
      else reject(error)
    })
  })
}

/** A new record for a PIN, with nothing tried yet. @param address of the service that is connected now, if known. */
export async function makePinRecord(
  pin: string,
  now: number,
  { power = usualPower, address = null }: { readonly power?: number; readonly address?: string | null } = {},
): Promise<PinRecord> {
  const salt = randomBytes(16)
  const hash = await hashOf(pin, salt, power)
  return {
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    power,
    wrongTries: 0,
    lastTryAt: now,
    wrong: null,
    wrongTokens: 0,
    address,
  }
}

/** Whether it is this PIN. Takes as long for a wrong one as for the right one. */
export async function matchesPin(record: PinRecord, pin: string): Promise<boolean> {
  const kept = Buffer.from(record.hash, 'base64')
  const tried = await hashOf(pin, Buffer.from(record.salt, 'base64'), record.power)
  return kept.length === tried.length && timingSafeEqual(kept, tried)
}

/** Reads what the keychain holds; null for anything this program did not write. */
export function readPinRecord(text: string): PinRecord | null {
  try {
    return storedRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export type PinState = 'none' | 'set' | 'stopped' | 'damaged'

/** The record of the PIN in the keychain, and beside the credentials the word that there is one. */
export type PinStore = {
  /** Null only where there never was one. */
  readonly read: () => Promise<Result<PinRecord | null, KeychainFault | FaultOf<'pin_damaged'>>>
  readonly state: () => Promise<Result<PinState, KeychainFault>>
  /** Replaces the record as it is: a try was counted. */
  readonly write: (record: PinRecord) => Promise<Result<null, KeychainFault>>
  /** Keeps the record of a new PIN, and notes that there is one. */
  readonly keep: (record: PinRecord) => Promise<Result<null, KeychainFault>>
}

export type PinStoreDeps = {
  readonly keychain: Keychain
  readonly profile: string
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
  readonly wasUsed: () => boolean
  readonly isStopped: (record: PinRecord) => boolean
}

export function makePinStore(deps: PinStoreDeps): PinStore {
  const { keychain, profile, credentials, wasUsed, isStopped } = deps
  const name = vaultName('supervisor pin', profile)
  let isNoted = false

  async function noteIt(): Promise<void> {
    if (isNoted) return
    const note = await credentials.note()
    // Where this does not work it is tried again at the next question; the record itself is what counts.
    isNoted = (note.ok && note.value?.hasPin === true) || (await credentials.changeNote({ hasPin: true })).ok
  }

  async function hadOne(): Promise<Result<boolean, KeychainFault>> {
    const note = await credentials.note()
    if (!note.ok) return note
    return succeed(note.value === null ? wasUsed() : note.value.hasPin)
  }

  /** No record: there never was one, or it was deleted, or the keychain says "nothing" without meaning it. */
  async function missing(): Promise<Result<null, KeychainFault | FaultOf<'pin_damaged'>>> {
    const had = await hadOne()
    if (!had.ok || !had.value) return had.ok ? succeed(null) : had
    const works = await probeKeychain(keychain, vaultName('supervisor pin probe', profile))
    return works.ok ? fail({ kind: 'pin_damaged' }) : works
  }

  async function read(): Promise<Result<PinRecord | null, KeychainFault | FaultOf<'pin_damaged'>>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return missing()
    const record = readPinRecord(found.value)
    if (record === null) return fail({ kind: 'pin_damaged' })
    await noteIt()
    return succeed(record)
  }

  const write = (record: PinRecord) => keychain.write(name, JSON.stringify(record))

  return {
    read,
    write,
    async state() {
      const found = await read()
      if (found.ok && found.value === null) return succeed('none')
      if (found.ok) return succeed(found.value !== null && isStopped(found.value) ? 'stopped' : 'set')
      return found.fault.kind === 'pin_damaged' ? succeed('damaged') : fail(found.fault)
    },
    async keep(record) {
      // The record first: a note without one would be a lost PIN that nobody ever set.
      const written = await write(record)
      if (written.ok) await noteIt()
      return written
    },
  }
}

const second = 1000
const freeTries = 3
const firstWait = 30 * second
const longestWait = 15 * 60 * second

/** How long no PIN is looked at after so many wrong tries in a row, in milliseconds. */
export function waitAfterWrongTries(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWait * 2 ** (wrongTries - freeTries), longestWait)
}

export type Clocks = {
  /** Milliseconds since 1970 by this PC's clock, which anybody may set. */
  readonly now: () => number
  /** Milliseconds by a clock that nobody can set; it begins anew with each run. */
  readonly monotonic: () => number
}

type Counted = Pick<PinRecord, 'wrongTries' | 'lastTryAt'>

export type PinThrottle = {
  /** Milliseconds until a PIN is looked at again, 0 when it is now. */
  readonly rest: (record: Counted) => number
  /** Takes note of how often in a row the PIN was wrong by now; 0 after the right one. */
  readonly tried: (wrongTries: number) => void
}

/**
 * Within one run the waits go by the monotonic clock, so setting the PC's clock opens nothing. After a restart
 * only the PC's clock is left to ask: then at least the first wait is served again, counted from the start, so
 * a clock set forward buys one try per restart and half minute.
 */
export function makePinThrottle({ now, monotonic }: Clocks): PinThrottle {
  const startedAt = monotonic()
  /** When the next try is looked at, by the monotonic clock; null until this run has seen the record. */
  let opensAt: number | null = null

  function firstOpening(record: Counted): number {
    const wait = waitAfterWrongTries(record.wrongTries)
    if (wait === 0) return startedAt
    const rest = wait - Math.max(0, now() - record.lastTryAt)
    return Math.max(monotonic() + rest, startedAt + firstWait)
  }

  return {
    rest(record) {
      opensAt ??= firstOpening(record)
      return Math.max(0, opensAt - monotonic())
    },
    tried(wrongTries) {
      opensAt = monotonic() + waitAfterWrongTries(wrongTries)
    },
  }
}

/** How a stop after ten wrong PINs ends: by the token in use, which whoever set the till up has. */

/** Asks the service at that address whether it accepts the token. */
export type AcceptsToken = (credentials: StoredCredentials) => Promise<Result<null, Fault>>

export type ReopenDeps = {
  readonly store: PinStore
  /** The waits after wrong tokens; the PIN's own go on beside it. */
  readonly throttle: PinThrottle
  readonly now: () => number
  readonly tell: (news: PinNews) => void
  readonly isStopped: (record: PinRecord) => boolean
  readonly credentials: Pick<Vault, 'address' | 'isStoredToken'>
}

/**
 * Anybody may put another token in the place of the stored one, for the same service. So it is not enough that somebody
 * types what is stored: the service must accept it, and be the one that was connected when the PIN was last right.
 */
export async function reopenPin(
  typed: string,
  accepts: AcceptsToken,
  deps: ReopenDeps,
): Promise<Result<null, Fault>> {
  const { store, throttle, credentials, now, tell } = deps
  const found = await store.read()
  if (!found.ok) return found
  const record = found.value
  if (record === null || !deps.isStopped(record)) return succeed(null)
  const address = await credentials.address()
  if (record.address !== null && record.address !== address) {
    return fail({ kind: 'pin_stopped_elsewhere', address: record.address })
  }
  const { wrongTokens } = record
  const rest = throttle.rest({ wrongTries: wrongTokens, lastTryAt: record.lastTryAt })
  if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / 1000) })
  const counted = await store.write({ ...record, wrongTokens: wrongTokens + 1, lastTryAt: now() })
  if (!counted.ok) return counted
  const isStored = await credentials.isStoredToken(typed)
  if (!isStored.ok) return isStored
  if (!isStored.value) {
    throttle.tried(wrongTokens + 1)
    return fail({ kind: 'token_not_the_stored' })
  }
  throttle.tried(0)
  const accepted = await accepts({ address, token: typed.trim() })
  const ended = accepted.ok ? { wrongTries: 0 } : {}
  const written = await store.write({ ...record, ...ended, wrongTokens: 0, lastTryAt: now() })
  if (!written.ok || !accepted.ok) return written.ok ? accepted : written
  if (record.wrong !== null) tell({ what: 'reopened', ...record.wrong })
  return written
}
