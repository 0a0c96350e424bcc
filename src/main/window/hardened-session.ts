import { type CommandLine, type Session, session } from 'electron'
import { developmentPolicy } from './content-policy'
import { isOurPage } from './page-address'

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

function cutNetwork(page: Session, developmentAddress: string | null): void {
  page.webRequest.onBeforeRequest((details, answer) => {
    const { url } = details
    const web = url.replace(/^ws(s?):/, 'http$1:')
    const allowed =
      ownContent.test(url) ||
      isOurPage(web, developmentAddress) ||
      (developmentAddress !== null && developerTools.test(url))
    answer({ cancel: !allowed })
  })
}

/** A proxy that nobody can be: no name ends in `invalid` (RFC 2606), and no name is found here at all. */
const deadProxy = 'http://no-way-out.invalid:9'

/**
 * What neither the policy nor `webRequest` sees (WebRTC over TCP, what Chromium asks for by itself) is sent to a proxy
 * that does not exist; `<-loopback>` includes this computer.
 */
function endAtDeadProxy(each: Session): void {
  void each.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
}

/**
 * Before the program is ready: no name is ever found by Chromium. The page makes no call, and main asks the payment
 * service by Node, whom this does not concern. Hot reload has a server of its own, which needs a way.
 */
export function findNoNames(commandLine: CommandLine, developmentAddress: string | null): void {
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
export function openHardenedSession(developmentAddress: string | null): Session {
  const page = session.fromPartition(partition, { cache: false })
  denyDevices(page)
  cutNetwork(page, developmentAddress)
  if (developmentAddress !== null) loosenPolicy(page, developmentAddress)
  // The default session too, which shows nothing: a spell checker fetches its word lists over the network.
  for (const each of [page, session.defaultSession]) {
    each.setSpellCheckerEnabled(false)
    if (developmentAddress === null) endAtDeadProxy(each)
  }
  page.on('will-download', (event) => event.preventDefault())
  return page
}
