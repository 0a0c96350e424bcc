import type { ConnectFailure } from '../../shared/call-failures'

/** What a proxy has answered so far to being asked for a tunnel. */
export type ProxyAnswer =
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'refused'
      readonly reason: Extract<ConnectFailure, 'proxy' | 'proxy_sign_in'>
      readonly detail: string
    }

/** Longest head of an answer, in bytes. */
const longestHead = 8 * 1024

const beginning = 'HTTP/1.'
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?$/
const headerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/

function refused(detail: string): ProxyAnswer {
  return { kind: 'refused', reason: 'proxy', detail }
}

/**
 * Reads the bytes that a proxy has sent since it was asked to CONNECT (RFC 9110, 9.3.6). The service speaks only after
 * Tillside has, so a byte behind the head is not the service's and the tunnel is not used.
 */
export function readProxyBytes(bytes: Buffer): ProxyAnswer {
  const text = bytes.subarray(0, longestHead).toString('latin1')
  if (!text.startsWith(beginning.slice(0, text.length))) return refused('the proxy’s answer is not HTTP')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) {
    return bytes.length < longestHead ? { kind: 'unfinished' } : refused('the proxy’s answer is far too long')
  }
  const [first = '', ...headers] = text.slice(0, end).split('\r\n')
  const [, status] = statusLine.exec(first) ?? []
  if (status === undefined || !headers.every((line) => headerLine.test(line))) {
    return refused('the proxy’s answer is not HTTP')
  }
  if (status === '407') {
    return { kind: 'refused', reason: 'proxy_sign_in', detail: 'the proxy wants somebody to sign in (407)' }
  }
  if (!status.startsWith('2')) return refused(`the proxy answered ${status}`)
  if (bytes.length > end + 4) return refused('the proxy sent something behind its answer')
  return { kind: 'open' }
}

/** One way to a host: straight, or through an HTTP proxy that is asked for a tunnel. */
export type Hop =
  | { readonly through: 'nothing' }
  | { readonly through: 'proxy'; readonly host: string; readonly port: number }

/** More than these would each get too short a share of the time. */
const mostHops = 3

/**
 * Reads what Chromium answers for the system's proxy: `DIRECT`, or `PROXY host:port; DIRECT` and the like, best first.
 * Kinds that a tunnel cannot be asked of (SOCKS, a proxy spoken to by TLS) are left out; what cannot be read too. None
 * at all means that there is no way that Tillside knows.
 */
export function readProxyAnswer(answer: string): readonly Hop[] {
  const hops = answer.split(';').flatMap((entry) => readEntry(entry.trim()))
  return hops.slice(0, mostHops)
}

function readEntry(entry: string): readonly Hop[] {
  if (/^DIRECT$/i.test(entry)) return [{ through: 'nothing' }]
  const [, bracketed, plain, digits = ''] =
    /^PROXY\s+(?:\[([0-9a-f:.]+)\]|([^\s:[\]/@]+)):(\d{1,5})$/i.exec(entry) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? [] : [{ through: 'proxy', host, port }]
}
