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
  /** Whether the operating system reports a network. */
  readonly systemIsOnline: () => boolean
  /** The stored service's address; '' for none. */
  readonly address: () => string
  readonly vault: { readonly withCredentials: LendCredentials }
  /** Names the credentials that an answer's copy belongs to. */
  readonly copies: { readonly originOf: (credentials: Credentials) => ReplyOrigin }
  readonly practice: PracticeServices
  readonly clock: Clock
  readonly log: (line: string) => void
}

/**
 * Opens the connection check, the reader of payments, and the checks of credentials that are not stored. The sender of
 * refunds is made from `calls`, for the protocol only (till.ts).
 */
export function openService(needs: Needs) {
  const { network, practice, clock, log } = needs
  const { nameOf, heard: practiceHeard } = practice
  const reach = (address: string) => reachHost(address, network)
  const line = openLine({ ...needs, reach })
  /** Every record that the stored service shows. */
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
    // Remembers nothing of a service that may never be stored.
    askService: makeAskService((typed) => makeHttpPaymentService({ ...unstored, credentials: typed })),
    /** @param newestId the internal id of this till's newest payment; null for none */
    tokenQuestions: (newestId: () => Promise<string | null>) => ({
      acceptsToken: makeAcceptsToken(serviceWith, newestId),
      showsPayment: makeShowsPayment(serviceWith, newestId),
    }),
  }
}
