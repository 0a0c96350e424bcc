import { tryOr } from '../../shared/base/result'
import { developmentAddress } from '../system/build'

/** The scheme that serves the window's own files. Nothing else is ever loaded. */
export const pageScheme = 'app'
export const pageOrigin = `${pageScheme}://tillside`
export const pageAddress = `${pageOrigin}/index.html`

/**
 * Whether an address belongs to our own page.
 * @param development the hot-reload server's, in a checkout only
 */
export function isOurPage(address: string, development: string | null = developmentAddress): boolean {
  const place = originOf(address)
  if (place === null) return false
  return place === pageOrigin || (development !== null && place === originOf(development))
}

/** `URL.origin` is "null" for the scheme `app:`. */
function originOf(address: string): string | null {
  const url = tryOr(() => new URL(address), null)
  return url && `${url.protocol}//${url.host}`
}
