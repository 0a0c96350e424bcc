import { isIPv4 } from 'node:net'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { AddressRefusal, FaultOf } from '../../shared/fault'

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

/**
 * One spelling for every address that names the same place (refund-protocol.md 14), so that a service
 * is not taken for another because its address was typed otherwise.
 */

/** What the practice service inside the program goes by, whatever its port is at this start. */
export const practiceName = 'practice'

/**
 * The address as the journal names it: lower case of scheme and host, no default port, no dot after the host, no slash
 * at the end, percent-encoding only where it is needed and in capitals. The case of the path stays: it may matter. What
 * is no address ('' or a plain word) is answered as it is, without blanks around it.
 */
export function addressName(address: string): string {
  const text = address.trim()
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null
  if (url === null) return text
  const host = url.hostname.replace(/\.+$/, '')
  const port = url.port === '' ? '' : `:${url.port}`
  url.pathname = plainEscapes(url.pathname)
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/+$/, '')}`
}

/** Letters, digits and `-._~` never need an escape; any other escape is written in capitals. */
function plainEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
  })
}

export type Credentials = { readonly address: string; readonly token: string }
export type CredentialsFault = FaultOf<
  'not_set_up' | 'keychain_unavailable' | 'loopback_address' | 'address_by_policy'
>

/** Lends address and token for one use (the vault's `withCredentials`); nothing here keeps them. */
export type LendCredentials = <T>(
  use: (credentials: Credentials) => Promise<T>,
) => Promise<Result<T, CredentialsFault>>

/** Whether a stored address names a service on this PC itself. */
export function isOnThisPc(stored: string): boolean {
  const address = readServiceAddress(stored)
  return address.ok && address.value.onThisPc
}
