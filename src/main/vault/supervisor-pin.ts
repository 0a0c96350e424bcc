import { performance } from 'node:perf_hooks'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'
import { makePinRecord, matchesPin, type PinRecord, readPinRecord } from './pin-record'
import { vaultName } from './vault-name'
import { isWeakPin } from './weak-pin'

const second = 1000
const freeTries = 3
const firstWait = 30 * second
const longestWait = 15 * 60 * second

/** How long no PIN is looked at after so many wrong tries in a row, in milliseconds. */
export function waitAfter(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWait * 2 ** (wrongTries - freeTries), longestWait)
}

type CheckFault = FaultOf<'pin_not_set' | 'pin_wrong' | 'pin_throttled' | 'keychain_unavailable'>

/** The supervisor's PIN (design.md, protocol 9). Calls are taken one after the other. */
export type SupervisorPin = {
  readonly isSet: () => Promise<Result<boolean, KeychainFault>>
  readonly check: (pin: string) => Promise<Result<null, CheckFault>>
  /** The first PIN needs no current one; a later one does, under the same throttle. */
  readonly set: (pins: {
    readonly currentPin: string
    readonly newPin: string
  }) => Promise<Result<null, CheckFault | FaultOf<'pin_weak'>>>
}

export type SupervisorPinParts = {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
  /** Milliseconds since 1970 by this PC's clock, which anybody may set. */
  readonly now?: () => number
  /** Milliseconds by a clock that nobody can set. */
  readonly monotonic?: () => number
}

/**
 * Within one run the waits go by the monotonic clock, so setting the PC's clock opens nothing. After a restart
 * only the PC's clock is left to ask: then at least the first wait is served again, counted from the start, so
 * a clock set forward buys one try per restart and half minute.
 */
export function makeSupervisorPin(parts: SupervisorPinParts): SupervisorPin {
  const { keychain, profile, now = Date.now, monotonic = () => performance.now() } = parts
  const name = vaultName('supervisor pin', profile)
  const startedAt = monotonic()
  /** When the next try is looked at, by the monotonic clock; null until this run has read the record. */
  let opensAt: number | null = null
  let previous: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = previous.then(work)
    previous = turn.catch(() => undefined)
    return turn
  }

  async function read(): Promise<Result<PinRecord | null, KeychainFault>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return succeed(null)
    const record = readPinRecord(found.value)
    return record === null ? unavailable('The PIN in the keychain is damaged.') : succeed(record)
  }

  const write = (record: PinRecord) => keychain.write(name, JSON.stringify(record))

  function opening(record: PinRecord): number {
    const wait = waitAfter(record.wrongTries)
    if (wait === 0) return startedAt
    const rest = wait - Math.max(0, now() - record.lastTryAt)
    return Math.max(monotonic() + rest, startedAt + firstWait)
  }

  async function check(pin: string): Promise<Result<null, CheckFault>> {
    const found = await read()
    if (!found.ok) return found
    if (found.value === null) return fail({ kind: 'pin_not_set' })
    opensAt ??= opening(found.value)
    const rest = opensAt - monotonic()
    if (rest > 0) return fail({ kind: 'pin_throttled', waitSeconds: Math.ceil(rest / second) })
    // Counted before it is looked at: ending the program in between must not make a try free.
    const wrongTries = found.value.wrongTries + 1
    const counted = await write({ ...found.value, wrongTries, lastTryAt: now() })
    if (!counted.ok) return counted
    const right = await matchesPin(found.value, pin)
    opensAt = right ? monotonic() : monotonic() + waitAfter(wrongTries)
    if (!right) return fail({ kind: 'pin_wrong', waitSeconds: waitAfter(wrongTries) / second })
    const cleared = await write({ ...found.value, wrongTries: 0, lastTryAt: now() })
    return cleared.ok ? succeed(null) : cleared
  }

  return {
    isSet: () =>
      inTurn(async () => {
        const found = await read()
        return found.ok ? succeed(found.value !== null) : found
      }),
    check: (pin) => inTurn(() => check(pin)),
    set: ({ currentPin, newPin }) =>
      inTurn(async () => {
        if (isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
        const allowed = await check(currentPin)
        if (!allowed.ok && allowed.fault.kind !== 'pin_not_set') return allowed
        return write(await makePinRecord(newPin, now()))
      }),
  }
}

function unavailable(detail: string): { readonly ok: false; readonly fault: KeychainFault } {
  return fail({ kind: 'keychain_unavailable', detail })
}
