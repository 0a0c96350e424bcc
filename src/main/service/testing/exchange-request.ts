import { readServiceAddress, type ServiceAddress } from '../address'
import type { ExchangeDeps, ExchangeRequest } from '../exchange'

export const patient: ExchangeDeps = { deadlines: { connect: 5000, firstByte: 5000, whole: 5000 } }

/** That address as it is read. Throws where it is refused. */
export function placeAt(address: string): ServiceAddress {
  const place = readServiceAddress(address)
  if (!place.ok) throw new Error(place.fault.why)
  return place.value
}

/** A refund request to a port of this PC. */
export function requestTo(port: number, changes: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return {
    place: placeAt(`http://127.0.0.1:${port}/base/`),
    method: 'POST',
    path: '/v1/transactions/abc/refund',
    body: 'amount=1.00',
    token: 'token-of-the-test',
    ...changes,
  }
}

/** The bytes of a request to a port of this PC; `requestTo`'s by default. */
export function wholeRequest(
  port: number,
  line = 'POST /base/v1/transactions/abc/refund',
  body = 'amount=1.00',
  token = 'token-of-the-test',
): string {
  return [
    `${line} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Accept: application/json',
    'Accept-Encoding: identity',
    'Connection: close',
    ...(line.startsWith('GET') ? ['Cache-Control: no-cache'] : []),
    '',
    body,
  ].join('\r\n')
}

/** Returns the number of this process's open TCP sockets. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
}
