import { generate } from 'selfsigned'
import { expect, it, vi } from 'vitest'
import { readServiceAddress } from './address'
import { exchange } from './exchange'
import { openBlackHole } from './testing/black-hole'
import { openSockets, patient, requestTo } from './testing/exchange-request'
import { httpAnswer, type RawBehaviour } from './testing/raw-service'
import { leaveNoSockets, serve } from './testing/serve'

leaveNoSockets()

const show = { method: 'GET', path: '/v1/transactions/7?include=store', body: '' } as const

/** A service that never answers; `closed` resolves when the client closes the connection. */
function waiting() {
  let ask = () => {}
  let close = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const behaviour: RawBehaviour = {
    onRequest(line) {
      line.once('end', close).once('error', close)
      ask()
    },
  }
  return { behaviour, asked, closed }
}

it('closes the line of a show that nobody waits for any more', async () => {
  const { behaviour, asked, closed } = waiting()
  const service = await serve(behaviour)
  const callOff = new AbortController()
  const outcome = exchange(requestTo(service.port, show), patient, callOff.signal)
  await asked
  callOff.abort()
  expect((await outcome).kind).toBe('no_answer')
  await closed
})

it('closes a line under TLS, too', async () => {
  const { behaviour, asked, closed } = waiting()
  const pems = await generate([{ name: 'commonName', value: 'pay.test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'pay.test' }] }],
  })
  const service = await serve(behaviour, { key: pems.private, cert: pems.cert })
  const place = readServiceAddress(`https://pay.test:${service.port}`)
  if (!place.ok) throw new Error(place.fault.why)
  const callOff = new AbortController()
  const resolveName = async () => [{ address: '127.0.0.1', family: 4 }]
  const outcome = exchange(
    requestTo(service.port, { ...show, place: place.value }),
    { ...patient, resolveName, trustedRoots: () => [pems.cert] },
    callOff.signal,
  )
  await asked
  callOff.abort()
  expect((await outcome).kind).toBe('no_answer')
  await closed
})

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
  const place = readServiceAddress(`http://localhost:${service.port}`)
  if (!place.ok) throw new Error(place.fault.why)
  const callOff = new AbortController()
  const outcome = exchange(
    requestTo(service.port, { ...show, place: place.value }),
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
    onRequest(line) {
      callOff.abort()
      line.end(httpAnswer(200, '{}'))
    },
  })
  const during = await exchange(requestTo(service.port), patient, callOff.signal)
  const afterwards = await exchange(requestTo(service.port), patient, callOff.signal)
  expect([during.kind, afterwards.kind, service.received.length]).toEqual(['answered', 'answered', 2])
})
