import type { BrowserWindow } from 'electron'
import { systemWords } from '../words/system-words'
import { pageOrigin } from './page-address'

/** Of ours, so that it is served with the page's policy and nothing takes it for a page that went elsewhere. */
export const stillAddress = `${pageOrigin}/still.html`

const colours = {
  light: { ground: '#e9ebe6', ink: '#1b1f1c' },
  dark: { ground: '#141715', ink: '#e9ebe6' },
} as const

/** The screen that stands still after too many crashes: words alone, and no script that could crash. */
export function stillPage(nonce: string, dark: boolean): string {
  const { title, meaning, next } = systemWords.stopped
  const { ground, ink } = dark ? colours.dark : colours.light
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tillside</title>
    <style nonce="${nonce}">
      body { background: ${ground}; color: ${ink}; font: 24px/1.5 system-ui, sans-serif; margin: 12vh auto; max-inline-size: 26em; padding-inline: 1em }
      h1 { font-size: 40px; line-height: 1.2 }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${meaning}</p>
    <p><strong>${next}</strong></p>
  </body>
</html>
`
}

/**
 * Shows it until somebody presses F5, which no scanner sends.
 * @param goOn opens the counter again
 */
export function showStillPage(window: BrowserWindow, goOn: () => void): void {
  if (window.isDestroyed()) return
  const contents = window.webContents
  const listen = (event: { preventDefault: () => void }, input: { type: string; key: string }) => {
    if (input.type !== 'keyDown' || input.key !== 'F5') return
    event.preventDefault()
    contents.off('before-input-event', listen)
    goOn()
  }
  contents.on('before-input-event', listen)
  window.loadURL(stillAddress).catch(() => undefined)
}
