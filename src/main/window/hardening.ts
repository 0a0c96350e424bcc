import { type App, type CommandLine, type Session, session, type WebContents } from 'electron'
import { developmentAddress } from '../system/build'
import { isOurPage } from './page-address'

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
function developmentPolicy(developmentAddress: string): string {
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

function close(contents: WebContents): void {
  // Neither the policy of the page nor `webRequest` sees WebRTC: without a proxy that speaks UDP it sends none at all.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Only the hot-reload server's page may load itself again; ours is loaded by the main process alone.
  const stay = (details: { readonly url: string; preventDefault: () => void }) => {
    const reloads = developmentAddress !== null && isOurPage(details.url)
    if (!reloads) details.preventDefault()
  }
  contents.on('will-frame-navigate', (details) => stay(details))
  contents.on('will-redirect', (details) => stay(details))
}

/**
 * Every page that this program ever opens can go nowhere: no navigation, no redirect, no new window, no
 * webview, no call. Links to the outside do not open.
 */
export function hardenAllContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => close(contents))
}

/** In memory only: a till leaves nothing of its screens in a browser profile on the disk. */
const partition = 'tillside'

function denyDevices(page: Session): void {
  page.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  page.setPermissionCheckHandler(() => false)
  page.setDevicePermissionHandler(() => false)
}

/** Addresses with no network behind them: what the page itself holds. */
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

/** A proxy that nobody can be: no name ends in `invalid` (RFC 2606), and no name is found here at all. */
const deadProxy = 'http://no-way-out.invalid:9'

/**
 * What neither the policy nor `webRequest` sees (WebRTC over TCP, what Chromium asks for by itself) is sent to a proxy
 * that does not exist; `<-loopback>` includes this computer.
 */
function routeToDeadProxy(each: Session): void {
  void each.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
}

/**
 * Before the program is ready: no name is ever found by Chromium. The page makes no call, and main asks the payment
 * service by Node, whom this does not concern. Hot reload has a server of its own, which needs a way.
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
 * The session of the window: no permissions, no devices, no downloads, no spell checker, and no network but
 * the page's own files.
 */
export function openHardenedSession(): Session {
  const page = session.fromPartition(partition, { cache: false })
  denyDevices(page)
  cutNetwork(page)
  if (developmentAddress !== null) loosenPolicy(page, developmentAddress)
  // The default session too, which shows nothing: a spell checker fetches its word lists over the network.
  for (const each of [page, session.defaultSession]) {
    each.setSpellCheckerEnabled(false)
    if (developmentAddress === null) routeToDeadProxy(each)
  }
  page.on('will-download', (event) => event.preventDefault())
  return page
}
