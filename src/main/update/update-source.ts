/** Where updates come from and whose signature they carry: the administrator's word, and what the program was built with. */
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { readUpdateKey } from './signed-update'

/** What a policy says of updates: `address` is where `tillside-update.json` lies. Without it nothing is asked of anybody. */
export const updatePolicySchema = z.strictObject({
  address: z.string().optional(),
  /** The hour of the day, by this PC's clock, in which a new version may be installed. */
  hour: z.number().int().min(0).max(23).default(3),
})
export type UpdatePolicy = Readonly<z.infer<typeof updatePolicySchema>>

declare const TILLSIDE_UPDATE_KEY: string | undefined

/** The public key that this program was built with (`resources/update-key.pub`), '' when there was none. */
export const builtUpdateKey = typeof TILLSIDE_UPDATE_KEY === 'undefined' ? '' : TILLSIDE_UPDATE_KEY

/** The key that tests sign with; its private half is in testing/test-key.ts, for everybody to read. */
export const publicTestKey = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAI3Zlm38JnF/7qvzD37hRgGsBvoBFu8QiSeGCks/xwy4=
-----END PUBLIC KEY-----
`

export type UpdateSource = {
  /** With a slash at its end. */
  readonly address: URL
  readonly key: KeyObject
}

export type SourceOrder = {
  readonly address: string | undefined
  /** PEM; '' for none. */
  readonly key: string
  /** Whether this build may be driven from outside, and is not for a store. */
  readonly isForTests: boolean
  /** Whether this program may connect to this PC alone, whatever its key is. */
  readonly isForThisPcOnly: boolean
}

/**
 * Answers what is asked for updates, and by which key they are judged; or why nothing is. A program without a key of its
 * own has only the one of the tests, and that is good for servers on this PC alone.
 */
export function updateSource(order: SourceOrder): Result<UpdateSource, 'not_set' | 'no_key' | 'address'> {
  if (order.address === undefined) return fail('not_set')
  const testKey = readUpdateKey(publicTestKey)
  const key = order.key === '' && order.isForTests ? testKey : readUpdateKey(order.key)
  if (key === null) return fail('no_key')
  const address = readAddress(order.address)
  if (address === null) return fail('address')
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (address.protocol !== 'https:' && !(isHere && order.isForTests)) return fail('address')
  if (testKey?.equals(key) !== false && !isHere) return fail('no_key')
  if (order.isForThisPcOnly && !isHere) return fail('address')
  return succeed({ address, key })
}

/** Null for what is no web address, and for one with a name, a question or a fragment in it. */
function readAddress(text: string): URL | null {
  if (/[?#]/.test(text)) return null
  try {
    const address = new URL(text.endsWith('/') ? text : `${text}/`)
    const isWeb = address.protocol === 'https:' || address.protocol === 'http:'
    return isWeb && address.username === '' && address.password === '' ? address : null
  } catch {
    return null
  }
}
