import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls } from 'node:tls'
import type { ConnectFailure } from '../../shared/call-failures'
import { deadline } from './deadline'
import { isLoopbackAddress, type ServiceAddress } from './service-address'

export type NeverConnected = {
  readonly kind: 'never_connected'
  readonly reason: ConnectFailure
  readonly detail: string
}
export type Connected = { readonly kind: 'connected'; readonly socket: Socket }

export type NumericAddress = { readonly address: string; readonly family: number }

export type ConnectionDeps = {
  /** Milliseconds for all of it: name lookup, every address tried, the TLS handshake. */
  readonly limit: number
  /** The name's addresses; rejects when it has none. The operating system's resolver unless given. */
  readonly resolveName?: ((host: string) => Promise<readonly NumericAddress[]>) | undefined
  /** Certificates (PEM) trusted instead of the built-in roots: a store's private service, and the tests. */
  readonly trustedRoots?: readonly string[] | undefined
  /** Destroys the socket, now or whenever it is aborted later. */
  readonly signal?: AbortSignal | undefined
}

/** A name may have many addresses; with more than these the share of time for each would be too short. */
const mostAddresses = 4

export function neverConnected(reason: ConnectFailure, detail: string): NeverConnected {
  return { kind: 'never_connected', reason, detail }
}

/**
 * Opens one fresh connection on which nothing has been sent yet: for https its certificate is verified. The
 * request is made only on what this answers, so `never_connected` proves that no byte of it left this PC
 * (design.md, protocol 3). Addresses are tried one after the other, IPv4 first: in shops IPv6 is what breaks.
 * Never rejects.
 */
export async function openConnection(
  place: ServiceAddress,
  deps: ConnectionDeps,
): Promise<Connected | NeverConnected> {
  const deadline = performance.now() + deps.limit
  const addresses = await resolve(place, deps)
  if (!Array.isArray(addresses)) return addresses
  let outcome: Connected | NeverConnected = neverConnected('name_lookup', `${place.host} has no address`)
  for (const [index, address] of addresses.entries()) {
    const share = (deadline - performance.now()) / (addresses.length - index)
    outcome = await tcpConnect(address, place.port, share, deps.signal)
    // Only a connection that did not come up lets the next address have its turn; a bad certificate does not.
    if (outcome.kind === 'connected') {
      return place.secure
        ? tlsHandshake(outcome.socket, place.host, deadline - performance.now(), deps.trustedRoots)
        : outcome
    }
  }
  return outcome
}

async function resolve(
  place: ServiceAddress,
  deps: ConnectionDeps,
): Promise<NumericAddress[] | NeverConnected> {
  const family = isIP(place.host)
  if (family !== 0) return [{ address: place.host, family }]
  const resolveName = deps.resolveName ?? ((host) => lookup(host, { all: true }))
  const found = await withinLimit(Promise.resolve(place.host).then(resolveName), deps)
  if ('problem' in found) return neverConnected('name_lookup', found.problem)
  // "localhost" is a name like any other: a hosts file may send it, and the token with it, elsewhere.
  const allowed = found.value.filter(({ address }) => place.secure || isLoopbackAddress(address))
  return [...allowed].sort((one, other) => one.family - other.family).slice(0, mostAddresses)
}

/** A name lookup cannot be called off; what it answers after the limit or the signal is not waited for. */
async function withinLimit<T>(
  work: Promise<T>,
  { limit, signal }: Pick<ConnectionDeps, 'limit' | 'signal'>,
): Promise<{ readonly value: T } | { readonly problem: string }> {
  let found: () => void = () => undefined
  const late = new Promise<{ problem: string }>((settle) => {
    found = deadline(limit, () => settle({ problem: 'the name lookup took too long' }))
    signal?.addEventListener('abort', () => settle({ problem: 'the name lookup is not wanted any more' }))
  })
  const done = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ problem: wordsOf(error) }),
  )
  const first = await Promise.race([done, late])
  found()
  return first
}

function tcpConnect(
  to: NumericAddress,
  port: number,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Connected | NeverConnected> {
  return new Promise((settle) => {
    const socket = connectTcp({
      ...(signal === undefined ? {} : { signal }),
      host: to.address,
      port,
      family: to.family,
      // Racing both families would open connections that nobody asked for.
      autoSelectFamily: false,
      noDelay: true,
    })
    const inTime = deadline(limit, () => giveUp('timeout', 'the connection did not come up in time'))
    const giveUp = (reason: ConnectFailure, detail: string) => {
      inTime()
      socket.destroy()
      settle(neverConnected(reason, detail))
    }
    socket.once('connect', () => {
      inTime()
      settle({ kind: 'connected', socket })
    })
    // Stays for the socket's whole life: an error nobody listens to would end the program.
    socket.on('error', (error) => giveUp(connectFailureOf(error), wordsOf(error)))
  })
}

function tlsHandshake(
  plain: Socket,
  host: string,
  limit: number,
  trustedRoots: readonly string[] | undefined,
): Promise<Connected | NeverConnected> {
  return new Promise((settle) => {
    const socket = connectTls({
      socket: plain,
      host,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      ...(trustedRoots === undefined ? {} : { ca: [...trustedRoots] }),
    })
    const inTime = deadline(limit, () => giveUp('timeout', 'the TLS handshake took too long'))
    const giveUp = (reason: ConnectFailure, detail: string) => {
      inTime()
      socket.destroy()
      plain.destroy()
      settle(neverConnected(reason, detail))
    }
    socket.once('secureConnect', () => {
      inTime()
      settle({ kind: 'connected', socket })
    })
    socket.on('error', (error) => {
      const untrusted = Boolean(socket.authorizationError)
      giveUp(untrusted ? 'certificate' : 'handshake', wordsOf(error))
    })
    socket.once('close', () => giveUp('handshake', 'the connection was closed in the TLS handshake'))
  })
}

const failuresByCode: ReadonlyMap<string, ConnectFailure> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
])

function connectFailureOf(error: Error): ConnectFailure {
  return failuresByCode.get(codeOf(error)) ?? 'aborted'
}

/** The system's or OpenSSL's name of an error, '' when it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

/** An error in words for a log or a detail: its own message, shortened. None of Node's quote a header's value. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/\s+/g, ' ').slice(0, 200)
}
