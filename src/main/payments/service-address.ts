import { isIPv4 } from 'node:net'
import type { AddressRefusal, FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'

/** Where the payment service is: what interface.md calls `{base_url}`, taken apart once and checked. */
export type ServiceAddress = {
  /** The address as it is kept and shown: no trailing slash, no credentials, query or fragment. */
  readonly text: string
  readonly secure: boolean
  /** Whether its host is this PC itself, by an address that cannot be another's. */
  readonly onThisPc: boolean
  /** A name or an IP address, the latter without brackets. */
  readonly host: string
  readonly port: number
  /** What the Host header says. */
  readonly hostHeader: string
  /** '' or a path that begins with a slash and does not end with one. */
  readonly basePath: string
}

type AddressFault = FaultOf<'address_not_allowed'>

function refuse(why: AddressRefusal): { readonly ok: false; readonly fault: AddressFault } {
  return fail({ kind: 'address_not_allowed', why, address: '' })
}

/**
 * Reads an address that a person typed or a keychain kept. Answers a fault for anything but https, or http to
 * this PC itself (architecture.md, "Words and places"): a token in clear text never crosses a network.
 */
export function readServiceAddress(typed: string): Result<ServiceAddress, AddressFault> {
  const url = parseUrl(typed.trim())
  if (url === null) return refuse('no_address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('not_https')
  if (url.username !== '' || url.password !== '') return refuse('holds_credentials')
  if (/[?#]/.test(typed)) return refuse('holds_query')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'https:'
  if (!secure && !isLoopbackHost(host)) return refuse('plain_http')
  const basePath = url.pathname.replace(/\/+$/, '')
  return succeed({
    text: `${url.protocol}//${url.host}${basePath}`,
    secure,
    onThisPc: isLoopbackHost(host),
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    hostHeader: url.host,
    basePath,
  })
}

/** The text as an address, or null when it is none. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host)
}

/** Whether an IP address (not a name) is this PC's own: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}
