import { createHash, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestOver } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import * as tls from 'node:tls'
import type { RefundAnswer } from '../../shared/attempt/attempt'
import type { ConnectFailure } from '../../shared/base/call-failures'
import { codeOfError, fail, messageOf, type Result, succeed } from '../../shared/base/result'
import { isLoopbackAddress, type ServiceAddress } from './address'

type Connected = { readonly kind: 'connected'; readonly socket: Socket }
export type NeverConnected = Extract<RefundAnswer, { kind: 'never_connected' }>
type Outcome = Connected | NeverConnected

export function neverConnected(reason: ConnectFailure, detail: string): NeverConnected {
  return { kind: 'never_connected', reason, detail }
}

type NumericAddress = { readonly address: string; readonly family: number }

/** How connections are made on this PC: what the system and its administrator say. */
export type NetworkRules = {
  /** What the system says of the way to a host, as Chromium writes it (`readProxyAnswer`). Straight unless given. */
  readonly proxyFor?: ((host: string, port: number) => Promise<string>) | undefined
  /** Certificates (PEM) of the authorities that are trusted, and no other; Node's own unless given. */
  readonly trustedRoots?: (() => readonly string[]) | undefined
  /** Hashes of public keys, as `pinOf` makes them: the service's must be one of them. Any unless given. */
  readonly pins?: readonly string[] | undefined
  /** The name's addresses; rejects when it has none. The operating system's resolver unless given. */
  readonly resolveName?: ((host: string) => Promise<NumericAddress[]>) | undefined
}

type ConnectionDeps = NetworkRules & {
  /** Milliseconds for all of it: the system's word on a proxy, name lookup, every address tried, the TLS handshake. */
  readonly limit: number
  /** Destroys the socket, now or whenever it is aborted later. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens one fresh connection on which nothing of a request has been sent yet: for https the service's own certificate is
 * verified, whatever proxy stands between. The request is made only on what this answers, so `never_connected` proves
 * that no byte of it left this PC (refund-protocol.md 3). Never rejects.
 */
export async function openConnection(place: ServiceAddress, deps: ConnectionDeps): Promise<Outcome> {
  const end = performance.now() + deps.limit
  const left = () => end - performance.now()
  const hops = await findHops(place, deps)
  if ('kind' in hops) return hops
  let failure = neverConnected('proxy', 'the system names no proxy that can be used')
  for (const [index, proxy] of hops.entries()) {
    const limit = left() / (hops.length - index)
    const near = await connectTo(proxy ?? place, proxy !== null || place.secure, { ...deps, limit })
    // Only a connection that did not come up lets the next have its turn; a bad certificate or a refusal does not.
    if (near.kind === 'never_connected') {
      failure = proxy === null ? near : neverConnected('proxy', `${proxy.host}:${proxy.port}: ${near.detail}`)
      continue
    }
    const line = proxy === null ? near : await openTunnel(near.socket, place, left())
    if (line.kind === 'never_connected' || !place.secure) return line
    return secureHandshake(line.socket, place.host, left(), deps)
  }
  return failure
}

/** The ways to try, best first. This PC itself is never looked for behind a proxy. */
async function findHops(place: ServiceAddress, deps: ConnectionDeps): Promise<readonly Hop[] | NeverConnected> {
  const { proxyFor } = deps
  if (proxyFor === undefined || place.onThisPc) return [null]
  const found = await within(
    async () => proxyFor(place.host, place.port),
    'the system’s word on its proxy',
    deps,
  )
  return found.ok ? readProxyAnswer(found.value) : neverConnected('proxy', found.fault)
}

/** What `begin` settles with first, or what is `late` when so many milliseconds are over. */
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

/** What is asked of the system cannot be called off; what it answers after the limit or the signal is not waited for. */
function within<T>(work: () => Promise<T>, what: string, { limit, signal }: ConnectionDeps) {
  return firstOrLate<Result<T, string>>(limit, fail(`${what} took too long`), (settle) => {
    const callOff = () => settle(fail(`${what} is not wanted any more`))
    // Who called it off while nothing could be heard yet is heard now.
    if (signal?.aborted === true) return callOff()
    signal?.addEventListener('abort', callOff)
    work().then(
      (value) => settle(succeed(value)),
      (error: unknown) => settle(fail(wordsOf(error))),
    )
  })
}

/**
 * One stage in which a connection comes up, or does not: then its sockets are destroyed.
 * @param sockets the first is the one that comes up
 * @param late what it is when the limit, in milliseconds, is over
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

/** A name may have many addresses; with more than these the share of time for each would be too short. */
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
 * A TCP connection to a host, whose addresses are tried one after the other, IPv4 first: in shops IPv6 is what breaks.
 * Node's own trial of several (`autoSelectFamily`) ends the whole program where one does not answer (Node 18.15, of the
 * oldest Electron that must do).
 * @param anywhere whether an address off this PC is one
 */
