import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Result, succeed, unreachable } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import type { Clock } from '../system/clock'
import { makeSignal, type Signal } from '../system/signal'
import { addressName, type Credentials, type LendCredentials, practiceName } from './address'
import type { NetworkRules } from './connection'
import { openLine, reachHost } from './line'
import {
  makeHttpPaymentService,
  type ReplyOrigin,
  type SeenRecord,
  type ShowFault,
  type TransactionReader,
} from './show'

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

export type PracticeServices = ReturnType<typeof makePracticeServices>

/**
 * Remembers, by name, which services said that they move no real money (shared/contract/practice.ts). Forgets none.
 * @param isOwn whether this is the practice profile, in which everything is practice and the built-in service has one
 *   name whatever its port (refund-protocol.md 14)
 */
export function makePracticeServices(isOwn = false) {
  const known = new Set<string>()
  const changed = makeSignal()

  /** Names the service at a stored address, to tell services apart. */
  const nameOf = (address: string) => (isOwn && address !== '' ? practiceName : addressName(address))

  return {
    nameOf,
    /** A service says that it moves no real money, or did when a copy or the record was written. */
    heard(name: string): void {
      if (isOwn || known.has(name)) return
      known.add(name)
      changed.fire()
    },
    isPractice: (address: string): boolean => known.has(nameOf(address)),
    names: () => [...known].sort(),
    /** Fires for a name that is new in this run. */
    changed,
  }
}

/**
 * Takes the names of practice services that the record holds, and writes those that it lacks: a turn later, so that no
 * answer waits for the disk, and again at each change of the record's state while it cannot be written.
 */
export function recordPractice(
  practice: Pick<PracticeServices, 'heard' | 'names' | 'changed'>,
  record: {
    readonly practiceServices: () => readonly string[]
    readonly notePractice: (name: string) => void
  },
  stateChanged: Signal,
): void {
  function follow(): void {
    const recorded = record.practiceServices()
    for (const name of recorded) practice.heard(name)
    for (const name of practice.names()) if (!recorded.includes(name)) record.notePractice(name)
  }
  const followLater = () => void nextTurn().then(follow)
  stateChanged.on(followLater)
  practice.changed.on(followLater)
  follow()
}

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
