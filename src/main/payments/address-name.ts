/**
 * One spelling for every address that names the same place (refund-protocol.md 14), so that a service
 * is not taken for another because its address was typed otherwise.
 */
import { parseUrl } from './service-address'

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
