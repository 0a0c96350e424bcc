/** How a stop after ten wrong PINs ends: by the token in use, which whoever set the till up has. */
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { PinRecord } from './pin-record'
import type { PinStore } from './pin-store'
import type { PinThrottle } from './pin-throttle'
import type { StoredCredentials } from './stored-credentials'
import type { PinNews } from './supervisor-pin'
import type { Vault } from './vault'

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
