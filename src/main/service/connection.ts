import { createHash, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestOver } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import * as tls from 'node:tls'
import type { RefundAnswer } from '../../shared/attempt/attempt'
import type { ConnectFailure } from '../../shared/base/common-schemas'
import { codeOfError, fail, messageOf, type Result, succeed, tryOr } from '../../shared/base/result'
import { isLoopbackAddress, type ServiceAddress } from './address'

type Connected = { readonly kind: 'connected'; readonly socket: Socket }
type NeverConnected = Extract<RefundAnswer, { kind: 'never_connected' }>
type Outcome = Connected | NeverConnected

/** Returns the outcome of a connection that never came up, which proves that nothing was sent (refund-protocol.md 3). */
export function neverConnected(reason: ConnectFailure, detail: string): NeverConnected {
  return { kind: 'never_connected', reason, detail }
}

type NumericAddress = { readonly address: string; readonly family: number }

/** How the system and its administrator let this PC connect. */
export type NetworkRules = {
  /** Returns the system's proxies for a host, as Chromium writes them (`readProxyAnswer`). Direct by default. */
  readonly proxyFor?: ((host: string, port: number) => Promise<string>) | undefined
  /** Returns the trusted authorities (`makeSecureContext`). Node's own by default. */
  readonly secureContext?: (() => tls.SecureContext) | undefined
  /** Hashes of public keys (`pinOf`), one of which must be the service's. Any key by default. */
  readonly pins?: readonly string[] | undefined
  /** Returns a name's addresses; rejects when it has none. The operating system's resolver by default. */
  readonly resolveName?: ((host: string) => Promise<NumericAddress[]>) | undefined
}

/** How long a connection may take to come up. Where the first name server is dead, the name alone takes five seconds. */
export const connectLimitMs = 10_000

type ConnectionDeps = NetworkRules & {
  /** Milliseconds for everything: proxy lookup, name lookup, every address, the TLS handshake. */
  readonly limit: number
  /** Destroys the socket when aborted, then or later. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens one fresh connection. For https the service's own certificate is verified, also through a proxy. Requests are
 * made only on the socket that this returns, so `never_connected` proves that no byte of one left this PC
 * (refund-protocol.md 3). Never rejects.
 */
export function openConnection(place: ServiceAddress, deps: ConnectionDeps): Promise<Outcome> {
  return connectByHops(place, deps).catch((error) => neverConnected('aborted', describeError(error)))
}

async function connectByHops(place: ServiceAddress, deps: ConnectionDeps): Promise<Outcome> {
  const end = performance.now() + deps.limit
  const left = () => end - performance.now()
  const hops = await findHops(place, deps)
  if ('kind' in hops) return hops
  let failure = neverConnected('proxy', 'the system names no proxy that can be used, or a PAC file')
  for (const [index, proxy] of hops.entries()) {
    const limit = left() / (hops.length - index)
    const opened = await connectTo(proxy ?? place, proxy !== null || place.secure, { ...deps, limit })
    // The next proxy is tried only if no connection came up, not after a refused tunnel or a bad certificate.
    if (opened.kind === 'never_connected') {
      failure =
        proxy === null ? opened : neverConnected('proxy', `${proxy.host}:${proxy.port}: ${opened.detail}`)
      continue
    }
    const tunnelled = proxy === null ? opened : await openTunnel(opened.socket, place, left())
    if (tunnelled.kind === 'never_connected' || !place.secure) return tunnelled
    return secureHandshake(tunnelled.socket, place.host, left(), deps)
  }
  return failure
}

/** Returns the hops to try, best first. This PC is never reached through a proxy. */
async function findHops(
  place: ServiceAddress,
  deps: ConnectionDeps,
): Promise<readonly Hop[] | NeverConnected> {
  const { proxyFor } = deps
  if (proxyFor === undefined || place.onThisPc) return [null]
  const found = await within(
    async () => proxyFor(place.host, place.port),
    'the system’s word on its proxy',
    deps,
  )
  return found.ok ? readProxyAnswer(found.value) : neverConnected('proxy', found.fault)
}

/** Resolves to the first outcome that `begin` settles with, or to `late` after `limit` milliseconds. */
function firstOrLate<T>(limit: number, late: T, begin: (settle: (outcome: T) => void) => void): Promise<T> {
  return new Promise((resolve) => {
    const settle = (outcome: T) => {
      inTime()
      resolve(outcome)
    }
    const inTime = deadline(limit, () => settle(late))
    begin(settle)
  })
}

/** Waits for the operating system until the limit or the signal; the work itself cannot be cancelled. */
function within<T>(work: () => Promise<T>, what: string, { limit, signal }: ConnectionDeps) {
  return firstOrLate<Result<T, string>>(limit, fail(`${what} took too long`), (settle) => {
    const abort = () => settle(fail(`${what} is not wanted any more`))
    if (signal?.aborted === true) return abort()
    signal?.addEventListener('abort', abort)
    work().then(
      (value) => settle(succeed(value)),
      (error: unknown) => settle(fail(describeError(error))),
    )
  })
}

/**
 * Runs one stage of connecting, and destroys the sockets if it fails.
 * @param sockets the first is the one that connects
 * @param late the outcome after `limit` milliseconds
 */
async function stage(
  sockets: readonly [Socket, ...Socket[]],
  limit: number,
  late: NeverConnected,
  begin: (up: () => void, giveUp: (reason: ConnectFailure, detail: string) => void) => void,
): Promise<Outcome> {
  const outcome = await firstOrLate<Outcome>(limit, late, (settle) =>
    begin(
      () => settle({ kind: 'connected', socket: sockets[0] }),
      (reason, detail) => settle(neverConnected(reason, detail)),
    ),
  )
  if (outcome.kind === 'never_connected') for (const socket of sockets) socket.destroy()
  return outcome
}

/** More addresses would each get too little of the time limit. */
const maxAddresses = 4

const failuresByCode: ReadonlyMap<string, ConnectFailure> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
])

