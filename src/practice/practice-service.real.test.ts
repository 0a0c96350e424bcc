import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exampleTransactionId } from './seed'
import { call, outcome, refused, serve, showPath, testToken } from './testing/call-service'

const example = showPath(exampleTransactionId)
const operations = [
  ['GET', example],
  ['POST', `${example}/refund`],
] as const
const byTransactionId = { query: 'transaction_id' }

/** Sends bytes as they are, and nothing more, and answers what comes back until the connection ends. */
function exchangeBytes(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

describe('the practice service as an HTTP server', () => {
  it('answers in the error shape whatever path and method it does not know', async () => {
    const { url } = await serve()
    const noPath = refused('No such path', 404)
    for (const path of '/ /v1/transactions /v1/transactions/ /v2/transactions/1 /v1/transactions/1/2'.split(
      ' ',
    )) {
      expect([path, await outcome(url, { path })]).toEqual([path, noPath])
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect(await outcome(url, { method, path: example })).toEqual(refused('Only GET is allowed here', 405))
    }
    expect(await outcome(url, { path: `${example}/refund` })).toEqual(
      refused('Only POST is allowed here', 405),
    )
    const { headers } = Object(await call(url, { method: 'POST', path: example }))
    expect(headers).toMatchObject({ allow: 'GET', 'content-type': 'application/json' })
  })

  it('wants the access token on both operations', async () => {
    const { url, ledger } = await serve()
    const wrong = ['Bearer', 'Bearer wrong', testToken, `Basic ${testToken}`, `Bearer ${testToken} x`]
    for (const authorization of [undefined, '', ...wrong]) {
      for (const [method, path] of operations) {
        const order = { method, path, headers: { authorization }, body: { refund_reason: 'x' } }
        expect([authorization, await outcome(url, order)]).toEqual([
          authorization,
          refused('Unauthenticated', 401),
        ])
      }
    }
    expect(ledger.entries().map(({ reason }) => reason)).not.toContain('x')
  })

  it('wants the form media type on both operations', async () => {
    const { url } = await serve()
    for (const type of [undefined, 'application/json', 'application/x-www-form-urlencodedx', 'text/plain']) {
      for (const [method, path] of operations) {
        const order = { method, path, headers: { 'content-type': type }, body: byTransactionId }
        const message = 'The Content-Type must be application/x-www-form-urlencoded'
        expect(await outcome(url, order)).toEqual(refused(message, 415))
      }
    }
    const upper = { 'content-type': 'Application/X-WWW-Form-Urlencoded' }
    const reply = await call(url, { path: example, headers: upper, body: byTransactionId })
    expect(reply).toMatchObject({ status: 200 })
  })

  it('percent-decodes ids, and refuses those it cannot', async () => {
    const { url, ledger } = await serve()
    ledger.addTransaction({ custom_id: 'Tisch 7/ä+%2F' })
    const found = await call(url, { path: showPath('Tisch 7/ä+%2F'), body: { query: 'custom_id' } })
    expect(found).toMatchObject({ status: 200, body: { data: { custom_id: 'Tisch 7/ä+%2F' } } })
    const broken = refused('The id in the path is not percent-encoded', 400)
    expect(await outcome(url, { path: '/v1/transactions/%E0%A4%A' })).toEqual(broken)
    expect(await outcome(url, { method: 'POST', path: '/v1/transactions/%ff/refund' })).toEqual(broken)
  })

  it('refuses a body over 64 KiB and takes one just under', async () => {
    const { url } = await serve()
    const under = { query: 'transaction_id', filler: 'x'.repeat(65_000) }
    expect(await call(url, { path: example, body: under })).toMatchObject({ status: 200 })
    const over = { query: 'transaction_id', filler: 'x'.repeat(66_000) }
    const tooLarge = refused('The body is larger than 64 KiB', 413)
    expect(await outcome(url, { path: example, body: over })).toEqual(tooLarge)
  })

  it('ends the connection of a body that never stops', async () => {
    const { url } = await serve()
    const reply = await call(url, { path: example, body: 'x'.repeat(4_000_000) })
    expect(['ECONNRESET', 'EPIPE']).toContain(reply)
  })

  it('ends the connection of bytes that are no HTTP, and goes on', async () => {
    const { url } = await serve()
    for (const bytes of ['hello', 'GET / HTTP/9.9', 'CONNECT x:1 HTTP/1.1\r\nHost: x'])
      expect(await exchangeBytes(url, `${bytes}\r\n\r\n`)).toBe('')
    const hostless = await exchangeBytes(url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(hostless).toMatch(/^HTTP\/1\.1 400 /)
    expect(await outcome(url, { path: example, body: byTransactionId })).toMatchObject({ status: 200 })
  })

  it('notes every request, and one that was cut off as not complete and never carried out', async () => {
    const { url, requests, ledger } = await serve()
    const before = ledger.entries().length
    const { facts } = ledger.addTransaction()
    const head = `POST /v1/transactions/${facts.id}/refund HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\n`
    const form =
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 40\r\n\r\nrefund_reason=cut'
    await exchangeBytes(url, head + form)
    await call(url, { path: example, body: byTransactionId })
    expect(requests.map(({ method, body, complete }) => ({ method, body, complete }))).toEqual([
      { method: 'POST', body: 'refund_reason=cut', complete: false },
      { method: 'GET', body: 'query=transaction_id', complete: true },
    ])
    expect(ledger.entries().length).toBe(before)
  })

  it('answers a bug or a broken ledger with the documented 500', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => complaint.mockRestore())
    const { url, ledger } = await serve()
    const whole = { ...ledger }
    Object.assign(ledger, {
      find: () => {
        throw new Error('disk on fire')
      },
    })
    expect(await outcome(url, { path: example, body: byTransactionId })).toEqual(
      refused('Internal Error', 500),
    )
    Object.assign(ledger, whole)
    expect(await outcome(url, { path: example, body: byTransactionId })).toMatchObject({ status: 200 })
  })

  it('stops with connections open', async () => {
    const service = await serve({ pace: 1 })
    const { facts } = service.ledger.addTransaction({ custom_id: 'SILENT' })
    service.script('SILENT', { refund: { answer: 'stall' } })
    const path = `/v1/transactions/${facts.id}/refund`
    const waiting = call(service.url, { method: 'POST', path, body: { refund_reason: 'x' } })
    while (service.requests.length === 0) await new Promise(setImmediate)
    await service.stop()
    expect(await waiting).toBe('ECONNRESET')
    expect(await call(service.url, { path: example })).toBe('ECONNREFUSED')
  })
})
