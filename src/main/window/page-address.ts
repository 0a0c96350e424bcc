import { developmentAddress } from '../system/build'

/** The scheme and host under which the window's own files are served; nothing else is ever loaded. */
export const pageScheme = 'app'
export const pageOrigin = `${pageScheme}://tillside`
export const pageAddress = `${pageOrigin}/index.html`

/**
 * Whether an address belongs to our own page.
 * @param development the hot-reload server's, which only a checkout's program can have; else null.
 */
export function isOurPage(address: string, development: string | null = developmentAddress): boolean {
  const place = originOf(address)
  if (place === null) return false
  return place === pageOrigin || (development !== null && place === originOf(development))
}

/** `URL.origin` is "null" for a scheme that Node does not know, so the parts are put together by hand. */
function originOf(address: string): string | null {
  try {
    const { protocol, host } = new URL(address)
    return `${protocol}//${host}`
  } catch {
    return null
  }
}
