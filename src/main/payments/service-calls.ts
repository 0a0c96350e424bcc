/** One call to the payment service, for whichever port: address and token lent, one exchange, and what came back. */
import { performance } from 'node:perf_hooks'
import type { Result } from '../../shared/result'
import { addressName } from './address-name'
import type { Credentials, CredentialsFault, LendCredentials } from './credentials'
import { type Deadlines, type ExchangeDeps, type ExchangeRequest, exchange, usualDeadlines } from './exchange'
import { type Received, receive } from './foreign-answer'
import { neverConnected } from './never-connected'
import type { ReplyOrigin } from './payment-service'
import { readServiceAddress } from './service-address'
import type { Asked } from './show-answer'

export type ServiceCallDeps = Omit<ExchangeDeps, 'deadlines' | 'practiceHeard'> & {
  readonly credentials: LendCredentials
  readonly deadlines?: Deadlines | undefined
  /**
   * What a stored address is called where services are told apart (refund-protocol.md 14): normalised, and one name
   * for practice whatever its port.
   */
  readonly nameOf?: ((address: string) => string) | undefined
  /** Told the name of a service whose answer says that it moves no real money (shared/practice.ts). Never throws. */
  readonly practiceHeard?: ((service: string) => void) | undefined
  /** Whose what comes back is to be, where it is kept. */
  readonly originOf?: ((credentials: Credentials) => ReplyOrigin) | undefined
  /** Milliseconds of a clock that nobody can set; the refund service's own (refund/clock.ts). */
  readonly monotonic?: (() => number) | undefined
  /** Takes lines about each call: no token, and codes by their last four characters only. */
  readonly log?: ((line: string) => void) | undefined
}

type ServiceCall = Pick<ExchangeRequest, 'method' | 'path' | 'body' | 'mayBegin'>
type Sent = { readonly received: Received } & Asked

/**
 * One call with the credentials, and what came back past the filter that takes the token out of it.
 * @param meantFor the service that the call is for, by name; null when any that is stored is right.
 */
export type CallService = (
  call: ServiceCall,
  meantFor: string | null,
  calledOff?: AbortSignal,
) => Promise<Result<Sent, CredentialsFault>>

/** How the ports call the service: nothing is tried twice, nothing throws. */
export function makeServiceCalls(deps: ServiceCallDeps): {
  readonly call: CallService
  readonly log: (line: string) => void
} {
  const {
    credentials,
    originOf,
    practiceHeard = () => {},
    log = () => {},
    nameOf = addressName,
    monotonic = () => performance.now(),
  } = deps
  const exchangeDeps = (name: string): ExchangeDeps => ({
    ...deps,
    deadlines: deps.deadlines ?? usualDeadlines,
    practiceHeard: () => practiceHeard(name),
  })

  async function exchangeWith(
    request: ServiceCall,
    { address, token }: Credentials,
    meantFor: string | null,
    calledOff?: AbortSignal,
  ): Promise<Received> {
    if (meantFor !== null && meantFor !== nameOf(address)) {
      return neverConnected('aborted', 'the address of the payment service has changed')
    }
    const place = readServiceAddress(address)
    if (!place.ok) return neverConnected('aborted', place.fault.why)
    return receive(
      await exchange({ ...request, place: place.value, token }, exchangeDeps(nameOf(address)), calledOff),
      token,
    )
  }

  const call: CallService = (request, meantFor, calledOff) =>
    credentials(async (lent) => {
      // Before the line is waited for, and after the keychain: two shows that a slow keychain held up are not as far apart
      // as they were wanted (protocol 6).
      const askedAt = monotonic()
      return {
        received: await exchangeWith(request, lent, meantFor, calledOff),
        serviceAddress: nameOf(lent.address),
        askedAt,
        ...(originOf === undefined ? {} : { origin: originOf(lent) }),
      }
    })

  return { call, log }
}

/** What came back, for a line of the log. */
export function summary(outcome: Received): string {
  return outcome.kind === 'answered' ? `HTTP ${outcome.httpStatus}` : `${outcome.kind} ${outcome.reason}`
}

/** Enough of a code to find a line by; nothing of one so short that this would be all of it. */
export function lastFour(code: string): string {
  return code.length > 8 ? `…${code.slice(-4)}` : '…'
}

/**
 * The path of a transaction (interface.md §4) for a code of any kind, percent-encoded so that no code can lead
 * to another path. Null for a code that no path can hold: the empty one, and text that is not valid Unicode.
 */
export function transactionPath(code: string): string | null {
  if (code === '') return null
  try {
    // "." and ".." are legal in a path and mean another one.
    const segment = /^\.{1,2}$/.test(code) ? code.replaceAll('.', '%2E') : encodeURIComponent(code)
    return `/v1/transactions/${segment}`
  } catch {
    return null
  }
}
