import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const reasons: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/**
 * Answers what never becomes a request of the interface (bytes that are no HTTP, a tunnel, an expectation)
 * with the error shape of interface.md §7, and ends the connection.
 */
export function refuseMalformed(server: Server): void {
  const unanswered = new WeakMap<Duplex, IncomingMessage>()
  server.on('request', (request, response) => {
    unanswered.set(request.socket, request)
    response.on('close', () => unanswered.delete(request.socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A whole request came before the bad bytes: "400" would say that it was not carried out.
    if (unanswered.get(socket)?.complete === true) {
      socket.destroy()
      return
    }
    const [status, message] = reasons[error.code ?? ''] ?? [400, 'Bad Request']
    endWithError(socket, status, message)
  })
  server.on('connect', (_request, socket: Duplex) => endWithError(socket, 405, 'Method Not Allowed'))
  server.on('checkExpectation', (request) => endWithError(request.socket, 417, 'Expectation Failed'))
}

function endWithError(socket: Duplex, status: number, message: string): void {
  socket.on('error', () => socket.destroy())
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ success: false, message, status })
  const head = `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
