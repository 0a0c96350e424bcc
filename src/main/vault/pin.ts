/** The supervisor's PIN (refund-protocol.md 9 and 11): its record in the keychain, the waits after wrong ones, the stop. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import type { Fault, FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { makeSignal, makeTurns, type Signal } from '../system/signal'
import type { StoredCredentials } from './credentials'
import { type Keychain, type KeychainFault, probeKeychain, vaultName } from './keychain'
import type { Vault } from './vault'
import { isWeakPin } from './weak-pin'

export type PinState = 'none' | 'set' | 'stopped' | 'damaged'

/** Wrong PINs since the last right one. `since` is this PC's clock at the first of them, in milliseconds since 1970. */
export type WrongPins = { readonly tries: number; readonly since: number }

/** What somebody must hear of: the right PIN came after wrong ones, no PIN is looked at any more, or again. */
export type PinNews = WrongPins & { readonly what: 'right_after_wrong' | 'stopped' | 'reopened' }

/** Asks the service at that address whether it accepts the token. */
export type AcceptsToken = (credentials: StoredCredentials) => Promise<Result<null, Fault>>

type CheckFault = FaultOf<
  'pin_not_set' | 'pin_damaged' | 'pin_wrong' | 'pin_throttled' | 'pin_stopped' | 'keychain_unavailable'
>

/** Calls are taken one after the other. */
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
  readonly news: Signal<PinNews>
}

export type SupervisorPinDeps = Partial<Clocks> & {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
  /** Where it stands that there is a PIN, and which service is connected. */
  readonly credentials: Pick<Vault, 'note' | 'changeNote' | 'address' | 'isStoredToken'>
  /** Whether this profile has ever had a journal: then credentials that are gone were deleted. No unless given. */
  readonly wasUsed?: () => boolean
  /** No stop in practice: its token is nobody's to type. Stops unless told otherwise. */
  readonly neverStops?: boolean
  /** What a guess costs, as a power of two; 128 MB unless given. */
  readonly power?: number
}

const second = 1000
/** After so many wrong ones in a row no PIN is looked at any more, until somebody types the token in use. */
const maxWrongTries = 10
const freeTries = 3
const firstWaitMs = 30 * second
const maxWaitMs = 15 * 60 * second

