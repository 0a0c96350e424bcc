import { type App, type CommandLine, type Session, session, type WebContents } from 'electron'
import { developmentAddress } from '../system/build'
import { isOurPage } from './page-address'

const ownOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page's content security policy: nothing may be fetched, framed or sent, and no text may become code, nor may a script
 * define a policy that turns text into code.
 */
export const contentPolicy = `${ownOnly}; require-trusted-types-for 'script'; trusted-types 'none'`

/**
 * Features of Chromium 114 and later that the page does not need. Refusing permissions is not enough: on Electron 25 a
 * page that asks for a USB device crashes the program first.
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

/** The page's permissions policy: nobody may use them, not even the page. */
export const permissionsPolicy = unusedFeatures.map((name) => `${name}=()`).join(', ')

/** The looser policy of `npm run dev`, for hot reload: inline scripts, and its own server. */
function developmentPolicy(developmentAddress: string): string {
  return ownOnly
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("font-src 'self'", "font-src 'self' data:")
    .replace("connect-src 'none'", `connect-src 'self' ws://${new URL(developmentAddress).host}`)
}

function lockDown(contents: WebContents): void {
  // The policy and `webRequest` do not cover WebRTC, which sends nothing without a proxy that speaks UDP.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Only the hot-reload server's page may reload itself.
  const stay = (details: { readonly url: string; preventDefault: () => void }) => {
    const reloads = developmentAddress !== null && isOurPage(details.url)
    if (!reloads) details.preventDefault()
  }
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
}

/** Forbids navigation, redirects, new windows, webviews and WebRTC in every page of the program. */
export function hardenAllContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => lockDown(contents))
}

/** In memory only, so that no screen is left on the disk. */
const partition = 'tillside'

function denyDevices(page: Session): void {
  page.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  page.setPermissionCheckHandler(() => false)
  page.setDevicePermissionHandler(() => false)
}

/** Addresses of the page's own content, without network. */
const ownContent = /^(blob|data):/
const developerTools = /^devtools:/

function cutNetwork(page: Session): void {
  page.webRequest.onBeforeRequest((details, answer) => {
    const { url } = details
    const web = url.replace(/^ws(s?):/, 'http$1:')
    const allowed =
      ownContent.test(url) || isOurPage(web) || (developmentAddress !== null && developerTools.test(url))
    answer({ cancel: !allowed })
  })
}

/** A proxy that cannot exist: no name ends in `invalid` (RFC 2606). */
const deadProxy = 'http://no-way-out.invalid:9'

/**
 * Sends what the policy and `webRequest` do not cover (WebRTC over TCP, Chromium's own requests) to a proxy that does not
 * exist; `<-loopback>` includes this computer.
 */
function routeToDeadProxy(each: Session): void {
  void each.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
}

/**
 * Lets Chromium resolve no name, except for hot reload. Node, which calls the payment service, is not affected. Must be
 * called before the program is ready.
 */
export function disableNameResolution(commandLine: CommandLine): void {
  if (developmentAddress === null) commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
}

function loosenPolicy(page: Session, developmentAddress: string): void {
  page.webRequest.onHeadersReceived((details, answer) => {
    const policy = { 'Content-Security-Policy': [developmentPolicy(developmentAddress)] }
    answer({ responseHeaders: { ...details.responseHeaders, ...policy } })
  })
}

/**
 * Opens the window's session: no permissions, devices, downloads or spell checker, and no network but the page's files.
 */
export function openHardenedSession(): Session {
  const page = session.fromPartition(partition, { cache: false })
  denyDevices(page)
  cutNetwork(page)
  if (developmentAddress !== null) loosenPolicy(page, developmentAddress)
  // The default session too: its spell checker would fetch word lists.
  for (const each of [page, session.defaultSession]) {
    each.setSpellCheckerEnabled(false)
    if (developmentAddress === null) routeToDeadProxy(each)
  }
  page.on('will-download', (event) => event.preventDefault())
  return page
}