async function connectTo(
  { host, port }: { readonly host: string; readonly port: number },
  anywhere: boolean,
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
  // "localhost" is a name like any other: a hosts file may send it, and the token with it, elsewhere.
  const allowed = found.value.filter(({ address }) => anywhere || isLoopbackAddress(address))
  const addresses = allowed.sort((one, other) => one.family - other.family).slice(0, maxAddresses)
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
    // Stays for the socket's whole life: an error nobody listens to would end the program.
    socket.on('error', (error) => giveUp(failuresByCode.get(codeOfError(error)) ?? 'aborted', wordsOf(error)))
  })
}

/**
 * Asks the proxy at the other end of a connection for a tunnel to the service. What it is told is host and port, no
 * token and nothing of a request, so `never_connected` is true of every way in which this fails; and so it is until
 * the service's own TLS handshake in the tunnel is done.
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
  // Node would ask for the line to be closed behind the answer.
  asking.removeHeader('Connection')
  const late = neverConnected('proxy', 'the proxy did not answer in time')
  return stage([line], limit, late, (up, giveUp) => {
    asking.once('connect', ({ statusCode = 0 }, _line, behind) => {
      if (statusCode === 407) giveUp('proxy_sign_in', 'the proxy wants somebody to sign in (407)')
      else if (statusCode < 200 || statusCode > 299) giveUp('proxy', `the proxy answered ${statusCode}`)
      // The service speaks only after Tillside has: this is not the service's.
      else if (behind.length > 0) giveUp('proxy', 'the proxy sent something behind its answer')
      else up()
    })
    asking.on('error', (error) => giveUp('proxy', proxyProblem(error)))
    asking.end()
  })
}

function proxyProblem(error: Error): string {
  const code = codeOfError(error)
  if (code === 'HPE_HEADER_OVERFLOW') return 'the proxy’s answer is far too long'
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
    ? 'the proxy’s answer is not HTTP'
    : 'the proxy closed the connection without an answer'
}

/**
 * TLS with the service over a connection that is up: its certificate must be valid, of a trusted authority, for this
 * host, and its key one of the pins where there are any. Nothing was sent when this fails.
 */
function secureHandshake(
  plain: Socket,
  host: string,
  limit: number,
  { trustedRoots, pins }: NetworkRules,
): Promise<Outcome> {
  const socket = tls.connect({
    socket: plain,
    host,
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(trustedRoots === undefined ? { minVersion } : { secureContext: contextOf(trustedRoots()) }),
  })
  const late = neverConnected('timeout', 'the TLS handshake took too long')
  return stage([socket, plain], limit, late, (up, giveUp) => {
    socket.once('secureConnect', () => {
      if (pins === undefined || isPinned(socket, pins)) up()
      else giveUp('pin', 'the key of its certificate is none of those that the policy names')
    })
    socket.on('error', (error) => {
      giveUp(socket.authorizationError ? 'certificate' : 'handshake', wordsOf(error))
    })
    socket.once('close', () => giveUp('handshake', 'the connection was closed in the TLS handshake'))
  })
}

const minVersion = 'TLSv1.2'

/** Reading some hundred certificates takes a while, and each list is read for many connections. */
const contexts = new WeakMap<readonly string[], tls.SecureContext>()

function contextOf(roots: readonly string[]): tls.SecureContext {
  const made = contexts.get(roots) ?? tls.createSecureContext({ ca: [...roots], minVersion })
  contexts.set(roots, made)
  return made
}

/** What a policy pins: the SHA-256 of a public key (SubjectPublicKeyInfo, DER), in Base64. */
export function pinOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('base64')
}

/** The service's own key, not an authority's: whatever else its chain holds, the other side need not have the key of. */
function isPinned(socket: tls.TLSSocket, pins: readonly string[]): boolean {
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
const storeVariables = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

function systemRoots({ getCACertificates }: SystemStore): readonly string[] {
  if (getCACertificates === undefined) return []
  for (const name of storeVariables) if (name in process.env) delete process.env[name]
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

/** One way to a host: through an HTTP proxy that is asked for a tunnel, or straight. */
type Hop = { readonly host: string; readonly port: number } | null

/** More than these would each get too short a share of the time. */
const maxHops = 3

/**
 * Reads what Chromium answers for the system's proxy: `DIRECT`, or `PROXY host:port; DIRECT` and the like, best first.
 * Kinds that a tunnel cannot be asked of (SOCKS, a proxy spoken to by TLS) are left out; what cannot be read too. None
 * at all means that there is no way that Tillside knows.
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

/** An error in words for a log or a detail: its own message, shortened. None of Node's quote a header's value. */
export function wordsOf(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ').slice(0, 200)
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