export function makeSupervisorPin(deps: SupervisorPinDeps): SupervisorPin {
  const { credentials, power = defaultPower, neverStops = false } = deps
  const { now = Date.now, monotonic = () => performance.now() } = deps
  const store = makePinStore(deps)
  const pinWaits = makeThrottle({ now, monotonic })
  const tokenWaits = makeThrottle({ now, monotonic })
  const { inTurn } = makeTurns()
  const news = makeSignal<PinNews>()
  const isStopped = ({ wrongTries }: PinRecord) => !neverStops && wrongTries >= maxWrongTries
  /** Null where nothing is connected, or the keychain does not say: then a stop is bound to no service. */
  const address = async () => (await credentials.address()) || null

  async function state(): Promise<Result<PinState, KeychainFault>> {
    const found = await store.read()
    if (found.ok) return succeed(found.value === null ? 'none' : isStopped(found.value) ? 'stopped' : 'set')
    return found.fault.kind === 'pin_damaged' ? succeed('damaged') : fail(found.fault)
  }

  async function check(pin: string): Promise<Result<null, CheckFault>> {
    const found = await store.read()
    if (!found.ok) return found
    const record = found.value
    if (record === null) return fail({ kind: 'pin_not_set' })
    if (isStopped(record)) return fail({ kind: 'pin_stopped' })
    const rest = pinWaits.rest(record)
    if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / second) })
    // Counted before it is looked at: ending the program in between must not make a try free.
    const at = now()
    const wrong = { tries: (record.wrong?.tries ?? 0) + 1, since: record.wrong?.since ?? at }
    const counted = { ...record, wrongTries: record.wrongTries + 1, lastTryAt: at, wrong }
    const kept = await store.write(counted)
    if (!kept.ok) return kept
    if (!(await matchesPin(record, pin))) return refused(counted, wrong)
    pinWaits.tried(0)
    return noteRight(record)
  }

  function refused(counted: PinRecord, wrong: WrongPins): Result<null, CheckFault> {
    pinWaits.tried(counted.wrongTries)
    if (!isStopped(counted)) {
      return fail({ kind: 'pin_wrong', waitSeconds: waitAfterWrongTries(counted.wrongTries) / second })
    }
    news.fire({ what: 'stopped', ...wrong })
    return fail({ kind: 'pin_stopped' })
  }

  /** The right PIN ends the count, and binds a later stop to the service that is connected now. */
  async function noteRight(record: PinRecord): Promise<Result<null, KeychainFault>> {
    const none = { wrongTries: 0, wrong: null, wrongTokens: 0 }
    const written = await store.write({ ...record, ...none, address: await address(), lastTryAt: now() })
    if (written.ok && record.wrong !== null) news.fire({ what: 'right_after_wrong', ...record.wrong })
    return written
  }

  async function keep(newPin: string, before: PinState): ReturnType<SupervisorPin['keep']> {
    const found = await state()
    if (!found.ok) return found
    if (found.value !== before) return fail({ kind: 'pin_wrong', waitSeconds: 0 })
    return store.keep(await makePinRecord(newPin, now(), { power, address: await address() }))
  }

  /**
   * Anybody may put another token in the place of the stored one, for the same service. So it is not enough that somebody
   * types what is stored: the service must accept it, and be the one that was connected when the PIN was last right.
   */
  async function reopen(typed: string, accepts: AcceptsToken): Promise<Result<null, Fault>> {
    const found = await store.read()
    if (!found.ok) return found
    const record = found.value
    if (record === null || !isStopped(record)) return succeed(null)
    const connected = await credentials.address()
    if (record.address !== null && record.address !== connected) {
      return fail({ kind: 'pin_stopped_elsewhere', address: record.address })
    }
    const { wrongTokens } = record
    const rest = tokenWaits.rest({ wrongTries: wrongTokens, lastTryAt: record.lastTryAt })
    if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / second) })
    const counted = await store.write({ ...record, wrongTokens: wrongTokens + 1, lastTryAt: now() })
    if (!counted.ok) return counted
    const isStored = await credentials.isStoredToken(typed)
    if (!isStored.ok) return isStored
    if (!isStored.value) {
      tokenWaits.tried(wrongTokens + 1)
      return fail({ kind: 'token_not_the_stored' })
    }
    tokenWaits.tried(0)
    const accepted = await accepts({ address: connected, token: typed.trim() })
    const ended = accepted.ok ? { wrongTries: 0 } : {}
    const written = await store.write({ ...record, ...ended, wrongTokens: 0, lastTryAt: now() })
    if (!written.ok || !accepted.ok) return written.ok ? accepted : written
    if (record.wrong !== null) news.fire({ what: 'reopened', ...record.wrong })
    return written
  }

  return {
    state: () => inTurn(state),
    check: (pin) => inTurn(() => check(pin)),
    keep: async (newPin, before) =>
      isWeakPin(newPin) ? fail({ kind: 'pin_weak' }) : inTurn(() => keep(newPin, before)),
    reopen: (token, accepts) => inTurn(() => reopen(token, accepts)),
    news,
  }
}

type Clocks = {
  /** Milliseconds since 1970 by this PC's clock, which anybody may set. */
  readonly now: () => number
  /** Milliseconds by the monotonic clock, which begins anew with each run. */
  readonly monotonic: () => number
}

/** How long no PIN is looked at after so many wrong tries in a row, in milliseconds. */
export function waitAfterWrongTries(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrongTries - freeTries), maxWaitMs)
}

/**
 * Within one run the waits go by the monotonic clock, so setting the PC's clock opens nothing. After a restart
 * only the PC's clock is left to ask: then at least the first wait is served again, counted from the start, so
 * a clock set forward buys one try per restart and half minute.
 */
