/** The screen of words alone that stands where the counter can't: no script, so nothing in it can crash. */
import type { BrowserWindow } from 'electron'
import { pageOrigin } from './page-address'

/** Of ours, so that it is served with the page's policy and nothing takes it for a page that went elsewhere. */
export const stillAddress = `${pageOrigin}/still.html`

export type StillWords = {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** What the person at the till does now. */
  readonly next: string
}

export const stillStyleAddress = `${pageOrigin}/still.css`

/** Its colours follow the window's own theme, which Chromium tells by `prefers-color-scheme`. */
export const stillStyle = `
body { background: #e9ebe6; color: #1b1f1c; font: 24px/1.5 system-ui, sans-serif; margin: 12vh auto; max-inline-size: 26em; padding-inline: 1em }
h1 { font-size: 40px; line-height: 1.2 }
@media (prefers-color-scheme: dark) { body { background: #141715; color: #e9ebe6 } }
`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function stillPage({ title, paragraphs, next }: StillWords): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tillside</title>
    <link rel="stylesheet" href="${stillStyleAddress}">
  </head>
  <body>
    <h1>${escaped(title)}</h1>
${paragraphs.map((text) => `    <p>${escaped(text)}</p>`).join('\n')}
    <p><strong>${escaped(next)}</strong></p>
  </body>
</html>
`
}

/**
 * Shows the still page, whose words `answerPageRequest` is given.
 * @param goOn called when somebody presses F5, which no scanner sends
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
