/**
 * The page's content security policy, sent as a header with every file.
 * Nothing may be fetched, framed or sent anywhere, and no text may become code.
 * @param nonce fresh for each load; the page's own style elements carry it.
 */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/**
 * The looser policy of `npm run dev`: hot reload runs inline scripts and talks to its own server. It is
 * never used by a packaged program.
 */
export function developmentPolicy(developmentAddress: string): string {
  const { host } = new URL(developmentAddress)
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' blob: data:",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
