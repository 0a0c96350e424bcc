/** The little that the harness has to know of HTTP's text: where a message ends, and what a refund says. */

function bodyStart(message: Buffer): number {
  const end = message.indexOf('\r\n\r\n')
  return end < 0 ? -1 : end + 4
}

/** Whether a request is there whole, by its Content-Length. */
export function isWhole(request: Buffer): boolean {
  const start = bodyStart(request)
  if (start < 0) return false
  const head = request.subarray(0, start).toString('latin1')
  return request.length >= start + Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0)
}

/** The marker that begins a refund's `refund_reason`; '' when there is none. */
export function readMarker(request: Buffer): string {
  const start = bodyStart(request)
  if (start < 0) return ''
  const fields = new URLSearchParams(request.subarray(start).toString('utf8'))
  return (fields.get('refund_reason') ?? '').slice(0, 12)
}

/** An answer as bytes, its length set right unless a header says otherwise. */
export function answerBytes(status: number, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
  const head = [
    `HTTP/1.1 ${status} Any`,
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

/** The documented error body (interface.md §7). */
export function errorBody(status: number): string {
  return JSON.stringify({ success: false, message: 'No', status })
}
