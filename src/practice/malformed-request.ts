import type { Duplex } from 'node:stream'

const reasons: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers bytes that are no HTTP request with the error shape of interface.md §7 and ends the connection. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, message] = reasons[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ success: false, message, status })
  const head = `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
