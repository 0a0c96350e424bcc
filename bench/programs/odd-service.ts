/** A payment service with a usual record and the worst ones. Prints one JSON line; ends with its input. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { presentRecord } from '../../src/practice/record'
import { profiles } from '../../src/practice/switches'
import { makeTransaction } from '../../src/practice/transaction'

const plainRecord = presentRecord({ facts: makeTransaction('usual'), refunds: [] }, profiles.default)

const listOf = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The worst records that a service can answer with, as large as an answer may be. */
const hostileRecords = {
  /** Hundreds of links, each as much as a code could hold; once each of them was drawn. */
  links: {
    status: 'precreated',
    _links: listOf(900, (index) => ({
      rel: 'checkout',
      href: `https://pay.example/${index}/${'x'.repeat(2000)}`,
    })),
  },
  /** Links that are drawn as codes, each as long as one may be. */
  codes: {
    status: 'precreated',
    _links: listOf(40, (index) => ({
      rel: 'checkout',
      href: `https://pay.example/${index}/${'x'.repeat(570)}`,
    })),
  },
  /** Fields that nobody knows, full of characters that are shown as marks. */
  fields: Object.fromEntries(listOf(210, (index) => [`field${index}`, '<&\u202e '.repeat(1200)])),
  /** Thousands of things to note down, and a remark of a megabyte. */
  notes: { _links: listOf(9000, () => 0), refund_details: { remark: 'r'.repeat(900_000) } },
} as const

async function main(): Promise<void> {
  const records = Object.entries({ usual: {}, ...hostileRecords })
  const codes = Object.fromEntries(records.map(([name], index) => [name, `71000000000${index}`]))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service')
    const code = decodeURIComponent(pathname.split('/').pop() ?? '')
    const [, record] = records.find(([name]) => codes[name] === code) ?? []
    const data = { ...plainRecord, id: `internal-${code}`, transaction_id: code, ...record }
    const found = record !== undefined
    const body = found ? { success: true, data } : { success: false, message: 'Not found', status: 404 }
    request.resume().on('end', () => {
      response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json', Connection: 'close' })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port answers with its parts, never with a pipe's name.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  process.stdout.write(`${JSON.stringify({ url, token: 'bench-token-000000', codes })}\n`)
  process.stdin.resume().once('end', () => {
    server.close()
    server.closeAllConnections()
  })
}

void main()
