/**
 * The page's content security policy, sent as a header with every file.
 * Nothing may be fetched, framed or sent anywhere, and no text may become code.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Nobody makes a policy by which text would become code after all.
  "trusted-types 'none'",
].join('; ')

/**
 * What the page has no use for, by the names that Chromium 114 and later know. Refused permissions are not enough: on
 * Electron 25 a page that asks for a USB device ends the whole program before it is asked whether it may.
 */
const unusedFeatures = [
  'accelerometer',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** The page's permissions policy: nobody, not even the page itself, has any of them. */
export const permissionsPolicy = unusedFeatures.map((name) => `${name}=()`).join(', ')

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
