import { type Session, session } from 'electron'
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
  for (const each of [page, session.defaultSession]) each.setSpellCheckerEnabled(false)
  page.on('will-download', (event) => event.preventDefault())
  return page
}