/**
 * Connects to a host by TCP, trying its addresses one by one, IPv4 first because shops' IPv6 is often broken. Node's own
 * `autoSelectFamily` crashes the program when an address does not answer (Node 18.15, in the oldest supported Electron).
 * @param allowRemote whether addresses beyond this PC are allowed
 */
async function connectTo(
  { host, port }: { readonly host: string; readonly port: number },
  allowRemote: boolean,
  deps: ConnectionDeps,
): Promise<Outcome> {
  const end = performance.now() + deps.limit
  const family = isIP(host)
  const { resolveName = (name) => lookup(name, { all: true }) } = deps
  const found =
    family === 0
      ? await within(async () => resolveName(host), 'the name lookup', deps)
      : succeed([{ address: host, family }])
  if (!found.ok) return neverConnected('name_lookup', found.fault)
  // A hosts file may send "localhost", and the token with it, elsewhere.
  const allowed = found.value.filter(({ address }) => allowRemote || isLoopbackAddress(address))
  const sorted = allowed.sort((one, other) => one.family - other.family)
  // The last of all is of IPv6 where there is any: a network without IPv4 must find one.
  const addresses = [...sorted.slice(0, maxAddresses - 1), ...sorted.slice(maxAddresses - 1).slice(-1)]
  let outcome: Outcome = neverConnected('name_lookup', `${host} has no address`)
  for (const [index, address] of addresses.entries()) {
    const share = (end - performance.now()) / (addresses.length - index)
    outcome = await connectAddress(address, port, share, deps.signal)
    if (outcome.kind === 'connected') break
  }
  return outcome
}

function connectAddress(
  { address: host, family }: NumericAddress,
  port: number,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const of = signal === undefined ? {} : { signal }
  const socket = connectTcp({ ...of, host, port, family, autoSelectFamily: false, noDelay: true })
  const late = neverConnected('timeout', 'the connection did not come up in time')
  return stage([socket], limit, late, (up, giveUp) => {
    socket.once('connect', up)
    // Never removed: an unhandled socket error ends the program.
    socket.on('error', (error) =>
      giveUp(failuresByCode.get(codeOfError(error)) ?? 'aborted', describeError(error)),
    )
  })
}

/**
 * Asks a connected proxy for a tunnel to the service. The proxy gets host and port, and nothing of the request, so every
 * failure is a true `never_connected`, until the TLS handshake with the service is done.
 */
function openTunnel(
  line: Socket,
  { host, port }: Pick<ServiceAddress, 'host' | 'port'>,
  limit: number,
): Promise<Outcome> {
  const to = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const asking = requestOver({
    method: 'CONNECT',
    path: to,
    headers: { Host: to },
    createConnection: () => line,
  })
  // Node would otherwise ask the proxy to close the connection.
  asking.removeHeader('Connection')
  const late = neverConnected('proxy', 'the proxy did not answer in time')
  return stage([line], limit, late, (up, giveUp) => {
    asking.once('connect', ({ statusCode = 0 }, _line, behind) => {
      if (statusCode === 407) giveUp('proxy_sign_in', 'the proxy wants somebody to sign in (407)')
      else if (statusCode < 200 || statusCode > 299) giveUp('proxy', `the proxy answered ${statusCode}`)
      // Not from the service, which speaks only after Tillside.
      else if (behind.length > 0) giveUp('proxy', 'the proxy sent something behind its answer')
      else up()
    })
    asking.on('error', (error) => giveUp('proxy', describeError(error)))
    asking.end()
  })
}

