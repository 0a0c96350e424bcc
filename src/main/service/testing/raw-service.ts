import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A TCP server whose bytes the test writes by hand. */
export type RawService = {
  readonly port: number
  /** The bytes of each connection, in the order of connecting. */
  readonly received: readonly string[]
  /** Resets every connection, below TLS too. */
  readonly resetAll: () => void
  /** Resolves when all connections are closed and no more are accepted. */
  readonly close: () => Promise<void>
}

export type RawBehaviour = {
  /** Called for each connection. */
  readonly onConnection?: (line: Socket) => void
  /** Called at the first bytes of a request. */
  readonly onFirstBytes?: (line: Socket) => void
  /** Called once the whole request has come, by its Content-Length. */
  readonly onRequest?: (line: Socket, request: string) => void
}

/** @param at the port; a free one by default */
export async function startRawService(
  behaviour: RawBehaviour,
  tls?: TlsOptions,
  at = { host: '127.0.0.1', port: 0 },
): Promise<RawService> {
  const received: string[] = []
  const lines = new Set<Socket>()
  const accept = (line: Socket) => {
    const index = received.push('') - 1
    line.on('error', () => {})
    line.on('data', (bytes: Buffer) => {
      const before = received[index] ?? ''
      received[index] = before + bytes.toString('latin1')
      if (before === '') behaviour.onFirstBytes?.(line)
      if (!isWhole(before) && isWhole(received[index])) behaviour.onRequest?.(line, received[index])
    })
    behaviour.onConnection?.(line)
  }
  const server: Server =
    tls === undefined ? createServer({ allowHalfOpen: true }, accept) : createTlsServer(tls, accept)
  server.on('tlsClientError', () => {})
  server.on('connection', (line: Socket) => {
    // Under TLS, the plain connection below, which a failed handshake leaves open.
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    resetAll() {
      for (const line of lines) line.resetAndDestroy()
    },
    async close() {
      const ended = once(server, 'close')
      server.close()
      for (const line of lines) line.destroy()
      await ended
    },
  }
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = Number(/^content-length: (\d+)$/im.exec(request)?.[1] ?? 0)
  return request.length >= end + 4 + length
}

/** Says that and closes the connection. */
export const say = (text: string) => (line: Socket) => void line.end(text)

/** Returns an HTTP answer with its Content-Length. */
export function httpAnswer(status: number, body: string, headers: readonly string[] = []): string {
  const lines = [
    `HTTP/1.1 ${status} Any`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
