import type { Socket } from 'node:net'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { makeSecureContext } from './connection'
import { exchange } from './exchange'
import { type Certificate, makeCertificate, makeRoot } from './testing/certificates'
import { patient, requestTo } from './testing/exchange-request'
import { httpAnswer, type RawBehaviour, say } from './testing/raw-service'
import { refundOverTls, secureHost, secureToken } from './testing/secure-exchange'
import { leaveNoSockets, serve, serveTunnels } from './testing/serve'

let root: Certificate
let good: Certificate
beforeAll(async () => {
  root = await makeRoot()
  good = await makeCertificate({ host: secureHost, ca: root })
})

leaveNoSockets()

const answering: RawBehaviour = { onRequest: say(httpAnswer(200, '{}')) }
const secureService = async (certificate = good) => serve(answering, certificate)
const trusting = () => makeSecureContext([root.cert], {})()
const through = (...ports: readonly number[]) => ({
  secureContext: trusting,
  proxyFor: async () => ports.map((port) => `PROXY 127.0.0.1:${port}`).join('; '),
})
const refusedBy = (reason: string, detail = /./) => ({
  kind: 'never_connected',
  reason,
  detail: expect.stringMatching(detail),
})

describe('a refund through the system’s proxy', () => {
  it('arrives once, and the proxy is told host and port and nothing else', async () => {
    const service = await secureService()
    const proxy = await serveTunnels()
    const outcome = await refundOverTls(service.port, through(proxy.port))
    const to = `${secureHost}:${service.port}`
    expect([outcome, service.received.length, proxy.asked]).toEqual([
      { kind: 'answered', httpStatus: 200, age: 0, body: '{}' },
      1,
      [`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`],
    ])
    expect(proxy.carried().length).toBeGreaterThan(300)
    expect(proxy.carried().includes(secureToken)).toBe(false)
  })

  it('is for this PC itself asked of no proxy', async () => {
    const service = await serve(answering)
    let asked = 0
    const proxyFor = async () => {
      asked += 1
      return 'PROXY 127.0.0.1:1'
    }
    const outcome = await exchange(requestTo(service.port), { ...patient, proxyFor })
    expect([outcome.kind, asked]).toEqual(['answered', 0])
  })

  it.each<[answer: string, atOnce?: number]>([
    ['HTTP/1.0 200\r\n\r\n'],
    // A length is ignored in an answer to CONNECT (RFC 9110, 9.3.6).
    ['HTTP/1.1 201 Fine\r\nVia: 1.1 squid\r\nContent-Length: 5\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nVia: x\r\n\r\n', 1],
  ])('arrives through a tunnel that is opened with %j, also byte by byte', async (...answer) => {
    const service = await secureService()
    const proxy = await serveTunnels(...answer)
    const outcome = await refundOverTls(service.port, through(proxy.port))
    expect([outcome.kind, service.received.length]).toEqual(['answered', 1])
  })

  it('goes straight where the system says so, and by the next way where a proxy cannot be reached', async () => {
    const service = await secureService()
    const proxy = await serveTunnels()
    const straight = { secureContext: trusting, proxyFor: async () => 'DIRECT' }
    const outcomes = [
      await refundOverTls(service.port, straight),
      await refundOverTls(service.port, through(1, proxy.port)),
    ]
    expect([outcomes.map(({ kind }) => kind), proxy.asked.length]).toEqual([['answered', 'answered'], 1])
  })

  it.each([
    ['a kind of proxy that takes no tunnel', async () => 'SOCKS5 127.0.0.1:1', 'names no proxy'],
    ['nothing in time', () => new Promise<string>(() => {}), 'took too long'],
    ['that it cannot tell', () => Promise.reject(new Error('no PAC')), 'no PAC'],
    ['a proxy that is not there', async () => 'PROXY 127.0.0.1:1', '127.0.0.1:1: connect ECONNREFUSED'],
  ])('is not sent when the system names %s', async (_name, proxyFor, detail) => {
    const service = await secureService()
    const outcome = await refundOverTls(service.port, { secureContext: trusting, proxyFor }, 300)
    expect([outcome, service.received]).toEqual([refusedBy('proxy', new RegExp(detail)), []])
  })

  it('is not sent when the service behind the proxy shows a certificate that is not trusted', async () => {
    const service = await secureService(await makeCertificate({ host: secureHost }))
    const proxy = await serveTunnels()
    const outcome = await refundOverTls(service.port, through(proxy.port))
    expect([outcome, service.received.join('')]).toEqual([refusedBy('certificate'), ''])
  })

  it('has an outcome that nobody knows once the service’s own handshake was done', async () => {
    const service = await serve({ onRequest: (line) => line.end() }, good)
    const proxy = await serveTunnels()
    expect(await refundOverTls(service.port, through(proxy.port))).toMatchObject({ kind: 'no_answer' })
  })
})

