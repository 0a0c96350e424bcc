import path from 'node:path'
import { BrowserWindow, type Input, screen } from 'electron'
import { openClosedSession } from './page/closed-session'
import { pageAddress } from './page/page-address'
import { servePage } from './page/page-protocol'
import { leastSize, readWindowPlace, usualSize, writeWindowPlace } from './window-place'

export type WindowSurroundings = {
  /** Where built files lie: `preload` and `renderer` beside each other. */
  readonly builtFolder: string
  /** The folder that remembers the window's place. */
  readonly userData: string
  readonly dark: boolean
  readonly packaged: boolean
  readonly developmentAddress: string | null
}

/** The counter's colour, so that the first thing seen is not a white flash (the look: --counter). */
const counterColour = { light: '#e9ebe6', dark: '#141715' }
const zoomStep = 0.5

function rememberPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    writeWindowPlace(file, { ...window.getNormalBounds(), maximized: window.isMaximized() })
  })
}

/** There is no menu, so the keys that make everything larger or smaller are ours to keep. */
function zoomByKeys(window: BrowserWindow): void {
  const contents = window.webContents
  contents.on('before-input-event', (event, input: Input) => {
    if (input.type !== 'keyDown' || !(input.control || input.meta) || input.alt) return
    const step = { '+': zoomStep, '=': zoomStep, '-': -zoomStep, '0': 0 }[input.key]
    if (step === undefined) return
    event.preventDefault()
    contents.setZoomLevel(step === 0 ? 0 : contents.getZoomLevel() + step)
  })
}

function createWindow(surroundings: WindowSurroundings): BrowserWindow {
  const { builtFolder, dark, packaged, developmentAddress } = surroundings
  const file = path.join(surroundings.userData, 'window.json')
  const place = readWindowPlace(
    file,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    ...usualSize,
    ...place,
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Tillside',
    backgroundColor: dark ? counterColour.dark : counterColour.light,
    autoHideMenuBar: true,
    webPreferences: {
      session: openClosedSession(developmentAddress),
      preload: path.join(builtFolder, 'preload', 'index.js'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      webviewTag: false,
      devTools: !packaged,
    },
  })
  window.once('ready-to-show', () => (place?.maximized ? window.maximize() : window.show()))
  rememberPlace(window, file)
  zoomByKeys(window)
  return window
}

/** Time for Chromium to take a file that has been handed over: it takes it in turns with us. */
const takenMilliseconds = 20

/** Resolves when the page has its first script, or will not get it from us. */
function pageHasScript(window: BrowserWindow, folder: string): Promise<void> {
  return new Promise((resolve) => {
    servePage(window.webContents.session, folder, (pathname) => {
      if (pathname.endsWith('.js')) setTimeout(resolve, takenMilliseconds)
    })
    window.webContents.once('dom-ready', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.once('closed', () => resolve())
  })
}

/**
 * Opens the program's one window and begins to load its page; it is shown once it has been painted.
 * `busy` resolves when the page has enough to work on by itself: what blocks this process before that makes
 * the page wait for its files, what comes after it runs beside the page.
 */
export function openWindow(surroundings: WindowSurroundings): {
  readonly window: BrowserWindow
  readonly busy: Promise<void>
} {
  const window = createWindow(surroundings)
  const busy = pageHasScript(window, path.join(surroundings.builtFolder, 'renderer'))
  loadPage(window, surroundings.developmentAddress)
  return { window, busy }
}

/** Loads the page anew. That a load was cut short by the next one, or by closing, is no news. */
export function loadPage(window: BrowserWindow, developmentAddress: string | null): void {
  window.loadURL(developmentAddress ?? pageAddress).catch(() => undefined)
}
