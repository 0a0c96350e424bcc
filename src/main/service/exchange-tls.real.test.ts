import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import tls, { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSecureContext, pinOf, trustedRoots } from './connection'
import { type Certificate, makeCertificate, makeRoot } from './testing/certificates'
import { httpAnswer, type RawBehaviour, say } from './testing/raw-service'
import { refundOverTls, secureHost, secureToken } from './testing/secure-exchange'
import { serve } from './testing/serve'

let root: Certificate
let other: Certificate
let own: Certificate

/** OpenSSL refuses old versions by itself, but Electron's library does not. */
const ciphers = tls.DEFAULT_CIPHERS
beforeAll(async () => {
  root = await makeRoot()
  other = await makeRoot()
  own = await makeCertificate({ host: secureHost, ca: root })
  tls.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0'
})
afterAll(() => {
  tls.DEFAULT_CIPHERS = ciphers
})

const trusting = { secureContext: () => makeSecureContext([root.cert], {})() }
const answering: RawBehaviour = { onRequest: say(httpAnswer(200, '{}')) }
const failed = (kind: string, reason: string) => ({ kind, reason, detail: expect.stringMatching(/./) })

it('speaks to a service whose certificate is right, sends the request once, and closes the connection', async () => {
  const closed: Promise<unknown>[] = []
  const service = await serve({ onConnection: (line) => closed.push(once(line, 'close')), ...answering }, own)
  const outcome = await refundOverTls(service.port, trusting)
  expect([outcome, service.received, (await Promise.all(closed)).length]).toEqual([
    { kind: 'answered', httpStatus: 200, age: 0, body: '{}' },
    [expect.stringMatching(/^POST \/v1\/transactions\/abc\/refund HTTP\/1\.1\r\nHost: pay\.test:/)],
    1,
  ])
})

const untrusted = {
  'is self-signed': () => makeCertificate({ host: secureHost }),
  'is expired': () => makeCertificate({ host: secureHost, expired: true, ca: root }),
  'names another host': () => makeCertificate({ host: 'other.test', ca: root }),
  'comes from an unknown root': () => makeCertificate({ host: secureHost, ca: other }),
}
describe.each([undefined, '0'])('with NODE_TLS_REJECT_UNAUTHORIZED=%s in the environment', (verifies) => {
  it.each(Object.entries(untrusted))('sends nothing when the certificate %s', async (_name, make) => {
    const service = await serve(answering, await make())
    if (verifies !== undefined) process.env.NODE_TLS_REJECT_UNAUTHORIZED = verifies
    const outcome = await refundOverTls(service.port, trusting)
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    expect([outcome, service.received.join('')]).toEqual([failed('never_connected', 'certificate'), ''])
  })
})

it.each<[string, RawBehaviour, string]>([
  ['is reset', { onFirstBytes: (line) => line.resetAndDestroy() }, 'handshake'],
  ['is closed', { onFirstBytes: (line) => line.end() }, 'handshake'],
  ['meets a service that speaks plain http', { onFirstBytes: say(httpAnswer(400, '')) }, 'handshake'],
  ['is never answered', {}, 'timeout'],
])('is never connected when the handshake %s', async (_name, behaviour, reason) => {
  const service = await serve(behaviour)
  const outcome = await refundOverTls(service.port, trusting, reason === 'timeout' ? 300 : 5000)
  expect([outcome, service.received.join('').includes(secureToken)]).toEqual([
    failed('never_connected', reason),
    false,
  ])
})

it('offers TLS 1.2 and 1.3 and nothing older', async () => {
  const hello: Buffer[] = []
  const service = await serve({
    onConnection: (line) =>
      line.once('data', (bytes) => {
        hello.push(bytes)
        line.end()
      }),
  })
  await refundOverTls(service.port, trusting)
  expect(versionsIn(Buffer.concat(hello))).toEqual(['0304', '0303'])
})

/** Returns the versions in a ClientHello's `supported_versions` (RFC 8446, 4.2.1), in hexadecimal. */
function versionsIn(hello: Buffer): readonly string[] {
  const place = hello.indexOf(Buffer.from('002b', 'hex'), 43)
  const versions = hello.subarray(place + 5, place + 5 + hello.readUInt8(place + 4))
  return versions.toString('hex').match(/.{4}/g) ?? []
}