/** A proxy that answers CONNECT as the test says. */
async function refundThrough(act: (line: Socket) => void, limit = 5000) {
  const service = await secureService()
  const proxy = await serve({ onRequest: act })
  const outcome = await refundOverTls(service.port, through(proxy.port), limit)
  const told = proxy.received.join('')
  const result = [service.received, told.includes(secureToken), told.match(/CONNECT /g)?.length]
  expect(result).toEqual([[], false, 1])
  return outcome
}

const established = 'HTTP/1.1 200 Connection established\r\n\r\n'

describe('a proxy that does not do as it is asked: the refund is not sent', () => {
  it.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'proxy', /answered 403/],
    ['wants a sign-in', 'HTTP/1.1 407 Sign in\r\n\r\n', 'proxy_sign_in', /407/],
    ['sends elsewhere', 'HTTP/1.1 302 Found\r\nLocation: http://portal\r\n\r\n', 'proxy', /answered 302/],
    ['wants to wait', 'HTTP/1.1 100 Continue\r\n\r\n', 'proxy', /answered 100/],
    ['speaks no HTTP', 'what?\r\n\r\n', 'proxy', /Parse Error/],
    ['speaks TLS', '\u0016\u0003\u0001', 'proxy', /Parse Error/],
    ['says something behind its answer', `${established}<html>`, 'proxy', /behind/],
    ['never ends its answer', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`, 'proxy', /Header overflow/],
    ['opens a tunnel to itself', `${established}`, 'handshake', /./],
  ])('%s', async (_name, said, reason, detail) => {
    expect(await refundThrough((line) => line.end(said))).toEqual(refusedBy(reason, detail))
  })

  it('says nothing at all, or nothing any more once the tunnel is open', async () => {
    expect(await refundThrough(() => {}, 300)).toEqual(refusedBy('proxy', /did not answer in time/))
    expect(await refundThrough((line) => line.write(established), 300)).toEqual(refusedBy('timeout'))
  })

  it('sends something of its own in place of the service’s handshake', async () => {
    const outcome = await refundThrough((line) => {
      line.write(established)
      line.once('data', () => line.end(httpAnswer(200, '{}')))
    })
    expect(outcome).toEqual(refusedBy('handshake'))
  })

  it.each(['end', 'resetAndDestroy'] as const)('cuts its answer at each byte: %s', async (how) => {
    const reasons = new Set<string>()
    for (let length = 0; length < established.length; length += 1) {
      const outcome = await refundThrough((line) => {
        if (length === 0) line[how]()
        else line.write(established.slice(0, length), () => line[how]())
      })
      reasons.add(outcome.kind === 'never_connected' ? outcome.reason : outcome.kind)
    }
    expect([...reasons]).toEqual(['proxy'])
  })

  it('whatever it answers, and however it goes on', async () => {
    const words = fc.constantFrom('HTTP/1.1 ', '200', '407', '503', 'Via: x\r\n')
    const part = fc.oneof(words, fc.constantFrom(' OK\r\n', '\r\n\r\n', '\0\u0016\u0003'))
    const answer = fc.oneof(
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 3 }), async (pieces) => {
        const outcome = await refundThrough((line) => {
          for (const piece of pieces) line.write(piece, 'latin1')
          line.end()
        })
        expect(outcome.kind).toBe('never_connected')
      }),
      { numRuns: runs(30) },
    )
  })
})