/**
 * Does the TLS handshake with the service over an open connection: the certificate must be valid, for this host, from a
 * trusted authority, and its key one of the pins where there are any. Sends nothing else.
 */
function secureHandshake(
  plain: Socket,
  host: string,
  limit: number,
  { secureContext, pins }: NetworkRules,
): Promise<Outcome> {
  const socket = tls.connect({
    socket: plain,
    host,
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(secureContext === undefined ? { minVersion } : { secureContext: secureContext() }),
  })
  const late = neverConnected('timeout', 'the TLS handshake took too long')
  return stage([socket, plain], limit, late, (up, giveUp) => {
    socket.once('secureConnect', () => {
      if (pins === undefined || isPinned(socket, pins)) up()
      else giveUp('pin', 'the key of its certificate is none of those that the policy names')
    })
    socket.on('error', (error) => {
      giveUp(socket.authorizationError ? 'certificate' : 'handshake', describeError(error))
    })
    socket.once('close', () => giveUp('handshake', 'the connection was closed in the TLS handshake'))
  })
}

const minVersion = 'TLSv1.2'

/** Returns a policy's pin of a public key: the SHA-256 of its DER (SubjectPublicKeyInfo), in Base64. */
export function pinOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('base64')
}

/** Checks the service's own key only: the peer need not hold the keys of the rest of its chain. */
function isPinned(socket: tls.TLSSocket, pins: readonly string[]): boolean {
  const keyOf = () => socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  // Nobody can have pinned a key that this runtime cannot export.
  const key = tryOr(keyOf, undefined)
  return key !== undefined && pins.includes(pinOf(key))
}

/** Added in Node 22.15: missing in the oldest supported Electron, and in the types of Node 20. */
type SystemStore = { readonly getCACertificates?: ((from: 'system') => readonly string[]) | undefined }
const runtime: SystemStore = tls as typeof tls & SystemStore

/**
 * Returns a function for a TLS context with the trusted authorities, made at the first call because reading hundreds of
 * certificates is slow.
 * @param authorities the administrator's, as PEM
 */
export function makeSecureContext(
  authorities: readonly string[],
  store: SystemStore = runtime,
): () => tls.SecureContext {
  let made: tls.SecureContext | null = null
  return () => {
    made ??= tls.createSecureContext({ ca: trustedRoots(authorities, store), minVersion })
    return made
  }
}

/** Lists the trusted authorities: the program's, the system store's where the runtime can read it, and the administrator's. */
export function trustedRoots(authorities: readonly string[], store: SystemStore): string[] {
  return [...new Set([...tls.rootCertificates, ...systemRoots(store), ...authorities])]
}

/** Node takes a file named here for the system's store, so whoever starts the program could add authorities. */
const storeVariables = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

function systemRoots({ getCACertificates }: SystemStore): readonly string[] {
  if (getCACertificates === undefined) return []
  for (const name of storeVariables) if (name in process.env) delete process.env[name]
  return tryOr(() => getCACertificates('system').filter(isCertificate), [])
}

/** One unreadable certificate would make the whole list unusable. */
function isCertificate(pem: string): boolean {
  return tryOr(() => new X509Certificate(pem), null) !== null
}

/** An HTTP proxy to tunnel through, or null for a direct connection. */
type Hop = { readonly host: string; readonly port: number } | null

/** More hops would each get too little of the time limit. */
const maxHops = 3

/**
 * Parses Chromium's proxy list, best first, such as `PROXY host:port; DIRECT`. Leaves out what cannot be read, and kinds
 * that offer no plain CONNECT (SOCKS, HTTPS proxies).
 */
export function readProxyAnswer(answer: string): readonly Hop[] {
  const hops = answer.split(';').flatMap((entry) => readEntry(entry.trim()))
  return hops.slice(0, maxHops)
}

function readEntry(entry: string): readonly Hop[] {
  if (/^DIRECT$/i.test(entry)) return [null]
  const [, bracketed, plain, digits = ''] =
    /^PROXY\s+(?:\[([0-9a-f:.]+)\]|([^\s:[\]/@]+)):(\d{1,5})$/i.exec(entry) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? [] : [{ host, port }]
}

/** Returns an error's message on one line of 200 characters at most. Node's messages quote no header's value. */
export function describeError(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ').slice(0, 200)
}

/**
 * Calls back after so many milliseconds, but not before sockets were read: Node runs timers first, so in a process that
 * was busy past the limit an answer that came in time would lie unread. Returns a function that cancels it.
 */
export function deadline(milliseconds: number, isOver: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // Each immediate follows one reading of all sockets; TLS may need two.
    turn = setImmediate(() => {
      turn = setImmediate(isOver)
    })
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
