import { z } from 'zod'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { readServiceAddress } from '../payments/service-address'

/** Address and token are one value: a new token is never sent to an old address (design.md, "Words and places"). */
export const storedCredentials = z.object({ address: z.string(), token: z.string() }).readonly()
export type StoredCredentials = z.infer<typeof storedCredentials>

/** Windows keeps at most 2,560 bytes under one name. */
const longestStored = 2500

/** What a header can carry after "Bearer ": visible ASCII, no spaces. */
const tokenText = /^[\x21-\x7e]+$/

/**
 * Checks what a person typed or provisioning read, trimmed, before anything is kept. The fault's `detail` says
 * what is wrong without repeating the token.
 */
export function checkCredentials(
  typed: StoredCredentials,
): Result<StoredCredentials, FaultOf<'address_not_allowed' | 'token_not_usable'>> {
  const address = readServiceAddress(typed.address)
  if (!address.ok) return address
  const token = typed.token.trim()
  if (token === '') return unusable('It is empty.')
  if (!tokenText.test(token))
    return unusable('It holds a space, a line break or a sign that is not plain ASCII.')
  const credentials = { address: address.value.text, token }
  if (Buffer.byteLength(JSON.stringify(credentials)) > longestStored) {
    return unusable('It is longer than every system’s keychain can keep (about 2,400 characters).')
  }
  return succeed(credentials)
}

function unusable(detail: string): { readonly ok: false; readonly fault: FaultOf<'token_not_usable'> } {
  return fail({ kind: 'token_not_usable', detail })
}

/** Reads what the keychain holds; null for anything this program did not write. */
export function readStoredCredentials(text: string): StoredCredentials | null {
  try {
    const parsed = storedCredentials.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
