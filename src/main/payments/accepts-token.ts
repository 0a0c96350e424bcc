import { randomUUID } from 'node:crypto'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import type { Credentials, LendCredentials } from './http-payment-service'
import type { PaymentService } from './payment-service'

/**
 * Makes a question to the service whether it accepts a token (design.md, protocol 12). It asks for a transaction that
 * nobody has: a record, or the documented "not found", is the answer of a service that looked; whatever else comes is
 * answered as the fault that it is. Nothing is kept.
 */
export function makeAcceptsToken(
  makeService: (credentials: LendCredentials) => Pick<PaymentService, 'show'>,
) {
  return async (credentials: Credentials): Promise<Result<null, Fault>> => {
    const service = makeService(async (use) => succeed(await use(credentials)))
    const reply = await service.show({ kind: 'internal_id', code: randomUUID() })
    if (reply.ok || reply.fault.kind === 'other_record') return succeed(null)
    const { fault } = reply
    // Any server answers 404; only the service says it in its documented words.
    const looked = fault.kind === 'not_found' && fault.message !== ''
    return looked ? succeed(null) : reply
  }
}
