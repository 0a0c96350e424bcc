import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Intent } from '../../shared/attempt/attempt'
import { fail, type Result, succeed, unreachable } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { checkCodes } from '../../shared/refund/check-schedule'
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
    tokenQuestions: (newestPayment: NewestPayment) => ({
      acceptsToken: makeAcceptsToken(serviceWith, newestPayment),
      showsPayment: makeShowsPayment(serviceWith, newestPayment),
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
    /** A service says that it moves no real money, or the record holds that it did. */
    heard(name: string): void {
      if (isOwn || known.has(name)) return
      known.add(name)
      changed.fire()
    },
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

/** A payment of this till, with what it may be asked for by. */
export type KnownPayment = Pick<Intent, 'id' | 'transactionId' | 'foundBy'>
/** Returns the payment that was looked up last, or refunded; null where none is known. */
type NewestPayment = () => Promise<KnownPayment | null>

/** Asks for a payment that cannot exist. */
function showNone(makeService: MakeService, credentials: Credentials) {
  return serviceFor(makeService, credentials).show({ kind: 'internal_id', code: randomUUID() })
}

function serviceFor(makeService: MakeService, credentials: Credentials) {
  return makeService(async (use) => succeed(await use(credentials)))
}

/**
 * Asks for a payment by its next code while the service has no such payment or an error: what an internal id is matched
 * against is open (interface.md §4.2). Succeeds once it is shown, else returns the last fault. Another merchant may have
 * a payment with the same custom id, so its internal id must be this one's.
 */
async function showKnown(
  makeService: MakeService,
  credentials: Credentials,
  payment: KnownPayment,
): Promise<Result<null, ShowFault>> {
  const service = serviceFor(makeService, credentials)
  let shown: Result<null, ShowFault> = fail({ kind: 'not_found', message: '' })
  for (const code of checkCodes(payment)) {
    const reply = await service.show(code)
    if (reply.ok && reply.value.record.id === payment.id) return succeed(null)
    shown = reply.ok ? fail({ kind: 'other_record', code: code.code }) : reply
    if (!mayBeFoundOtherwise(shown.fault)) return shown
  }
  return shown
}

const mayBeFoundOtherwise = (fault: ShowFault) => ['looked', 'failed'].includes(classify(fault))

/**
 * Checks whether the service accepts a token (refund-protocol.md 12), by asking for a transaction that cannot exist. A
 * record or the documented "not found" is a yes. A service that answers unknown ids with an error must show this till's
 * newest payment. Returns any other answer as its fault; saves nothing.
 */
export function makeAcceptsToken(makeService: MakeService, newestPayment: NewestPayment) {
  return async (credentials: Credentials): Promise<Result<null, Fault>> => {
    const reply = await showNone(makeService, credentials)
    if (reply.ok || classify(reply.fault) === 'looked') return succeed(null)
    const payment = reply.fault.kind === 'service_error' ? await newestPayment() : null
    return payment === null ? reply : showKnown(makeService, credentials, payment)
  }
}

/**
 * Checks whether the service shows this till's newest payment to the holder of a token: it also accepts the tokens of
 * other merchants, who see other payments. Returns false where no payment is known.
 */
export function makeShowsPayment(makeService: MakeService, newestPayment: NewestPayment) {
  return async (credentials: Credentials): Promise<boolean> => {
    const payment = await newestPayment()
    return payment !== null && (await showKnown(makeService, credentials, payment)).ok
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
    const reply = await showNone(makeService, credentials)
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
    case 'not_found':
      return fault.undocumented ? 'strange' : 'looked'
    case 'service_error':
      if (fault.httpStatus === 403) return 'refused'
      return fault.undocumented ? 'strange' : 'failed'
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