function makeThrottle({ now, monotonic }: Clocks) {
  const startedAt = monotonic()
  /** When the next try is looked at, by the monotonic clock; null until this run has seen the record. */
  let opensAt: number | null = null

  function firstOpening(record: Pick<PinRecord, 'wrongTries' | 'lastTryAt'>): number {
    const wait = waitAfterWrongTries(record.wrongTries)
    if (wait === 0) return startedAt
    const rest = wait - Math.max(0, now() - record.lastTryAt)
    return Math.max(monotonic() + rest, startedAt + firstWaitMs)
  }

  return {
    /** Milliseconds until a PIN is looked at again, 0 when it is now. */
    rest(record: Pick<PinRecord, 'wrongTries' | 'lastTryAt'>): number {
      opensAt ??= firstOpening(record)
      return Math.max(0, opensAt - monotonic())
    },
    /** Takes note of how often in a row the PIN was wrong by now; 0 after the right one. */
    tried(wrongTries: number): void {
      opensAt = monotonic() + waitAfterWrongTries(wrongTries)
    },
  }
}

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

type PinRecord = Readonly<z.infer<typeof storedRecord>>

/** 128 MB for each guess: what OWASP asks for (N = 2^17, r = 8, p = 1). */
const defaultPower = 17
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
  {
    power = defaultPower,
    address = null,
  }: { readonly power?: number; readonly address?: string | null } = {},
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
async function matchesPin(record: PinRecord, pin: string): Promise<boolean> {
  const kept = Buffer.from(record.hash, 'base64')
  const tried = await hashOf(pin, Buffer.from(record.salt, 'base64'), record.power)
  return kept.length === tried.length && timingSafeEqual(kept, tried)
}

/** Null for anything that this program did not write. */
function readPinRecord(text: string): PinRecord | null {
  try {
    return storedRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The record of the PIN in the keychain, and beside the credentials the word that there is one. */
export function makePinStore({
  keychain,
  profile,
  credentials,
  wasUsed = () => false,
}: Pick<SupervisorPinDeps, 'keychain' | 'profile' | 'wasUsed'> & {
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
}) {
  const name = vaultName('supervisor pin', profile)
  let isNoted = false
  const write = (record: PinRecord) => keychain.write(name, JSON.stringify(record))

  async function noteIt(): Promise<void> {
    if (isNoted) return
    const note = await credentials.note()
    // Where this does not work it is tried again at the next question; the record itself is what counts.
    isNoted = (note.ok && note.value?.hasPin === true) || (await credentials.changeNote({ hasPin: true })).ok
  }

  /** No record: there never was one, or it was deleted, or the keychain says "nothing" without meaning it. */
  async function missing(): Promise<Result<null, KeychainFault | FaultOf<'pin_damaged'>>> {
    const note = await credentials.note()
    if (!note.ok) return note
    if (!(note.value === null ? wasUsed() : note.value.hasPin)) return succeed(null)
    const works = await probeKeychain(keychain, vaultName('supervisor pin probe', profile))
    return works.ok ? fail({ kind: 'pin_damaged' }) : works
  }

  return {
    /** Null only where there never was one. */
    async read(): Promise<Result<PinRecord | null, KeychainFault | FaultOf<'pin_damaged'>>> {
      const found = await keychain.read(name)
      if (!found.ok) return found
      if (found.value === null) return missing()
      const record = readPinRecord(found.value)
      if (record === null) return fail({ kind: 'pin_damaged' })
      await noteIt()
      return succeed(record)
    },
    /** Replaces the record as it is: a try was counted. */
    write,
    /** Keeps the record of a new PIN, and notes that there is one. */
    async keep(record: PinRecord): Promise<Result<null, KeychainFault>> {
      // The record first: a note without one would be a lost PIN that nobody ever set.
      const written = await write(record)
      if (written.ok) await noteIt()
      return written
    },
  }
}
