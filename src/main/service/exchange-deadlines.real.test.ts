import { performance } from 'node:perf_hooks'
import { afterEach, expect, it, vi } from 'vitest'
import { deferred } from '../system/testing/deferred'
import { openConnection } from './connection'
import { defaultDeadlines, type Exchanged, exchange } from './exchange'
import { placeAt, requestTo, wholeRequest } from './testing/exchange-request'
import { httpAnswer, type RawBehaviour } from './testing/raw-service'
import { serve } from './testing/serve'

afterEach(() => vi.useRealTimers())

/** Real sockets, and a fake clock for the deadlines once `now` resolves. */
function clockOfOurs(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** A service, and a promise for the moment that the test waits for. */
async function serving(behaviour: (reached: () => void) => RawBehaviour) {
  const moment = deferred()
  const service = await serve(behaviour(moment.keep))
  return { service, moment: moment.promise }
}

/** Returns how an exchange ended, or that it goes on. */
async function stateOf(outcome: Promise<Exchanged>): Promise<string> {
  const soon = new Promise<null>((resolve) => setImmediate(() => setImmediate(() => resolve(null))))
  const ended = await Promise.race([outcome, soon])
  if (ended === null) return 'waiting'
  return ended.kind === 'answered' ? 'answered' : `${ended.kind}: ${ended.detail}`
}

it('gives a name lookup and every connection ten seconds together', async () => {
  clockOfOurs()
  const outcome = exchange(requestTo(1, { place: placeAt('http://localhost:1') }), {
    deadlines: defaultDeadlines,
    resolveName: () => new Promise(() => {}),
  })
  await vi.advanceTimersByTimeAsync(9_900)
  expect(await stateOf(outcome)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(100)
  expect(await stateOf(outcome)).toBe('never_connected: the name lookup took too long')
})

it('waits thirty seconds for the first byte, once connected', async () => {
  const { service, moment } = await serving((reached) => ({ onRequest: reached }))
  clockOfOurs()
  const outcome = exchange(requestTo(service.port), { deadlines: defaultDeadlines })
  await moment
  await vi.advanceTimersByTimeAsync(29_900)
  expect(await stateOf(outcome)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(100)
  expect(await stateOf(outcome)).toBe('no_answer: no answer began in time')
  expect(service.received).toEqual([wholeRequest(service.port)])
})

it.each([
  ['body', 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'],
  ['headers', 'HTTP/1.1 200 OK\r\nX-Slow: '],
])('waits sixty seconds in all for an answer that has begun, and ends a drip of %s', async (_name, start) => {
  const { service, moment } = await serving((reached) => ({
    onRequest: (line) => {
      line.write(start, reached)
      const drip = setInterval(() => line.write('x'), 10)
      line.once('close', () => clearInterval(drip))
    },
  }))
  clockOfOurs()
  const outcome = exchange(requestTo(service.port), { deadlines: defaultDeadlines })
  await moment
  // The client reads the byte within a turn or two.
  for (let turn = 0; turn < 20; turn += 1) await stateOf(outcome)
  await vi.advanceTimersByTimeAsync(58_000)
  expect(await stateOf(outcome)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await stateOf(outcome)).toBe('no_answer: the whole exchange took too long')
  expect(service.received.length).toBe(1)
})

/** Blocks the event loop for so many milliseconds. */
function beBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const answered = { kind: 'answered', httpStatus: 200, age: 0, body: '{}' }
const limits = { connect: 5000, firstByte: 100, whole: 5000 }

it.each([
  ['first byte', limits],
  ['whole answer', { ...limits, firstByte: 5000, whole: 100 }],
])('reads an answer that came before the limit of the %s, while main was busy', async (_name, deadlines) => {
  const service = await serve({
    onRequest(line) {
      line.write(httpAnswer(200, '{}'))
      // The answer is in the client's socket, unread.
      beBusy(300)
    },
  })
  expect(await exchange(requestTo(service.port), { deadlines })).toEqual(answered)
})

it('takes a connection that came up before its limit', async () => {
  const service = await serve({})
  const { place } = requestTo(service.port)
  const opening = openConnection(place, { limit: 100 })
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      beBusy(300)
      resolve()
    }),
  )
  const connection = await opening
  if (connection.kind === 'connected') connection.socket.destroy()
  expect(connection.kind).toBe('connected')
})

it('still counts a limit that nothing came before, busy or not', async () => {
  const service = await serve({ onRequest: () => beBusy(300) })
  const expected = { kind: 'no_answer', reason: 'timeout', detail: 'no answer began in time' }
  expect(await exchange(requestTo(service.port), { deadlines: limits })).toEqual(expected)
})
