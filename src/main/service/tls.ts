import { createHash, X509Certificate } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import * as tls from 'node:tls'
import {
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { ConnectFailure } from '../../shared/call-failures'
import { isPinKey, pinKeyPresent } from '../../shared/masked-record'
import { type Connected, deadline, type NeverConnected, neverConnected, wordsOf } from './never-connected'

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

/**
 * The key of PIN encryption (interface.md §2.2 #36) is nobody's business at a counter. What the wire parser reads holds
 * a word in its place, wherever it stands, so that it cannot be shown, printed, copied, saved or sent to the window.
 */

const speaksOfPinKey = /pin[\s_-]?key/i

/** A plain field's or member's own text, unless it is the key: then only whether there is one. */
export function withoutPinKey(name: string, text: string): string {
  return text !== '' && isPinKey(name) ? pinKeyPresent : text
}

/** A value that nobody documented, as JSON text without any PIN key, also in JSON that is a text within it. */
export function jsonWithoutPinKey(value: unknown): string {
  return JSON.stringify(value, keysOut) ?? ''
}

/** A text that nobody documented. One that speaks of such a key and is no JSON is left out: nobody knows where it ends. */
export function textWithoutPinKey(text: string): string {
  if (!speaksOfPinKey.test(text)) return text
  try {
    return jsonWithoutPinKey(JSON.parse(text))
  } catch {
    return '(left out)'
  }
}

function keysOut(name: string, value: unknown): unknown {
  if (isPinKey(name)) return value === null || value === '' ? value : pinKeyPresent
  return typeof value === 'string' ? textWithoutPinKey(value) : value
}
