import { randomUUID } from 'node:crypto'
import { type Result, succeed, unreachable } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import type { Credentials, LendCredentials } from './address'
import type { ShowFault, TransactionReader } from './show'

type MakeService = (credentials: LendCredentials) => TransactionReader
type NewestId = () => Promise<string | null>

/** Shows one payment with these credentials; without a code, one that cannot exist. */
function showWith(makeService: MakeService, credentials: Credentials, code: string = randomUUID()) {
  return makeService(async (use) => succeed(await use(credentials))).show({ kind: 'internal_id', code })
}

/**
 * Checks whether the service accepts a token (refund-protocol.md 12), by asking for a transaction that cannot exist. A
 * record or the documented "not found" is a yes. A service that answers unknown ids with an error must show the payment
 * that was looked up last. Returns any other answer as its fault; saves nothing.
 * @param newestId the internal id of the payment that was looked up last; null when none was
 */
export function makeAcceptsToken(makeService: MakeService, newestId: NewestId) {
  return async (credentials: Credentials): Promise<Result<null, Fault>> => {
    const reply = await showWith(makeService, credentials)
    if (reply.ok || classify(reply.fault) === 'looked') return succeed(null)
    const id = reply.fault.kind === 'service_error' ? await newestId() : null
    if (id === null) return reply
    const known = await showWith(makeService, credentials, id)
    return known.ok ? succeed(null) : known
  }
}

/**
 * Checks whether the service shows this till's newest payment to the holder of a token: it also accepts the tokens of
 * other merchants, who see other payments. Returns false where no payment is known.
 */
export function makeShowsPayment(makeService: MakeService, newestId: NewestId) {
  return async (credentials: Credentials): Promise<boolean> => {
    const id = await newestId()
    return id !== null && (await showWith(makeService, credentials, id)).ok
  }
}

/** How a service answered credentials that are not stored yet. */
export type ServiceWord =
  | { readonly said: 'reached' }
  | { readonly said: 'refused' | 'unreachable' | 'strange'; readonly fault: ShowFault }

export type AskService = (credentials: Credentials) => Promise<ServiceWord>

/**
 * Tries credentials before they are stored, by one show of a transaction that cannot exist. `reached` is any answer in a
 * documented shape, including errors: the interface does not say how unknown ids are answered.
 */
export function makeAskService(makeService: MakeService): AskService {
  return async (credentials) => {
    const reply = await showWith(makeService, credentials)
    const said = reply.ok ? 'looked' : classify(reply.fault)
    return reply.ok || said === 'looked' || said === 'failed'
      ? { said: 'reached' }
      : { said, fault: reply.fault }
  }
}

/** `looked`: the service has no such payment. `failed`: it answered with a documented error. */
function classify(fault: ShowFault): 'looked' | 'failed' | 'refused' | 'unreachable' | 'strange' {
  switch (fault.kind) {
    case 'other_record':
      return 'looked'
    // Any web server answers 404 or 5xx with some HTML; only a documented message identifies the service.
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
