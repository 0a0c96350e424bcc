import { createHash, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import * as tls from 'node:tls'
import {
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { ConnectFailure } from '../../shared/call-failures'
import { isLoopbackAddress, type ServiceAddress } from './address'

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

export type TrustDeps = {
  /** Certificates (PEM) of the authorities that are trusted, and no other; Node's own unless given. */
  readonly trustedRoots?: (() => readonly string[]) | undefined
  /** Hashes of public keys, as `pinOf` makes them: the service's must be one of them. Any unless given. */
  readonly pins?: readonly string[] | undefined
}

/**
 * TLS with the service over a connection that is up: its certificate must be valid, of a trusted authority, for this
 * host, and its key one of the pins where there are any. Nothing was sent when this fails. Never rejects.
 * @param limit milliseconds for the handshake.
 */
export function secureHandshake(
  plain: Socket,
  host: string,
  limit: number,
  { trustedRoots, pins }: TrustDeps,
): Promise<Connected | NeverConnected> {
  return new Promise((settle) => {
    const socket = connectTls({
      socket: plain,
      host,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...trustOptions(trustedRoots),
    })
    const inTime = deadline(limit, () => giveUp('timeout', 'the TLS handshake took too long'))
    const giveUp = (reason: ConnectFailure, detail: string) => {
      inTime()
      socket.destroy()
      plain.destroy()
      settle(neverConnected(reason, detail))
    }
    socket.once('secureConnect', () => {
      if (pins !== undefined && !isPinned(socket, pins)) {
        giveUp('pin', 'the key of its certificate is none of those that the policy names')
        return
      }
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

const minVersion = 'TLSv1.2'

function trustOptions(trustedRoots: TrustDeps['trustedRoots']): ConnectionOptions {
  return trustedRoots === undefined ? { minVersion } : { secureContext: contextOf(trustedRoots()) }
}

/** Reading some hundred certificates takes a while, and each list is read for many connections. */
const contexts = new WeakMap<readonly string[], SecureContext>()

function contextOf(roots: readonly string[]): SecureContext {
  const made = contexts.get(roots) ?? createSecureContext({ ca: [...roots], minVersion })
  contexts.set(roots, made)
  return made
}

/** What a policy pins: the SHA-256 of a public key (SubjectPublicKeyInfo, DER), in Base64. */
export function pinOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('base64')
}

/** The service's own key, not an authority's: whatever else its chain holds, the other side need not have the key of. */
function isPinned(socket: TLSSocket, pins: readonly string[]): boolean {
  try {
    const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
    return key !== undefined && pins.includes(pinOf(key))
  } catch {
    // A kind of key that this runtime cannot write down is none that anybody pinned.
    return false
  }
}

/** Node's own reading of the system's store came with Node 22.15: the oldest Electron that must do has none. */
type SystemStore = { readonly getCACertificates?: ((from: 'system') => readonly string[]) | undefined }

/** What the project is developed on has no types for it. */
const runtime: SystemStore = tls as typeof tls & SystemStore

/**
 * Whose certificates are trusted: the authorities that the program brings, those of the system's store where the
 * runtime can read it, and the administrator's. The store is read once, when it is first needed.
 * @param authorities the administrator's, as PEM.
 */
export function makeTrustedRoots(
  authorities: readonly string[],
  store: SystemStore = runtime,
): () => readonly string[] {
  let known: readonly string[] | null = null
  return () => {
    known ??= [...new Set([...tls.rootCertificates, ...systemRoots(store), ...authorities])]
    return known
  }
}

/** Where these name a file, Node takes it for the system's store: whoever starts the program would say whom it trusts. */
const misleading = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

function systemRoots({ getCACertificates }: SystemStore): readonly string[] {
  if (getCACertificates === undefined) return []
  for (const name of misleading) if (name in process.env) delete process.env[name]
  try {
    return getCACertificates('system').filter(isCertificate)
  } catch {
    // A store that cannot be read adds nothing; what the program brings still holds.
    return []
  }
}

/** One that cannot be read would spoil all the others. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

/** What a proxy has answered so far to being asked for a tunnel. */
export type ProxyAnswer =
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'refused'
      readonly reason: Extract<ConnectFailure, 'proxy' | 'proxy_sign_in'>
      readonly detail: string
    }

/** Longest head of an answer, in bytes. */
const longestHead = 8 * 1024

const beginning = 'HTTP/1.'
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?$/
const headerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/

function refused(detail: string): ProxyAnswer {
  return { kind: 'refused', reason: 'proxy', detail }
}

/**
 * Reads the bytes that a proxy has sent since it was asked to CONNECT (RFC 9110, 9.3.6). The service speaks only after
 * Tillside has, so a byte behind the head is not the service's and the tunnel is not used.
 */
export function readProxyBytes(bytes: Buffer): ProxyAnswer {
  const text = bytes.subarray(0, longestHead).toString('latin1')
  if (!text.startsWith(beginning.slice(0, text.length))) return refused('the proxy’s answer is not HTTP')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) {
    return bytes.length < longestHead ? { kind: 'unfinished' } : refused('the proxy’s answer is far too long')
  }
  const [first = '', ...headers] = text.slice(0, end).split('\r\n')
  const [, status] = statusLine.exec(first) ?? []
  if (status === undefined || !headers.every((line) => headerLine.test(line))) {
    return refused('the proxy’s answer is not HTTP')
  }
  if (status === '407') {
    return { kind: 'refused', reason: 'proxy_sign_in', detail: 'the proxy wants somebody to sign in (407)' }
  }
  if (!status.startsWith('2')) return refused(`the proxy answered ${status}`)
  if (bytes.length > end + 4) return refused('the proxy sent something behind its answer')
  return { kind: 'open' }
}

/** One way to a host: straight, or through an HTTP proxy that is asked for a tunnel. */
export type Hop =
  | { readonly through: 'nothing' }
  | { readonly through: 'proxy'; readonly host: string; readonly port: number }

/** More than these would each get too short a share of the time. */
const mostHops = 3

/**
 * Reads what Chromium answers for the system's proxy: `DIRECT`, or `PROXY host:port; DIRECT` and the like, best first.
 * Kinds that a tunnel cannot be asked of (SOCKS, a proxy spoken to by TLS) are left out; what cannot be read too. None
 * at all means that there is no way that Tillside knows.
 */
export function readProxyAnswer(answer: string): readonly Hop[] {
  const hops = answer.split(';').flatMap((entry) => readEntry(entry.trim()))
  return hops.slice(0, mostHops)
}

function readEntry(entry: string): readonly Hop[] {
  if (/^DIRECT$/i.test(entry)) return [{ through: 'nothing' }]
  const [, bracketed, plain, digits = ''] =
    /^PROXY\s+(?:\[([0-9a-f:.]+)\]|([^\s:[\]/@]+)):(\d{1,5})$/i.exec(entry) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? [] : [{ through: 'proxy', host, port }]
}

export type NeverConnected = {
  readonly kind: 'never_connected'
  readonly reason: ConnectFailure
  readonly detail: string
}
export type Connected = { readonly kind: 'connected'; readonly socket: Socket }

export function neverConnected(reason: ConnectFailure, detail: string): NeverConnected {
  return { kind: 'never_connected', reason, detail }
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

/**
 * Calls back when so many milliseconds are over and nobody called it off, but never before the sockets had their turn:
 * Node looks at timers first, so where this process was busy past the limit, what came in time would lie unread. Answers
 * how to call it off.
 */
export function deadline(milliseconds: number, isOver: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // The first of these comes behind one reading of all sockets, the second behind another: TLS may need both.
    turn = setImmediate(() => {
      turn = setImmediate(isOver)
    })
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
