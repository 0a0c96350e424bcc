import { randomUUID } from 'node:crypto'
import { type Result, succeed, unreachable } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import type { Credentials, LendCredentials } from './address'
import type { ShowFault, TransactionReader } from './show'

type MakeService = (credentials: LendCredentials) => TransactionReader
type NewestId = () => Promise<string | null>

/** Shows one payment of the service at that address, with that token: one that nobody has unless it is named. */
function showWith(makeService: MakeService, credentials: Credentials, code: string = randomUUID()) {
  return makeService(async (use) => succeed(await use(credentials))).show({ kind: 'internal_id', code })
}

/**
 * Makes a question to the service whether it accepts a token (refund-protocol.md 12). It asks for a transaction that
 * nobody has: a record, or the documented "not found", is the answer of a service that looked. One that has an error for
 * ids it does not know is asked for a payment that was looked up before, and must show that. Whatever else comes is
 * answered as the fault that it is. Nothing is kept.
 * @param newestId the internal id of the payment that was looked up last; null when none was.
 */
export function makeAcceptsToken(makeService: MakeService, newestId: NewestId) {
  return async (credentials: Credentials): Promise<Result<null, Fault>> => {
    const reply = await showWith(makeService, credentials)
    if (reply.ok || wordOf(reply.fault) === 'looked') return succeed(null)
    const id = reply.fault.kind === 'service_error' ? await newestId() : null
    if (id === null) return reply
    const known = await showWith(makeService, credentials, id)
    return known.ok ? succeed(null) : known
  }
}

/**
 * Makes a question whether the service shows the payment that this till knows last to whoever has that token. A token of
 * another merchant at the same service is accepted there, and is shown other payments. No where none is known.
 */
export function makeShowsPayment(makeService: MakeService, newestId: NewestId) {
  return async (credentials: Credentials): Promise<boolean> => {
    const id = await newestId()
    return id !== null && (await showWith(makeService, credentials, id)).ok
  }
}

/** What a service said to an address and a token that are not stored yet. */
export type ServiceWord =
  | { readonly said: 'reached' }
  | { readonly said: 'refused' | 'unreachable' | 'strange'; readonly fault: ShowFault }

/** Asks the service at that address, with that token, once. */
export type AskService = (credentials: Credentials) => Promise<ServiceWord>

/**
 * Makes the question that is asked before an address and a token are stored: one show of a transaction that nobody has.
 * `reached` is any answer in a documented shape, an error too: the interface does not say what unknown ids are answered
 * with.
 */
export function makeAskService(makeService: MakeService): AskService {
  return async (credentials) => {
    const reply = await showWith(makeService, credentials)
    const said = reply.ok ? 'looked' : wordOf(reply.fault)
    return reply.ok || said === 'looked' || said === 'failed'
      ? { said: 'reached' }
      : { said, fault: reply.fault }
  }
}

/** `looked`: the service looked for the payment, and has none. `failed`: it has an error, in its documented words. */
function wordOf(fault: ShowFault): 'looked' | 'failed' | 'refused' | 'unreachable' | 'strange' {
  switch (fault.kind) {
    case 'other_record':
      return 'looked'
    // Any server answers 404, and a page of HTML with a 5xx: only the documented words tell the service.
    case 'not_found':
      return fault.message === '' ? 'strange' : 'looked'
    case 'service_error':
      if (fault.httpStatus === 403) return 'refused'
      return fault.message === '' ? 'strange' : 'failed'
    case 'token_not_accepted':
      return 'refused'
    case 'not_connected':
    case 'no_answer':
    case 'keychain_unavailable':
    case 'not_set_up':
      return 'unreachable'
    case 'strange_answer':
    case 'loopback_address':
    case 'address_by_policy':
      return 'strange'
    default:
      return unreachable(fault)
  }
}
