import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { type ProxyAnswer, readProxyBytes } from './connection'

const read = (text: string) => readProxyBytes(Buffer.from(text, 'latin1'))

/** As the bytes come: in pieces, each time all that is there by then, until something is decided. */
function readInPieces(bytes: Buffer, cuts: readonly number[]): ProxyAnswer {
  const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((one, other) => one - other)
  for (const end of ends) {
    const answer = readProxyBytes(bytes.subarray(0, end))
    if (answer.kind !== 'unfinished') return answer
  }
  return { kind: 'unfinished' }
}

describe('a proxy that is asked for a tunnel', () => {
  it.each([
    ['HTTP/1.1 200 Connection established\r\n\r\n'],
    ['HTTP/1.0 200\r\n\r\n'],
    // A length says nothing about an answer to CONNECT (RFC 9110, 9.3.6).
    ['HTTP/1.1 201 Fine\r\nVia: 1.1 squid\r\nContent-Length: 5\r\n\r\n'],
  ])('opens it with %j', (text) => {
    expect(read(text)).toEqual({ kind: 'open' })
  })

  it.each([
    ['HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic\r\n\r\n<html>', 'proxy_sign_in', /sign in \(407\)/],
    ['HTTP/1.1 403 Forbidden\r\n\r\n', 'proxy', /answered 403/],
    ['HTTP/1.1 302 Found\r\nLocation: http://portal\r\n\r\n', 'proxy', /answered 302/],
    ['HTTP/1.1 100 Continue\r\n\r\n', 'proxy', /answered 100/],
    ['HTTP/1.1 200 OK\r\n\r\n<', 'proxy', /behind its answer/],
    ['HTTP/1.1 200 OK\r\nno header\r\n\r\n', 'proxy', /not HTTP/],
    ['HTTP/2 200\r\n\r\n', 'proxy', /not HTTP/],
    ['HTTP/1.1 2000 OK\r\n\r\n', 'proxy', /not HTTP/],
    ['SSH-2.0-OpenSSH_9.6\r\n', 'proxy', /not HTTP/],
    ['\u0016\u0003\u0001', 'proxy', /not HTTP/],
    [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(9000)}`, 'proxy', /far too long/],
  ])('refuses it with %j', (text, reason, detail) => {
    expect(read(text)).toEqual({ kind: 'refused', reason, detail: expect.stringMatching(detail) })
  })

  it('has said nothing until its head is whole, at whichever byte it stops', () => {
    const whole = 'HTTP/1.1 200 Connection established\r\nVia: 1.1 squid\r\n\r\n'
    const kinds = Array.from({ length: whole.length }, (_, end) => read(whole.slice(0, end)).kind)
    expect([...new Set(kinds)]).toEqual(['unfinished'])
  })

  it('opens it only with a whole head of 2xx and nothing behind, whatever comes and in whichever pieces', () => {
    const part = fc.constantFrom(
      'HTTP/1.1 ',
      'HTTP/1.0 ',
      '200',
      '407',
      ' OK',
      '\r\n',
      '\r\n\r\n',
      'A: b',
      '\0',
    )
    const text = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(text, fc.array(fc.nat(60)), (said, cuts) => {
        const bytes = Buffer.from(said, 'latin1')
        const isOpen = readInPieces(bytes, cuts).kind === 'open'
        if (isOpen) expect(said).toMatch(/^HTTP\/1\.[01] 2\d\d[^\r\n]*\r\n([^\r\n]+\r\n)*\r\n/)
        if (readProxyBytes(bytes).kind === 'open') expect(isOpen).toBe(true)
      }),
      { numRuns: runs(2000) },
    )
  })
})
