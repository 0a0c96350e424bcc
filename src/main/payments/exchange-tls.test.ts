import { once } from 'node:events'
import type { Socket } from 'node:net'
import { generate } from 'selfsigned'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { type Exchanged, exchange } from './exchange'
import { readServiceAddress } from './service-address'
import { httpAnswer, type RawBehaviour, type RawService, startRawService } from './testing/raw-service'

type Certificate = { readonly key: string; readonly cert: string }
const day = 24 * 60 * 60 * 1000
const services: RawService[] = []
let root: Certificate

async function makeRoot(): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: 'Root of the tests' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  })
  return { key: pems.private, cert: pems.cert }
}

async function makeCertificate(options: {
  host: string
  expired?: boolean
  ca?: Certificate
}): Promise<Certificate> {
  const now = Date.now()
  const pems = await generate([{ name: 'commonName', value: options.host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 3 * day),
    notAfterDate: new Date(options.expired === true ? now - day : now + day),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: options.host }] }],
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  return { key: pems.private, cert: pems.cert }
}

beforeAll(async () => {
  root = await makeRoot()
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
})

async function call(service: RawService, limit = 5000): Promise<Exchanged> {
  services.push(service)
  const place = readServiceAddress(`https://pay.test:${service.port}`)
  if (!place.ok) throw new Error(place.fault.detail)
  return exchange(
    {
      place: place.value,
      method: 'POST',
      path: '/v1/transactions/a/refund',
      body: 'amount=1.00',
      token: 'tls-token',
    },
    {
      deadlines: { connect: limit, firstByte: 5000, whole: 5000 },
      resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
      trustedRoots: [root.cert],
    },
  )
}

const answering: RawBehaviour = { onRequest: (line) => line.end(httpAnswer(200, '{}')) }

it('speaks to a service whose certificate is right, and sends the request once', async () => {
  const certificate = await makeCertificate({ host: 'pay.test', ca: root })
  const service = await startRawService(answering, certificate)
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
  const service = await startRawService(answering, await make())
  const outcome = await call(service)
  expect({ outcome, received: service.received.filter((text) => text !== '') }).toEqual({
    outcome: { kind: 'never_connected', reason: 'certificate', detail: expect.stringMatching(/./) },
    received: [],
  })
})

it('verifies the certificate even where the environment asks not to', async () => {
  const service = await startRawService(answering, await makeCertificate({ host: 'pay.test' }))
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const outcome = await call(service)
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  expect(outcome).toMatchObject({ kind: 'never_connected', reason: 'certificate' })
})

const only11 = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
const plainHandshake = (onFirstBytes: (line: Socket) => void) => startRawService({ onFirstBytes })
const broken = {
  'is reset': [() => plainHandshake((line) => line.resetAndDestroy()), 'handshake'],
  'is closed': [() => plainHandshake((line) => line.end()), 'handshake'],
  'meets a service that speaks plain http': [
    () => plainHandshake((line) => line.end(httpAnswer(400, ''))),
    'handshake',
  ],
  'is never answered': [() => startRawService({}), 'timeout'],
  'can only be done with TLS 1.1': [
    async () =>
      startRawService(answering, { ...(await makeCertificate({ host: 'pay.test', ca: root })), ...only11 }),
    'handshake',
  ],
} as const
it.each(Object.entries(broken))(
  'counts as never connected when the handshake %s',
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
  const service = await startRawService({
    onConnection: (line) =>
      line.once('data', (bytes) => {
        hello.push(bytes)
        line.end()
      }),
  })
  await call(service)
  expect(versionsIn(Buffer.concat(hello))).toEqual(['0304', '0303'])
})

/** What a ClientHello's extension `supported_versions` lists (RFC 8446, 4.2.1), in hexadecimal. */
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
    const service: RawService = await startRawService(
      { onRequest },
      await makeCertificate({ host: 'pay.test', ca: root }),
    )
    const outcome = await call(service)
    expect({ outcome, calls: service.received.length }).toEqual({
      outcome: { kind: 'no_answer', reason, detail: expect.stringMatching(/./) },
      calls: 1,
    })
  },
)

it('closes the connection behind it', async () => {
  const closed: Promise<unknown>[] = []
  const service = await startRawService(
    { onConnection: (line) => closed.push(once(line, 'close')), ...answering },
    await makeCertificate({ host: 'pay.test', ca: root }),
  )
  await call(service)
  expect(await Promise.all(closed)).toHaveLength(1)
})
