import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { ConnectFailure } from '../../shared/call-failures'
import { isLoopbackAddress, type ServiceAddress } from './address'
import {
  type Connected,
  codeOf,
  deadline,
  type NeverConnected,
  neverConnected,
  wordsOf,
} from './never-connected'
import { type Hop, readProxyAnswer, readProxyBytes } from './proxy'
import { secureHandshake, type TrustDeps } from './tls'

export type NumericAddress = { readonly address: string; readonly family: number }

/** How connections are made on this PC: what the system and its administrator say. */
export type NetworkRules = TrustDeps & {
  /** What the system says of the way to a host, as Chromium writes it (proxy-route.ts). Straight unless given. */
  readonly proxyFor?: ((host: string, port: number) => Promise<string>) | undefined
}

export type ConnectionDeps = NetworkRules & {
  /** Milliseconds for all of it: the system's word on a proxy, name lookup, every address tried, the TLS handshake. */
  readonly limit: number
  /** The name's addresses; rejects when it has none. The operating system's resolver unless given. */
  readonly resolveName?: ((host: string) => Promise<readonly NumericAddress[]>) | undefined
  /** Destroys the socket, now or whenever it is aborted later. */
  readonly signal?: AbortSignal | undefined
}

/** A name may have many addresses; with more than these the share of time for each would be too short. */
const mostAddresses = 4

/**
 * Opens one fresh connection on which nothing of a request has been sent yet: for https the service's own certificate is
 * verified, whatever proxy stands between. The request is made only on what this answers, so `never_connected` proves
 * that no byte of it left this PC (refund-protocol.md 3). Never rejects.
 */
export async function openConnection(
  place: ServiceAddress,
  deps: ConnectionDeps,
): Promise<Connected | NeverConnected> {
  const deadline = performance.now() + deps.limit
  const left = () => deadline - performance.now()
  const hops = await hopsTo(place, deps)
  if ('kind' in hops) return hops
  let outcome: Connected | NeverConnected = neverConnected(
    'proxy',
    'the system names no proxy that can be used',
  )
  for (const [index, hop] of hops.entries()) {
    outcome = await reach(hop, place, { ...deps, limit: left() / (hops.length - index) })
    // Only a connection that did not come up lets the next have its turn; a bad certificate or a refusal does not.
    if (outcome.kind === 'never_connected') continue
    const line = hop.through === 'proxy' ? await openTunnel(outcome.socket, place, left()) : outcome
    if (line.kind === 'never_connected' || !place.secure) return line
    return secureHandshake(line.socket, place.host, left(), deps)
  }
  return outcome
}

const straight: readonly Hop[] = [{ through: 'nothing' }]

/** This PC itself is never looked for behind a proxy. */
async function hopsTo(place: ServiceAddress, deps: ConnectionDeps): Promise<readonly Hop[] | NeverConnected> {
  const { proxyFor } = deps
  if (proxyFor === undefined || place.onThisPc) return straight
  const asked = Promise.resolve().then(() => proxyFor(place.host, place.port))
  const found = await withinLimit(asked, 'the system’s word on its proxy', deps)
  return 'problem' in found ? neverConnected('proxy', found.problem) : readProxyAnswer(found.value)
}

/** A connection to the service itself, or to the proxy before it. */
async function reach(
  hop: Hop,
  place: ServiceAddress,
  deps: ConnectionDeps,
): Promise<Connected | NeverConnected> {
  if (hop.through === 'nothing') return connectTo(place, place.secure, deps)
  const outcome = await connectTo(hop, true, deps)
  return outcome.kind === 'connected'
    ? outcome
    : neverConnected('proxy', `${hop.host}:${hop.port}: ${outcome.detail}`)
}

/** Addresses are tried one after the other, IPv4 first: in shops IPv6 is what breaks. */
async function connectTo(
  { host, port }: { readonly host: string; readonly port: number },
  anywhere: boolean,
  deps: ConnectionDeps,
): Promise<Connected | NeverConnected> {
  const deadline = performance.now() + deps.limit
  const addresses = await resolve(host, anywhere, deps)
  if (!Array.isArray(addresses)) return addresses
  let outcome: Connected | NeverConnected = neverConnected('name_lookup', `${host} has no address`)
  for (const [index, address] of addresses.entries()) {
    const share = (deadline - performance.now()) / (addresses.length - index)
    outcome = await tcpConnect(address, port, share, deps.signal)
    if (outcome.kind === 'connected') return outcome
  }
  return outcome
}

async function resolve(
  host: string,
  anywhere: boolean,
  deps: ConnectionDeps,
): Promise<NumericAddress[] | NeverConnected> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const resolveName = deps.resolveName ?? ((name) => lookup(name, { all: true }))
  const found = await withinLimit(Promise.resolve(host).then(resolveName), 'the name lookup', deps)
  if ('problem' in found) return neverConnected('name_lookup', found.problem)
  // "localhost" is a name like any other: a hosts file may send it, and the token with it, elsewhere.
  const allowed = found.value.filter(({ address }) => anywhere || isLoopbackAddress(address))
  return [...allowed].sort((one, other) => one.family - other.family).slice(0, mostAddresses)
}

/** What is asked of the system cannot be called off; what it answers after the limit or the signal is not waited for. */
async function withinLimit<T>(
  work: Promise<T>,
  what: string,
  { limit, signal }: Pick<ConnectionDeps, 'limit' | 'signal'>,
): Promise<{ readonly value: T } | { readonly problem: string }> {
  let found: () => void = () => undefined
  const late = new Promise<{ problem: string }>((settle) => {
    found = deadline(limit, () => settle({ problem: `${what} took too long` }))
    signal?.addEventListener('abort', () => settle({ problem: `${what} is not wanted any more` }))
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

/**
 * Asks the proxy at the other end of a connection for a tunnel to the service. What it is told is host and port, no
 * token and nothing of a request, so `never_connected` is true of every way in which this fails; and so it is until
 * the service's own TLS handshake in the tunnel is done. Never rejects.
 * @param limit milliseconds until the proxy must have answered.
 */
export function openTunnel(
  socket: Socket,
  { host, port }: Pick<ServiceAddress, 'host' | 'port'>,
  limit: number,
): Promise<Connected | NeverConnected> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    const inTime = deadline(limit, () => giveUp('proxy', 'the proxy did not answer in time'))
    const settle = (outcome: Connected | NeverConnected) => {
      inTime()
      socket.off('data', read)
      socket.off('close', closed)
      resolve(outcome)
    }
    const giveUp = (reason: ConnectFailure, detail: string) => {
      socket.destroy()
      settle(neverConnected(reason, detail))
    }
    const closed = () => giveUp('proxy', 'the proxy closed the connection without an answer')
    const read = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const answer = readProxyBytes(received)
      if (answer.kind === 'refused') giveUp(answer.reason, answer.detail)
      if (answer.kind !== 'open') return
      // What comes from here on is for the TLS handshake.
      socket.pause()
      settle({ kind: 'connected', socket })
    }
    socket.on('data', read)
    socket.once('close', closed)
    const to = `${host.includes(':') ? `[${host}]` : host}:${port}`
    socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`)
  })
}
