import { performance } from 'node:perf_hooks'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { makeTurns } from '../scheduling/turns'
import type { Keychain, KeychainFault } from './keychain'
import { isWeakPin, makePinRecord, matchesPin, type PinRecord } from './pin-record'
import { makePinStore, type PinState, type PinStore } from './pin-store'
import { type Clocks, makePinThrottle, type PinThrottle, waitAfterWrongTries } from './pin-throttle'
import type { Vault } from './vault'

type CheckFault = FaultOf<
  'pin_not_set' | 'pin_damaged' | 'pin_wrong' | 'pin_throttled' | 'keychain_unavailable'
>

/** The supervisor's PIN (design.md, protocol 9 and 11). Calls are taken one after the other. */
export type SupervisorPin = {
  /** `damaged` is a record that cannot be read, and one that is missing although there was one. */
  readonly state: () => Promise<Result<PinState, KeychainFault>>
  readonly check: (pin: string) => Promise<Result<null, CheckFault>>
  /** The first PIN needs no current one; a later one does, under the same throttle. */
  readonly set: (pins: {
    readonly currentPin: string
    readonly newPin: string
  }) => Promise<Result<null, CheckFault | FaultOf<'pin_weak'>>>
  /**
   * Puts a new PIN in the place of a record that is damaged or lost, and of nothing else. For provisioning, and for
   * whoever typed a token that the service accepts: nobody at the counter may become the supervisor because an
   * entry broke or was deleted.
   */
  readonly replaceDamaged: (newPin: string) => Promise<Result<null, KeychainFault | FaultOf<'pin_weak'>>>
}

export type SupervisorPinDeps = Partial<Clocks> & {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
  /** Where it stands that there is a PIN. */
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
  /** Whether this profile has ever had a journal: then credentials that are gone were deleted. No unless given. */
  readonly wasUsed?: () => boolean
}

export function makeSupervisorPin(deps: SupervisorPinDeps): SupervisorPin {
  const { now = Date.now, monotonic = () => performance.now(), wasUsed = () => false } = deps
  const store = makePinStore({ ...deps, wasUsed })
  const throttle = makePinThrottle({ now, monotonic })
  const { inTurn } = makeTurns()

  return {
    state: () => inTurn(store.state),
    check: (pin) => inTurn(() => checkPin(pin, store, throttle, now)),
    set: ({ currentPin, newPin }) =>
      inTurn(async () => {
        if (isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
        const allowed = await checkPin(currentPin, store, throttle, now)
        if (!allowed.ok && allowed.fault.kind !== 'pin_not_set') return allowed
        return store.keep(await makePinRecord(newPin, now()))
      }),
    replaceDamaged: (newPin) =>
      inTurn(async () => {
        if (isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
        const state = await store.state()
        if (!state.ok) return state
        return state.value === 'damaged' ? store.keep(await makePinRecord(newPin, now())) : succeed(null)
      }),
  }
}

async function checkPin(
  pin: string,
  store: PinStore,
  throttle: PinThrottle,
  now: () => number,
): Promise<Result<null, CheckFault>> {
  const found = await store.read()
  if (!found.ok) return found
  const record: PinRecord | null = found.value
  if (record === null) return fail({ kind: 'pin_not_set' })
  const rest = throttle.rest(record)
  if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / 1000) })
  // Counted before it is looked at: ending the program in between must not make a try free.
  const wrongTries = record.wrongTries + 1
  const counted = await store.write({ ...record, wrongTries, lastTryAt: now() })
  if (!counted.ok) return counted
  if (!(await matchesPin(record, pin))) {
    throttle.tried(wrongTries)
    return fail({ kind: 'pin_wrong', waitSeconds: waitAfterWrongTries(wrongTries) / 1000 })
  }
  throttle.tried(0)
  return store.write({ ...record, wrongTries: 0, lastTryAt: now() })
}
