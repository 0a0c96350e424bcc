import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../shared/testing/property-size'
import { exampleTransactionId } from './seed'
import { outcome, serve, showPath, testToken } from './testing/call-service'

/** Sends bytes, ends its side, and answers all that comes back. */
function exchange(url: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}

const requestBytes = (id: string) =>
  [
    `POST /v1/transactions/${id}/refund HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${testToken}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 28',
    'Connection: close',
    '',
    'refund_reason=x&amount=12.00',
  ].join('\r\n')

const mangling = fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255), drop: fc.nat(3) }), {
  maxLength: 6,
})

it('mangled requests never bring the service down, and never say no to a refund that was applied', async () => {
  const { url, ledger } = await serve()
  const { id } = ledger.addTransaction({ amount: 1_000_000 }).facts
  await fc.assert(
    fc.asyncProperty(mangling, async (changes) => {
      const bytes = [...Buffer.from(requestBytes(id), 'latin1')]
      for (const { at, byte, drop } of changes) bytes.splice(at % bytes.length, drop, byte)
      const before = ledger.entries(id).length
      const answer = await exchange(url, Buffer.from(bytes))
      // Node itself says 400 or 417, and no more, to what never becomes a request.
      expect(answer).toMatch(
        /^$|^HTTP\/1\.1 \d{3} [\s\S]*\r\n\r\n\{"success":(true|false),[\s\S]*\}$|^HTTP\/1\.1 4(00|17) [^{}]*$/,
      )
      const applied = ledger.entries(id).length - before
      const said = answer.includes('"success":true') ? [1] : answer === '' ? [0, 1] : [0]
      expect(said).toContain(applied)
    }),
    { numRuns: runs(2_000) },
  )
  const order = { path: showPath(exampleTransactionId), body: { query: 'transaction_id' } }
  expect(await outcome(url, order)).toMatchObject({ status: 200 })
})
