import { once } from 'node:events'
import type { Socket } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Exchanged } from './exchange'
import { type Certificate, makeCertificate, makeRoot } from './testing/certificates'
import { httpAnswer, type RawBehaviour, type RawService } from './testing/raw-service'
import { refundOverTls } from './testing/secure-exchange'
import { serve } from './testing/serve'

let root: Certificate

/** OpenSSL refuses old versions by itself, but Electron's library does not. */
const ciphers = tls.DEFAULT_CIPHERS
beforeAll(async () => {
  root = await makeRoot()
  tls.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0'
})
afterAll(() => {
  tls.DEFAULT_CIPHERS = ciphers
})

async function call(service: RawService, limit = 5000): Promise<Exchanged> {
  return refundOverTls(service.port, { trustedRoots: () => [root.cert] }, limit)
}

const answering: RawBehaviour = { onRequest: (line) => line.end(httpAnswer(200, '{}')) }

it('speaks to a service whose certificate is right, and sends the request once', async () => {
  const certificate = await makeCertificate({ host: 'pay.test', ca: root })
  const service = await serve(answering, certificate)
  const outcome = await call(service)
  expect({ outcome, received: service.received }).toEqual({
    outcome: { kind: 'answered', httpStatus: 200, age: 0, body: '{}' },
    received: [expect.stringMatching(/^POST \/v1\/transactions\/a\/refund HTTP\/1\.1\r\nHost: pay\.test:/)],
  })
})

const untrusted = {
  'is self-signed': () => makeCertificate({ host: 'pay.test' }),
  'is expired': () => makeCertificate({ host: 'pay.test', expired: true, ca: root }),
  'names another host': () => makeCertificate({ host: 'other.test', ca: root }),
  'comes from an unknown root': async () => makeCertificate({ host: 'pay.test', ca: await makeRoot() }),
}
it.each(Object.entries(untrusted))('sends nothing when the certificate %s', async (_name, make) => {
  const service = await serve(answering, await make())
  const outcome = await call(service)
  expect({ outcome, received: service.received.filter((text) => text !== '') }).toEqual({
    outcome: { kind: 'never_connected', reason: 'certificate', detail: expect.stringMatching(/./) },
    received: [],
  })
})

it('verifies the certificate even where the environment asks not to', async () => {
  const service = await serve(answering, await makeCertificate({ host: 'pay.test' }))
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const outcome = await call(service)
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  expect(outcome).toMatchObject({ kind: 'never_connected', reason: 'certificate' })
})

const plainHandshake = (onFirstBytes: (line: Socket) => void) => serve({ onFirstBytes })
const broken = {
  'is reset': [() => plainHandshake((line) => line.resetAndDestroy()), 'handshake'],
  'is closed': [() => plainHandshake((line) => line.end()), 'handshake'],
  'meets a service that speaks plain http': [
    () => plainHandshake((line) => line.end(httpAnswer(400, ''))),
    'handshake',
  ],
  'is never answered': [() => serve({}), 'timeout'],
} as const
it.each(Object.entries(broken))(
  'is never connected when the handshake %s',
  async (_name, [start, reason]) => {
    const service = await start()
    const outcome = await call(service, reason === 'timeout' ? 300 : 5000)
    const sent = service.received.join('')
    expect({ outcome, tokenSent: sent.includes('tls-token') }).toEqual({
      outcome: { kind: 'never_connected', reason, detail: expect.stringMatching(/./) },
      tokenSent: false,
    })
  },
)

it('offers TLS 1.2 and 1.3 and nothing older', async () => {
  const hello: Buffer[] = []
  const service = await serve({
    onConnection: (line) =>
      line.once('data', (bytes) => {
        hello.push(bytes)
        line.end()
      }),
  })
  await call(service)
  expect(versionsIn(Buffer.concat(hello))).toEqual(['0304', '0303'])
})

/** Returns the versions in a ClientHello's `supported_versions` (RFC 8446, 4.2.1), in hexadecimal. */
function versionsIn(hello: Buffer): readonly string[] {
  const place = hello.indexOf(Buffer.from('002b', 'hex'), 43)
  const length = hello.readUInt8(place + 4)
  return (
    hello
      .subarray(place + 5, place + 5 + length)
      .toString('hex')
      .match(/.{4}/g) ?? []
  )
}

it.each(['reset', 'closed'] as const)(
  'does not know the outcome once the handshake was done and the line is %s',
  async (reason) => {
    const onRequest = (line: Socket) => (reason === 'reset' ? service.resetAll() : line.end())
    const service: RawService = await serve(
      { onRequest },
      await makeCertificate({ host: 'pay.test', ca: root }),
    )
    const outcome = await call(service)
    const expected = { outcome: { kind: 'no_answer', reason, detail: expect.stringMatching(/./) }, calls: 1 }
    expect({ outcome, calls: service.received.length }).toEqual(expected)
  },
)

it('closes the connection behind it', async () => {
  const closed: Promise<unknown>[] = []
  const service = await serve(
    { onConnection: (line) => closed.push(once(line, 'close')), ...answering },
    await makeCertificate({ host: 'pay.test', ca: root }),
  )
  await call(service)
  expect(await Promise.all(closed)).toHaveLength(1)
})