it.each(['reset', 'closed'] as const)(
  'does not know the outcome once the handshake was done and the line is %s',
  async (reason) => {
    const onRequest = (line: Socket) => (reason === 'reset' ? service.resetAll() : line.end())
    const service: Awaited<ReturnType<typeof serve>> = await serve({ onRequest }, own)
    const outcome = await refundOverTls(service.port, trusting)
    expect([outcome, service.received.length]).toEqual([failed('no_answer', reason), 1])
  },
)

/** Returns how a refund ends: `answered`, or why it was never sent. */
async function refund(deps: Parameters<typeof refundOverTls>[1], certificate = own): Promise<string> {
  const { port, received } = await serve(answering, certificate)
  const outcome = await refundOverTls(port, deps)
  const sent = received.join('') !== ''
  return outcome.kind === 'never_connected' && !sent ? outcome.reason : outcome.kind
}

const storeOf = (...certificates: readonly string[]) => ({ getCACertificates: () => certificates })

describe('whom the till trusts', () => {
  it('is a private authority with the administrator’s PEM, and not without', async () => {
    expect([
      await refund({ secureContext: makeSecureContext([], {}) }),
      await refund({ secureContext: makeSecureContext([root.cert], {}) }),
    ]).toEqual(['certificate', 'answered'])
  })

  it('is the system’s store where the runtime can read it', async () => {
    expect([
      await refund({ secureContext: makeSecureContext([], storeOf(root.cert)) }),
      await refund({ secureContext: makeSecureContext([], storeOf(other.cert)) }),
    ]).toEqual(['answered', 'certificate'])
  })

  it('is also what the program brings, each once, and the store is read when it is needed and once', () => {
    let read = 0
    const store = {
      getCACertificates: () => {
        read += 1
        return [root.cert, ...rootCertificates.slice(0, 3)]
      },
    }
    const context = makeSecureContext([other.cert], store)
    const before = read
    const [first, second] = [context(), context()]
    const result = [second === first, before, read, trustedRoots([other.cert], store)]
    expect(result).toEqual([true, 0, 1, [...rootCertificates, root.cert, other.cert]])
  })

  it('is no less for a store that cannot be read, or that holds something else', () => {
    const broken = {
      getCACertificates: () => {
        throw new Error('no store')
      },
    }
    expect(trustedRoots([], broken)).toEqual([...rootCertificates])
    const expected = [...rootCertificates, root.cert]
    expect(trustedRoots([], storeOf('no certificate', root.cert))).toEqual(expected)
  })

  it('is never what whoever starts the program names in its place', () => {
    process.env.SSL_CERT_FILE = '/home/cashier/own-authority.pem'
    process.env.SSL_CERT_DIR = '/home/cashier'
    const seen: (string | undefined)[] = []
    const store = {
      getCACertificates: () => {
        seen.push(process.env.SSL_CERT_FILE, process.env.SSL_CERT_DIR)
        return []
      },
    }
    trustedRoots([], store)
    expect(seen).toEqual([undefined, undefined])
  })
})

function pinOfCertificate({ cert }: Certificate): string {
  return pinOf(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
}

describe('a pin', () => {
  it('lets the service’s own key through, be it the one in use or the spare', async () => {
    const [first, spare] = [pinOfCertificate(own), pinOfCertificate(other)]
    expect([
      await refund({ ...trusting, pins: [first, spare] }),
      await refund({ ...trusting, pins: [spare, first] }),
    ]).toEqual(['answered', 'answered'])
  })

  it('keeps out a trusted certificate with another key, also one whose chain has a pinned authority', async () => {
    const forged = await makeCertificate({ host: secureHost, ca: root })
    const withChain = { ...forged, cert: `${forged.cert}\n${root.cert}\n${own.cert}` }
    const pins = [pinOfCertificate(own), pinOfCertificate(root)]
    expect([
      await refund({ ...trusting, pins }, forged),
      await refund({ ...trusting, pins }, withChain),
      await refund({ ...trusting, pins: [] }),
    ]).toEqual(['pin', 'pin', 'pin'])
  })

  it('replaces no check: a certificate that is not trusted stays out with the right key', async () => {
    expect(
      await refund({ secureContext: makeSecureContext([other.cert], {}), pins: [pinOfCertificate(own)] }),
    ).toBe('certificate')
  })
})
