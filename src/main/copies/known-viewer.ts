import { createHash } from 'node:crypto'
import type { Credentials, LendCredentials } from '../service/address'
import type { CopyViewer } from './cache-rows'

/** Whose copies these credentials' records are: the token itself goes into no file, its digest does not either. */
export function viewerOf({ address, token }: Credentials): CopyViewer {
  return { address, credentials: createHash('sha256').update(`${address}\0${token}`).digest('hex') }
}

/**
 * Answers whose copies may be seen now, null when nothing is set up or the keychain does not answer. What the
 * keychain said is kept in memory, without the token, for as long as `secretsStamp` answers the same text: a
 * keychain can take longer than all the rest of finding a copy. An address or token that were changed, by us or
 * by provisioning, hold from the next question on.
 */
export function makeKnownViewer(
  withCredentials: LendCredentials,
  secretsStamp: () => string,
): () => Promise<CopyViewer | null> {
  let known: { readonly stamp: string; readonly viewer: CopyViewer } | null = null
  return async () => {
    // Taken before the keychain is asked: what changes meanwhile is then asked for again.
    const stamp = secretsStamp()
    if (known !== null && known.stamp === stamp) return known.viewer
    const lent = await withCredentials(async (credentials) => viewerOf(credentials))
    known = lent.ok ? { stamp, viewer: lent.value } : null
    return lent.ok ? lent.value : null
  }
}
