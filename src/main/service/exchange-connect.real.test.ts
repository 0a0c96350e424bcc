import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { deferred } from '../system/testing/deferred'
import { makeSecureContext } from './connection'
import { exchange } from './exchange'
import { openBlackHole } from './testing/black-hole'
import { makeCertificate } from './testing/certificates'
import { openSockets, patient, placeAt, requestTo } from './testing/exchange-request'
import { httpAnswer, type RawBehaviour, say } from './testing/raw-service'
import { leaveNoSockets, serve } from './testing/serve'

leaveNoSockets()

it('says that nothing was sent when the port is closed', async () => {
  expect(await exchange(requestTo(1), patient)).toEqual({
    kind: 'never_connected',
    reason: 'refused',
    detail: 'connect ECONNREFUSED 127.0.0.1:1',
  })
})

it('says that nothing was sent when the connection never comes up', async () => {
  const hole = await openBlackHole()
  const outcome = await exchange(requestTo(hole.port), {
    deadlines: { ...patient.deadlines, connect: 300 },
  })
  await hole.close()
  expect(outcome).toEqual({
    kind: 'never_connected',
    reason: 'timeout',
    detail: 'the connection did not come up in time',
  })
})

const localhost = (port: number) => requestTo(port, { place: placeAt(`http://localhost:${port}`) })

/** The addresses of a name: those of IPv6, then those of IPv4. */
const named = (six: readonly string[], ...four: readonly string[]) => [
  ...six.map((address) => ({ address, family: 6 })),
  ...four.map((address) => ({ address, family: 4 })),
]
const dead = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6']
it.each<[string, ReturnType<typeof named>, (line: Socket) => void, string]>([
  [
    'tries the next address only while no connection came up',
    named(['::1'], '127.0.0.2', '127.0.0.1'),
    say(httpAnswer(200, '{}')),
    'answered',
  ],
  [
    // 127.0.0.1 stands for an address of IPv6, which not every machine has.
    'reaches a service over IPv6 whose many addresses of IPv4 nothing answers at',
    named(['127.0.0.1'], ...dead),
    say(httpAnswer(200, '{}')),
    'answered',
  ],
  [
    'tries no other address once a connection came up',
    named([], '127.0.0.1', '127.0.0.1'),
    (line) => line.resetAndDestroy(),
    'no_answer',
  ],
])('%s, and sends once', async (_what, addresses, onRequest, kind) => {
  const service = await serve({ onRequest })
  const outcome = await exchange(localhost(service.port), { ...patient, resolveName: async () => addresses })
  expect([outcome.kind, service.received.length]).toEqual([kind, 1])
})

it('tries the next address where one does not answer in its share of the time', async () => {
  const hole = await openBlackHole()
  const service = await serve({ onRequest: say(httpAnswer(200, '{}')) }, undefined, {
    host: '127.0.0.3',
    port: hole.port,
  })
  const outcome = await exchange(localhost(hole.port), {
    resolveName: async () => named([], '127.0.0.1', '127.0.0.3'),
    deadlines: { ...patient.deadlines, connect: 600 },
  })
  await hole.close()
  expect({ kind: outcome.kind, calls: service.received.length }).toEqual({ kind: 'answered', calls: 1 })
})

const names = {
  'does not exist': () => Promise.reject(new Error('getaddrinfo ENOTFOUND localhost')),
  'has no address': async () => [],
  'leads off this PC': async () => named([], '192.0.2.1'),
  'is never answered': () => new Promise<never>(() => {}),
}
it.each(Object.entries(names))('says that nothing was sent when the name %s', async (_name, resolveName) => {
  const deps = { resolveName, deadlines: { ...patient.deadlines, connect: 200 } }
  const expected = { kind: 'never_connected', reason: 'name_lookup', detail: expect.stringMatching(/./) }
  expect(await exchange(localhost(1), deps)).toEqual(expected)
})

it.each([
  ['a token with a line break', { token: 'a\r\nX-Evil: 1' }],
  ['a token beyond Latin', { token: '令牌' }],
  ['a path with a space', { path: '/v1/transactions/a b' }],
  ['a path with a line break', { path: '/v1/a\r\nHost: evil' }],
  ['a path beyond ASCII', { path: '/v1/é' }],
  ['a path that is not one', { path: 'v1' }],
])('refuses %s before it connects', async (_name, changes) => {
  const service = await serve({})
  const outcome = await exchange(requestTo(service.port, changes), patient)
  expect({ outcome, received: service.received }).toEqual({
    outcome: { kind: 'never_connected', reason: 'aborted', detail: expect.stringContaining('cannot carry') },
    received: [],
  })
})

const show = { method: 'GET', path: '/v1/transactions/7?include=store', body: '' } as const

/** A service that never answers; `closed` resolves when the client closes the connection. */
function waiting() {
  const [asked, closed] = [deferred(), deferred()]
  const behaviour: RawBehaviour = {
    onRequest(line) {
      const gone = () => closed.keep()
      line.once('end', gone).once('error', gone)
      asked.keep()
    },
  }
  return { behaviour, asked: asked.promise, closed: closed.promise }
}

it.each(['http://127.0.0.1', 'https://pay.test'])(
  'closes the line of a show that nobody waits for any more: %s',
  async (address) => {
    const { behaviour, asked, closed } = waiting()
    const certificate = await makeCertificate({ host: 'pay.test' })
    const service = await serve(behaviour, address.startsWith('https') ? certificate : undefined)
    const callOff = new AbortController()
    const outcome = exchange(
      requestTo(service.port, { ...show, place: placeAt(`${address}:${service.port}`) }),
      {
        ...patient,
        resolveName: async () => named([], '127.0.0.1'),
        secureContext: makeSecureContext([certificate.cert], {}),
      },
      callOff.signal,
    )
    await asked
    callOff.abort()
    expect((await outcome).kind).toBe('no_answer')
    await closed
  },
)

it('gives up a connection that does not come up, at once', async () => {
  const hole = await openBlackHole()
  const others = openSockets()
  const callOff = new AbortController()
  const outcome = exchange(requestTo(hole.port, show), patient, callOff.signal)
  // The socket exists, and never connects.
  await vi.waitFor(() => expect(openSockets()).toBeGreaterThan(others))
  callOff.abort()
  const ended = await outcome
  await hole.close()
  expect(ended).toMatchObject({ kind: 'never_connected', reason: 'aborted' })
})

it('waits for no name lookup that nobody needs any more, and connects to nothing', async () => {
  const service = await serve({})
  const callOff = new AbortController()
  const outcome = exchange(
    { ...localhost(service.port), ...show },
    { deadlines: { ...patient.deadlines, connect: 1e9 }, resolveName: () => new Promise(() => undefined) },
    callOff.signal,
  )
  callOff.abort()
  expect([await outcome, service.received]).toMatchObject([{ kind: 'never_connected' }, []])
})

it('connects to nothing once it was called off', async () => {
  const service = await serve({})
  const outcome = await exchange(requestTo(service.port, show), patient, AbortSignal.abort())
  expect([outcome, service.received]).toMatchObject([{ kind: 'never_connected', reason: 'aborted' }, []])
})

it('never calls a refund off', async () => {
  const callOff = new AbortController()
  const service = await serve({
    onFirstBytes: () => callOff.abort(),
    onRequest: say(httpAnswer(200, '{}')),
  })
  const during = await exchange(requestTo(service.port), patient, callOff.signal)
  const afterwards = await exchange(requestTo(service.port), patient, callOff.signal)
  expect([during.kind, afterwards.kind, service.received.length]).toEqual(['answered', 'answered', 2])
})
