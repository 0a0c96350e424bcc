import { blindIndex } from '../database/sealing'
import type { Mark } from './journal-rows'

/** What no marks at all add up to. */
export const noMarks = '0'.repeat(64)

/** Stands in a journal of the first version until its marks have been added up once, at its next opening. */
export const digestDue = 'due'

/**
 * Adds a mark to what all marks add up to, or takes it out again when it is in. No mark is a line of the chain,
 * so this is how one that was dropped, lowered or put back is noticed at open.
 * @param payment the blind index that the mark stands under.
 */
export function withMark(key: Buffer, digest: string, payment: Buffer, mark: Mark): string {
  const own = blindIndex(key, 'mark', `${payment.toString('hex')} ${mark.refunded} ${mark.updatedAt}`)
  const sum = Buffer.from(digest, 'hex')
  return Buffer.from(own.map((byte, index) => byte ^ (sum[index] ?? 0))).toString('hex')
}
