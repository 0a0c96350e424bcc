import type { Clock } from '../system/clock'
import { makeSignal } from '../system/signal'
import { makeAcceptsToken, makeAskService, makeShowsPayment } from './accepts'
import type { Credentials, LendCredentials } from './address'
import type { NetworkRules } from './connection'
import { openLine, reachHost } from './line'
import type { PracticeServices } from './practice-services'
import { makeHttpPaymentService, type ReplyOrigin, type SeenRecord } from './show'

type Needs = {
  readonly network: NetworkRules
  /** Whether the operating system has any network. */
  readonly systemIsOnline: () => boolean
  /** Of the stored service; '' for none. */
  readonly address: () => string
  readonly vault: { readonly withCredentials: LendCredentials }
  /** Whose what comes back is to be. */
  readonly copies: { readonly originOf: (credentials: Credentials) => ReplyOrigin }
  readonly practice: PracticeServices
  readonly clock: Clock
  readonly log: (line: string) => void
}

/**
 * Opens the ways to the payment service: whether it can be reached, what reads from it, and what it is asked with
 * credentials that are not stored. What sends refunds is made of `calls`, for the protocol alone (till.ts).
 */
export function openService(needs: Needs) {
  const { network, practice, clock, log } = needs
  const { nameOf, heard: practiceHeard } = practice
  const reach = (address: string) => reachHost(address, network)
  const line = openLine({ ...needs, reach })
  /** Everything that a stored service shows. */
  const seen = makeSignal<SeenRecord>()
  const unstored = { ...network, nameOf, monotonic: clock.monotonic, log }
  const stored = { credentials: needs.vault.withCredentials, originOf: needs.copies.originOf }
  const calls = { ...unstored, ...stored, practiceHeard, line, seen: seen.fire }
  const serviceWith = (typed: LendCredentials) =>
    makeHttpPaymentService({ ...unstored, practiceHeard, credentials: typed })
  return {
    calls,
    line,
    seen,
    payments: makeHttpPaymentService(calls),
    // Of a service that may never be stored nothing is kept.
    askService: makeAskService((typed) => makeHttpPaymentService({ ...unstored, credentials: typed })),
    /** @param newestId the internal id of the payment that this till knows best; null for none */
    tokenQuestions: (newestId: () => Promise<string | null>) => ({
      acceptsToken: makeAcceptsToken(serviceWith, newestId),
      showsPayment: makeShowsPayment(serviceWith, newestId),
    }),
  }
}
