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

/** The bytes of `requestTo`'s request. */
export function wholeRequest(port: number): string {
  return [
    'POST /base/v1/transactions/abc/refund HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Authorization: Bearer token-of-the-test',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 11',
    'Accept: application/json',
    'Accept-Encoding: identity',
    'Connection: close',
    '',
    'amount=1.00',
  ].join('\r\n')
}

/** Returns the number of this process's open TCP sockets. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
}
