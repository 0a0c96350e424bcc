import { createHash } from 'node:crypto'
import type { Credentials, LendCredentials } from '../payments/http-payment-service'
import type { CopyOwner } from './cache-rows'

/** Whose copies these credentials' records are: the token itself goes into no file, its digest does not either. */
export function ownerOf({ address, token }: Credentials): CopyOwner {
  return { address, credentials: createHash('sha256').update(`${address}\0${token}`).digest('hex') }
}

/**
 * Answers whose copies may be seen now, null when nothing is set up or the keychain does not answer. What the
 * keychain said is kept in memory, without the token, for as long as `secretsStamp` answers the same text: a
 * keychain can take longer than all the rest of finding a copy. An address or token that were changed, by us or
 * by provisioning, hold from the next question on.
 */
export function makeKnownOwner(
  withCredentials: LendCredentials,
  secretsStamp: () => string,
): () => Promise<CopyOwner | null> {
  let known: { readonly stamp: string; readonly owner: CopyOwner } | null = null
  return async () => {
    // Taken before the keychain is asked: what changes meanwhile is then asked for again.
    const stamp = secretsStamp()
    if (known !== null && known.stamp === stamp) return known.owner
    const lent = await withCredentials(async (credentials) => ownerOf(credentials))
    known = lent.ok ? { stamp, owner: lent.value } : null
    return lent.ok ? lent.value : null
  }
}
