import { createHash } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import {
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { ConnectFailure } from '../../shared/call-failures'
import { deadline } from './deadline'
import { type Connected, type NeverConnected, neverConnected, wordsOf } from './never-connected'

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
