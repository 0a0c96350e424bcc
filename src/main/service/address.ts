import { BlockList, isIP, isIPv4 } from 'node:net'
import { fail, type Result, succeed, tryOr } from '../../shared/base/result'
import type { AddressRefusal, FaultOf } from '../../shared/fault'

/** A parsed and checked `{base_url}` of interface.md. */
export type ServiceAddress = {
  /** The stored and displayed form: no trailing slash, credentials, query or fragment. */
  readonly text: string
  readonly secure: boolean
  /** Whether the host is `localhost` or a loopback address, so surely this PC; `mayBeThisPc` takes more. */
  readonly onThisPc: boolean
  /** A name or an IP address, without brackets. */
  readonly host: string
  readonly port: number
  readonly hostHeader: string
  /** '' or a path with a leading and no trailing slash. */
  readonly basePath: string
}

function refuse(why: AddressRefusal) {
  return fail({ kind: 'address_not_allowed', why, address: '' } as const)
}

/**
 * Parses an address that a person typed or the keychain holds. Accepts https, and http to this PC only
 * (architecture.md, "Words and places"): a token never crosses a network in clear text.
 */
export function readServiceAddress(typed: string): Result<ServiceAddress, FaultOf<'address_not_allowed'>> {
  const url = parseUrl(typed.trim())
  if (url === null) return refuse('no_address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('not_https')
  if (url.username !== '' || url.password !== '') return refuse('holds_credentials')
  if (/[?#]/.test(typed)) return refuse('holds_query')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'https:'
  const onThisPc = host === 'localhost' || isLoopbackAddress(host)
  if (!secure && !onThisPc) return refuse('plain_http')
  const basePath = url.pathname.replace(/\/+$/, '')
  return succeed({
    text: `${url.protocol}//${url.host}${basePath}`,
    secure,
    onThisPc,
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    hostHeader: url.host,
    basePath,
  })
}

/** Parses a URL. Returns null for text that is none. */
export function parseUrl(text: string): URL | null {
  return tryOr(() => new URL(text), null)
}

/** Whether an IP address is in 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

const thisPc = new BlockList()
thisPc.addSubnet('127.0.0.0', 8)
thisPc.addAddress('0.0.0.0')
// The unspecified address, and ::1.
thisPc.addSubnet('::', 127, 'ipv6')

/**
 * Whether a host names this PC on some system: an address that leads to it, also one of IPv4 written as IPv6, or
 * `localhost` and the names below it.
 */
export function mayBeThisPc(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return /(?:^|\.)localhost\.*$/.test(host)
  return thisPc.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** The name of the built-in practice service, whatever port it has in this run. */
export const practiceName = 'practice'

/**
 * Normalises an address, so that two spellings name the same service in the journal (refund-protocol.md 14): scheme and
 * host in lower case, no default port, no dot after the host, no trailing slash, percent-encoding only where needed and
 * in capitals. Keeps the case of the path, which may matter. Returns trimmed text that is no address unchanged.
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

/** Decodes the escapes of letters, digits and `-._~`, and writes all others in capitals. */
function plainEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
  })
}

/** Where payments are asked for, and what opens it. */
export type Credentials = { readonly address: string; readonly token: string }
/** Why no credentials can be lent. */
export type LendingFault = FaultOf<
  'not_set_up' | 'keychain_unavailable' | 'loopback_address' | 'address_by_policy'
>

/** Lends address and token for one call (the vault's `withCredentials`). */
export type LendCredentials = <T>(
  use: (credentials: Credentials) => Promise<T>,
) => Promise<Result<T, LendingFault>>

/** Whether a stored address names a service on this PC. */
export function isOnThisPc(stored: string): boolean {
  const address = readServiceAddress(stored)
  return address.ok && address.value.onThisPc
}
