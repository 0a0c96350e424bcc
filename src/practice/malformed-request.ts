import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { practiceHeader } from '../shared/practice'

const reasons: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/**
 * Answers what never becomes a request of the interface (bytes that are no HTTP, a tunnel, an expectation)
 * with the error shape of interface.md §7, and ends the connection.
 * @param saysPractice whether the answer says so.
 */
export function refuseMalformed(server: Server, saysPractice: () => boolean): void {
  const end = (socket: Duplex, status: number, message: string) =>
    endWithError(socket, status, message, saysPractice() ? `${practiceHeader}: 1\r\n` : '')
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
    end(socket, status, message)
  })
  server.on('connect', (_request, socket: Duplex) => end(socket, 405, 'Method Not Allowed'))
  server.on('checkExpectation', (request) => end(request.socket, 417, 'Expectation Failed'))
}

function endWithError(socket: Duplex, status: number, message: string, more: string): void {
  socket.on('error', () => socket.destroy())
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ success: false, message, status })
  const head = `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nConnection: close\r\n${more}`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
