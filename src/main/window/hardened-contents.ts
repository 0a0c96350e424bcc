import type { App, WebContents } from 'electron'
import { isOurPage } from './page-address'

function close(contents: WebContents, developmentAddress: string | null): void {
  // Neither the policy of the page nor `webRequest` sees WebRTC: without a proxy that speaks UDP it sends none at all.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Only the hot-reload server's page may load itself again; ours is loaded by the main process alone.
  const stay = (details: { readonly url: string; preventDefault: () => void }) => {
    const reloads = developmentAddress !== null && isOurPage(details.url, developmentAddress)
    if (!reloads) details.preventDefault()
  }
  contents.on('will-frame-navigate', (details) => stay(details))
  contents.on('will-redirect', (details) => stay(details))
}

/**
 * Every page that this program ever opens can go nowhere: no navigation, no redirect, no new window, no
 * webview, no call. Links to the outside do not open.
 */
export function hardenAllContents(app: App, developmentAddress: string | null): void {
  app.on('web-contents-created', (_event, contents) => close(contents, developmentAddress))
}
