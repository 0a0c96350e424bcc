import { randomUUID } from 'node:crypto'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import type { Credentials, LendCredentials } from './credentials'
import type { ShowFault, TransactionReader } from './payment-service'

/**
 * Makes a question to the service whether it accepts a token (refund-protocol.md 12). It asks for a transaction that
 * nobody has: a record, or the documented "not found", is the answer of a service that looked. One that has an error for
 * ids it does not know is asked for a payment that was looked up before, and must show that. Whatever else comes is
 * answered as the fault that it is. Nothing is kept.
 * @param newestId the internal id of the payment that was looked up last; null when none was.
 */
export function makeAcceptsToken(
  makeService: (credentials: LendCredentials) => TransactionReader,
  newestId: () => Promise<string | null>,
) {
  return async (credentials: Credentials): Promise<Result<null, Fault>> => {
    const service = makeService(async (use) => succeed(await use(credentials)))
    const reply = await service.show({ kind: 'internal_id', code: randomUUID() })
    if (reply.ok || hasLooked(reply.fault)) return succeed(null)
    if (reply.fault.kind !== 'service_error') return reply
    const id = await newestId()
    if (id === null) return reply
    const known = await service.show({ kind: 'internal_id', code: id })
    return known.ok ? succeed(null) : known
  }
}

function hasLooked(fault: ShowFault): boolean {
  // Any server answers 404; only the service says it in its documented words.
  return fault.kind === 'other_record' || (fault.kind === 'not_found' && fault.message !== '')
}
