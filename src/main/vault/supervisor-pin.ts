import { performance } from 'node:perf_hooks'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'
import { makePinRecord, matchesPin, type PinRecord, readPinRecord } from './pin-record'
import { type Clocks, makePinThrottle, type PinThrottle, waitAfter } from './pin-throttle'
import { vaultName } from './vault-name'
import { isWeakPin } from './weak-pin'

type CheckFault = FaultOf<
  'pin_not_set' | 'pin_damaged' | 'pin_wrong' | 'pin_throttled' | 'keychain_unavailable'
>

/** The supervisor's PIN (design.md, protocol 9). Calls are taken one after the other. */
export type SupervisorPin = {
  readonly state: () => Promise<Result<PinState, KeychainFault>>
  readonly check: (pin: string) => Promise<Result<null, CheckFault>>
  /** The first PIN needs no current one; a later one does, under the same throttle. */
  readonly set: (pins: {
    readonly currentPin: string
    readonly newPin: string
  }) => Promise<Result<null, CheckFault | FaultOf<'pin_weak'>>>
  /**
   * Puts a new PIN in the place of a damaged record, and of nothing else. For provisioning alone: whoever
   * stands at the counter must not become the supervisor because a record broke.
   */
  readonly replaceDamaged: (newPin: string) => Promise<Result<null, KeychainFault | FaultOf<'pin_weak'>>>
}

export type PinState = 'none' | 'set' | 'damaged'

export type SupervisorPinParts = Partial<Clocks> & {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
}

/** The record of the PIN in the keychain. */
type PinStore = {
  readonly read: () => Promise<Result<PinRecord | null, KeychainFault | FaultOf<'pin_damaged'>>>
  readonly write: (record: PinRecord) => Promise<Result<null, KeychainFault>>
}

export function makeSupervisorPin(parts: SupervisorPinParts): SupervisorPin {
  const { keychain, profile, now = Date.now, monotonic = () => performance.now() } = parts
  const store = makePinStore(keychain, vaultName('supervisor pin', profile))
  const throttle = makePinThrottle({ now, monotonic })
  let previous: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = previous.then(work)
    previous = turn.catch(() => undefined)
    return turn
  }

  return {
    state: () => inTurn(() => pinState(store)),
    check: (pin) => inTurn(() => checkPin(pin, store, throttle, now)),
    set: ({ currentPin, newPin }) =>
      inTurn(async () => {
        if (isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
        const allowed = await checkPin(currentPin, store, throttle, now)
        if (!allowed.ok && allowed.fault.kind !== 'pin_not_set') return allowed
        return store.write(await makePinRecord(newPin, now()))
      }),
    replaceDamaged: (newPin) =>
      inTurn(async () => {
        if (isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
        const state = await pinState(store)
        if (!state.ok) return state
        return state.value === 'damaged' ? store.write(await makePinRecord(newPin, now())) : succeed(null)
      }),
  }
}

async function pinState(store: PinStore): Promise<Result<PinState, KeychainFault>> {
  const found = await store.read()
  if (found.ok) return succeed(found.value === null ? 'none' : 'set')
  return found.fault.kind === 'pin_damaged' ? succeed('damaged') : fail(found.fault)
}

async function checkPin(
  pin: string,
  store: PinStore,
  throttle: PinThrottle,
  now: () => number,
): Promise<Result<null, CheckFault>> {
  const found = await store.read()
  if (!found.ok) return found
  if (found.value === null) return fail({ kind: 'pin_not_set' })
  const rest = throttle.rest(found.value)
  if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / 1000) })
  // Counted before it is looked at: ending the program in between must not make a try free.
  const wrongTries = found.value.wrongTries + 1
  const counted = await store.write({ ...found.value, wrongTries, lastTryAt: now() })
  if (!counted.ok) return counted
  if (!(await matchesPin(found.value, pin))) {
    throttle.tried(wrongTries)
    return fail({ kind: 'pin_wrong', waitSeconds: waitAfter(wrongTries) / 1000 })
  }
  throttle.tried(0)
  return store.write({ ...found.value, wrongTries: 0, lastTryAt: now() })
}

function makePinStore(keychain: Keychain, name: string): PinStore {
  return {
    async read() {
      const found = await keychain.read(name)
      if (!found.ok) return found
      if (found.value === null) return succeed(null)
      const record = readPinRecord(found.value)
      return record === null ? fail({ kind: 'pin_damaged' }) : succeed(record)
    },
    write: (record) => keychain.write(name, JSON.stringify(record)),
  }
}
