import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from './judge-refund'
import type { Switches } from './switches'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Checks the two headers that both operations require (interface.md §5). Answers the refusal, or null when
 * they are right.
 */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  token: string,
  switches: Switches,
): Refusal | null {
  const given = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given === undefined || !timingSafeEqual(digest(given), digest(token))) {
    const status = Number(switches.unauthenticatedStatus)
    return { status, message: status === 500 ? 'Internal Error' : 'Unauthenticated' }
  }
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const accepted = parameters.length === 0 || switches.contentTypeParameters === 'accept'
  if (mediaType.trim() === 'application/x-www-form-urlencoded' && accepted) return null
  return { status: 415, message: 'The Content-Type must be application/x-www-form-urlencoded' }
}
