import { performance } from 'node:perf_hooks'
import type { Fault, FaultOf } from '../../shared/fault'
import { fail, type Result } from '../../shared/result'
import { makeTurns } from '../scheduling/turns'
import type { Keychain, KeychainFault } from './keychain'
import {
  makePinRecord,
  matchesPin,
  mostWrongTries,
  type PinRecord,
  usualPower,
  type WrongPins,
} from './pin-record'
import { makePinStore, type PinState, type PinStore } from './pin-store'
import { type Clocks, makePinThrottle, type PinThrottle, waitAfterWrongTries } from './pin-throttle'
import { makeProfileLock, type ProfileLock } from './profile-lock'
import { type AcceptsToken, reopenPin } from './reopen-pin'
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
