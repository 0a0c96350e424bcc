import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { exchange } from './exchange'
import { openSockets, patient, requestTo, wholeRequest } from './testing/exchange-request'
import { httpAnswer, type RawBehaviour, say } from './testing/raw-service'
import { leaveNoSockets, serve } from './testing/serve'

const twoMiB = 2 * 1024 * 1024

async function answerTo(behaviour: RawBehaviour) {
  const service = await serve(behaviour)
  return { outcome: await exchange(requestTo(service.port), patient), received: service.received }
}

leaveNoSockets()

const answersPacked = (encoding: string, packed: Buffer): RawBehaviour => ({
  onRequest: (line) => {
    line.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${packed.length}\r\n\r\n`)
    line.end(packed)
  },
})

it.each([
  ['Thu, 26 Nov 2026 00:00:07 GMT', { dated: Date.UTC(2026, 10, 26, 0, 0, 7) }],
  ['soon', {}],
  ['', {}],
])('says when the service answered by its own clock: “%s”', async (date, dated) => {
  const service = await serve({ onRequest: say(httpAnswer(200, '', [`Date: ${date}`])) })
  expect(await exchange(requestTo(service.port), patient)).toEqual({
    ...{ kind: 'answered', httpStatus: 200, age: 0, body: '' },
    ...dated,
  })
})

it.each([
  ['a record', httpAnswer(200, '{}', ['Tillside-Practice: 1']), 1],
  ['an error', httpAnswer(500, 'x', ['tillside-practice: 1']), 1],
  ['a redirect', httpAnswer(307, '', ['TILLSIDE-PRACTICE:  1 ', 'Location: /x']), 1],
  ['a compressed answer', httpAnswer(200, 'x', ['Tillside-Practice: 1', 'Content-Encoding: br']), 1],
  ['half an answer', httpAnswer(200, '{}', ['Tillside-Practice: 1']).slice(0, -1), 1],
  ['an answer that says it twice', httpAnswer(200, '{}', ['Tillside-Practice: 1, 1']), 1],
  ['an answer without it', httpAnswer(200, '{}'), 0],
  ['an answer that says no', httpAnswer(200, '{}', ['Tillside-Practice: 0']), 0],
  ['an answer that says something else', httpAnswer(200, '{}', ['Tillside-Practice: 10']), 0],
  ['an answer with it in the body', httpAnswer(200, 'Tillside-Practice: 1'), 0],
  ['no answer', 'Tillside-Practice: 1', 0],
] as const)(
  'hears from %s whether it is practice, and judges it no otherwise',
  async (_what, text, times) => {
    const service = await serve({ onRequest: say(text) })
    let heard = 0
    const practiceHeard = () => {
      heard += 1
    }
    const outcome = await exchange(requestTo(service.port), { ...patient, practiceHeard })
    expect([heard, outcome]).toEqual([times, await exchange(requestTo(service.port), patient)])
  },
)

it('sends exactly these bytes, once, on a fresh connection each, also where the service would keep one alive', async () => {
  const service = await serve({
    onRequest: (line) =>
      line.write(httpAnswer(200, '{"é":1}', ['Connection: keep-alive', 'Keep-Alive: timeout=60'])),
  })
  const [one, two] = [
    await exchange(requestTo(service.port), patient),
    await exchange(requestTo(service.port), patient),
  ]
  const answered = { kind: 'answered', httpStatus: 200, age: 0, body: '{"é":1}' }
  const bytes = wholeRequest(service.port)
  expect([one, two, service.received]).toEqual([answered, answered, [bytes, bytes]])
})

/** Every way to lose an answer once connected, with the expected reason. Each must deliver the request once. */
const begun = 'HTTP/1.1 200 OK\r\n'
const closing = ['Connection: close']
const chunked = 'Transfer-Encoding: chunked\r\n\r\n'
const chunkedStart = `${begun}${chunked}5\r\nabcde\r\n`
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'
it.each<readonly [string, (line: Socket) => void, string]>([
  ['a reset after the request was read', (line) => line.resetAndDestroy(), 'reset'],
  ['a connection closed without an answer', (line) => line.end(), 'closed'],
  ['truncated headers', say(`${begun}Content-Ty`), 'truncated'],
  ['headers cut before their end', say(`${begun}Content-Length: 2\r\n`), 'truncated'],
  ['a body shorter than its length', say(`${begun}Content-Length: 9\r\n\r\n{"a"`), 'truncated'],
  ['a chunked body cut between chunks', say(chunkedStart), 'truncated'],
  ['a chunked body cut inside a chunk', say(`${chunkedStart}9\r\nab`), 'truncated'],
  ['text that is no HTTP', say('SSH-2.0-OpenSSH_9.2\r\n\r\n'), 'malformed'],
  ['a wrong length of a chunk', say(`${chunkedStart}garbage\r\n`), 'malformed'],
  ['two lengths', say(`${begun}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `), 'malformed'],
  ['a change of protocol', say(upgrade), 'malformed'],
  ['endless headers', say(`${begun}X: ${'x'.repeat(100_000)}`), 'too_large'],
  ['an answer over 2 MiB', say(httpAnswer(200, 'x'.repeat(twoMiB + 1))), 'too_large'],
])('after %s, answers that the answer was lost', async (_name, onRequest, reason) => {
  const { outcome, received } = await answerTo({ onRequest })
  expect({ outcome, calls: received.length }).toEqual({
    outcome: { kind: 'no_answer', reason, detail: expect.stringMatching(/./) },
    calls: 1,
  })
})

it.each<RawBehaviour>([
  { onFirstBytes: (line) => line.resetAndDestroy() },
  {
    onRequest: (line) => line.write(`${begun}Content-Length: 900\r\n\r\n{"a"`, () => line.resetAndDestroy()),
  },
])('takes nothing that a reset cut short, in the request or in a body', async (behaviour) => {
  const { outcome, received } = await answerTo(behaviour)
  // The reset may overtake the bytes written before it.
  const reason = expect.stringMatching(/^(truncated|reset)$/)
  expect([outcome, received.length]).toMatchObject([{ kind: 'no_answer', reason }, 1])
})

it.each([
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('reads an answer that a gateway packed unasked: %s', async (encoding, pack) => {
  const body = JSON.stringify({ success: true, data: { id: 'é'.repeat(500) } })
  expect((await answerTo(answersPacked(encoding, pack(body)))).outcome).toMatchObject({
    ...{ kind: 'answered', httpStatus: 200 },
    body,
  })
})

it.each([
  ['a bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
  ['a body that ends early', gzipSync('{"success":true}').subarray(0, -9)],
  ['a body that is not packed', Buffer.from('{"success":true}')],
])('takes %s that says gzip for no answer', async (_name, packed) => {
  const { outcome } = await answerTo(answersPacked('gzip', packed))
  expect(outcome).toMatchObject({
    kind: 'no_answer',
    reason: 'malformed',
    detail: expect.stringMatching(/./),
  })
})

it.each([
  ['an empty 200', httpAnswer(200, ''), 200, ''],
  ['HTML', httpAnswer(200, '<html></html>'), 200, '<html></html>'],
  ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['a 500', httpAnswer(500, '{"success":false}'), 500, '{"success":false}'],
  ['a body that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\n{}', 200, '{}'],
  ['a 100 before the answer', `HTTP/1.1 100 Continue\r\n\r\n${httpAnswer(200, '{}')}`, 200, '{}'],
  ['a second answer nobody asked for', httpAnswer(200, '{}') + httpAnswer(500, 'x'), 200, '{}'],
  ['what line ends follow', `${httpAnswer(200, '{}')}\r\n\r\n`, 200, '{}'],
  ['what line ends follow, closing', `${httpAnswer(200, '{}', closing)}\r\n\r\n`, 200, '{}'],
  ['what text follows', `${httpAnswer(200, '{}')}garbage`, 200, '{}'],
  ['what text follows, closing', `${httpAnswer(200, '{}', closing)}garbage`, 200, '{}'],
  ['whole chunks that text follows', `${begun}${chunked}2\r\n{}\r\n0\r\n\r\ngarbage`, 200, '{}'],
  ['nothing that says gzip', httpAnswer(200, '', ['Content-Encoding: gzip']), 200, ''],
  ['an encoding without a name', httpAnswer(200, '{}', ['Content-Encoding: ']), 200, '{}'],
  ['a character set as its encoding', httpAnswer(200, '{}', ['Content-Encoding: utf-8']), 200, '{}'],
  ['“none” as its encoding', httpAnswer(200, '{}', ['Content-Encoding: none']), 200, '{}'],
  ['60,000 bytes of headers', httpAnswer(200, '{}', [`Set-Cookie: ${'x'.repeat(60_000)}`]), 200, '{}'],
  ['exactly 2 MiB', httpAnswer(200, 'x'.repeat(twoMiB)), 200, 'x'.repeat(twoMiB)],
])('answers %s as it came', async (_name, text, httpStatus, body) => {
  const { outcome, received } = await answerTo({ onRequest: say(text) })
  expect(outcome).toMatchObject({ kind: 'answered', httpStatus, body })
  expect(received.length).toBe(1)
})

/** Does an exchange with each port in a separate process. Returns the outcomes. */
async function exchangeAlone(ports: readonly number[], environment: Readonly<Record<string, string>> = {}) {
  const code = `
    const { exchange } = require('./src/main/service/exchange.ts')
    const deadlines = { connect: 600000, firstByte: 600000, whole: 600000 }
    const each = ${JSON.stringify(ports.map((port) => requestTo(port)))}
    Promise.all(each.map((request) => exchange(request, { deadlines }))).then((outcomes) =>
      console.log(JSON.stringify(outcomes.map((outcome) => outcome.reason ?? outcome.kind))))`
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const said = once(child.stdout, 'data')
  const [exit] = await once(child, 'exit')
  return { exit, said: JSON.parse(String((await said)[0])) }
}

it('goes past the proxy that the environment names', async () => {
  const proxy = await serve({ onConnection: (line) => line.end() })
  const service = await serve({ onRequest: say(httpAnswer(200, '{}')) })
  const at = `http://127.0.0.1:${proxy.port}`
  // Node reads these variables at its start.
  const environment = { http_proxy: at, HTTP_PROXY: at, ALL_PROXY: at, no_proxy: '', NODE_USE_ENV_PROXY: '1' }
  expect(await exchangeAlone([service.port], environment)).toEqual({ exit: 0, said: ['answered'] })
  expect(proxy.received).toEqual([])
})

it('leaves no timer behind, however an exchange ended: the program ends by itself', async () => {
  const behaviours: Readonly<Record<string, RawBehaviour>> = {
    answered: { onRequest: say(httpAnswer(200, '{}')) },
    truncated: { onRequest: say(chunkedStart) },
    closed: { onRequest: (line) => line.end() },
    reset: { onRequest: (line) => line.resetAndDestroy() },
    malformed: { onRequest: say('SSH-2.0-OpenSSH_9.2\r\n\r\n') },
  }
  const services = await Promise.all(Object.values(behaviours).map((behaviour) => serve(behaviour)))
  const ports = [...services.map(({ port }) => port), 1]
  expect(await exchangeAlone(ports)).toEqual({ exit: 0, said: [...Object.keys(behaviours), 'refused'] })
})

const answering = (headers: readonly string[] = []) =>
  serve({ onRequest: say(httpAnswer(200, '{}', headers)) })

describe('the moment before the first byte', () => {
  it('is when it is asked, once, on a connection that is up, whether it may begin', async () => {
    const service = await answering()
    const seen: unknown[] = []
    const mayBegin = () => {
      seen.push({ sockets: openSockets() > 0, written: service.received.join('') })
      return true
    }
    const outcome = await exchange(requestTo(service.port, { mayBegin }), patient)
    const upAndEmpty = { sockets: true, written: '' }
    expect([outcome.kind, seen, service.received.length]).toEqual(['answered', [upAndEmpty], 1])
  })

  const bug = () => {
    throw new Error('a bug')
  }
  it.each([
    ['false', () => false],
    ['a throw', bug],
  ])('writes nothing for an answer of %s, and closes the connection', async (_, mayBegin) => {
    const closing: Promise<unknown>[] = []
    const service = await serve({ onConnection: (line) => closing.push(once(line, 'end')) })
    const outcome = await exchange(requestTo(service.port, { mayBegin }), patient)
    await Promise.all(closing)
    expect([outcome, service.received.join('')]).toEqual([
      {
        kind: 'not_begun',
        reason: 'too_late',
        detail: 'the payment has moved, or was asked for too long ago',
      },
      '',
    ])
  })

  it('never comes where no connection comes up', async () => {
    let asked = 0
    const mayBegin = () => {
      asked += 1
      return true
    }
    const outcome = await exchange(requestTo(1, { mayBegin }), patient)
    expect([outcome.kind, asked]).toEqual(['never_connected', 0])
  })
})

it.each([
  [[], 0],
  [['Age: 0'], 0],
  [['Age: 37'], 37],
  [['Age: yesterday'], 1],
  [['Age: -3'], 1],
] as const)('reads how old an answer with %j is: %i', async (headers, age) => {
  const service = await answering(headers)
  expect(await exchange(requestTo(service.port, { method: 'GET' }), patient)).toMatchObject({ age })
})
