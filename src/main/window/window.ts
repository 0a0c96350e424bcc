import path from 'node:path'
import { app, BrowserWindow, type Input, nativeTheme, screen } from 'electron'
import type { TextSize, Theme } from '../../shared/base/choices'
import { developmentAddress, takesDebugger } from '../system/build'
import { systemClock } from '../system/clock'
import { openHardenedSession } from './hardening'
import { type StillWords, showOnceDrawn } from './life'
import { type PageStart, servePage } from './page'
import { pageAddress } from './page-address'
import { defaultSize, minSize, readWindowPlace, withinScreen, writeWindowPlace } from './place'

type WindowDeps = {
  readonly kiosk: boolean
  readonly pageStart: () => PageStart
  readonly still: () => StillWords
}

/** The counter's colour (`--counter`), against a white flash at the start. */
const counterColour = { light: '#e9ebe6', dark: '#141715' }
const zoomStep = 0.5

function rememberPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    writeWindowPlace(file, { ...window.getNormalBounds(), maximized: window.isMaximized() })
  })
}

/** @param textSize in percent (Settings, Text size) */
function zoomTo(window: BrowserWindow, textSize: TextSize): void {
  if (!window.isDestroyed()) window.webContents.setZoomFactor(textSize / 100)
}

/** Zooms by the usual keys, until the next start; 0 returns to the text size of Settings. Without a menu, Electron has none. */
function zoomByKeys(window: BrowserWindow, pageStart: WindowDeps['pageStart']): void {
  const contents = window.webContents
  contents.on('before-input-event', (event, input: Input) => {
    if (input.type !== 'keyDown' || !(input.control || input.meta) || input.alt) return
    const step = { '+': zoomStep, '=': zoomStep, '-': -zoomStep, '0': 0 }[input.key]
    if (step === undefined) return
    event.preventDefault()
    if (step === 0) zoomTo(window, pageStart().textSize)
    else contents.setZoomLevel(contents.getZoomLevel() + step)
  })
}

const builtFile = (...names: readonly string[]) => path.join(app.getAppPath(), 'out', ...names)
function createWindow(deps: WindowDeps): BrowserWindow {
  const { kiosk, pageStart } = deps
  const file = path.join(app.getPath('userData'), 'window.json')
  const workAreas = screen.getAllDisplays().map((display) => display.workArea)
  const place = readWindowPlace(file, workAreas, kiosk)
  const { workArea } = screen.getPrimaryDisplay()
  const least = withinScreen(minSize, workArea)
  const window = new BrowserWindow({
    ...withinScreen(defaultSize, workArea),
    ...place,
    minWidth: least.width,
    minHeight: least.height,
    kiosk,
    show: false,
    title: 'Tillside',
    backgroundColor: nativeTheme.shouldUseDarkColors ? counterColour.dark : counterColour.light,
    autoHideMenuBar: true,
    webPreferences: {
      session: openHardenedSession(),
      preload: builtFile('preload', 'index.js'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      webviewTag: false,
      devTools: takesDebugger(),
      zoomFactor: pageStart().textSize / 100,
    },
  })
  const show = () => (place?.maximized ? window.maximize() : window.show())
  showOnceDrawn(window, { show, clock: systemClock })
  rememberPlace(window, file)
  zoomByKeys(window, pageStart)
  return window
}

/** Opens the program's window and loads its page. */
export function openWindow(deps: WindowDeps): BrowserWindow {
  const { pageStart, still } = deps
  const window = createWindow(deps)
  servePage(window.webContents.session, builtFile('renderer'), { start: pageStart, still })
  loadPage(window)
  return window
}

/** Resolves when the page did not load, crashed, or lost its window. */
export function pageIsLost(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    window.webContents.once('did-fail-load', () => resolve())
    window.webContents.once('render-process-gone', () => resolve())
    window.once('closed', () => resolve())
  })
}

/** Loads the page. Ignores that a load was cut short by the next one, or by closing. */
export function loadPage(window: BrowserWindow): void {
  if (!window.isDestroyed()) window.loadURL(developmentAddress ?? pageAddress).catch(() => undefined)
}

/** Returns Electron's theme for the system's dialogs and the window's first colour; contrast is the page's. */
export function themeSource(theme: Theme): Exclude<Theme, 'contrast' | 'contrast_dark'> {
  if (theme === 'contrast_dark') return 'dark'
  return theme === 'contrast' ? 'system' : theme
}

/** Makes the function that applies theme and text size of the settings to the window. */
export function makeShowLook(
  window: BrowserWindow,
  settings: { readonly read: () => { readonly theme: Theme; readonly textSize: TextSize } },
): () => void {
  let shown: TextSize | null = null
  return () => {
    const { theme, textSize } = settings.read()
    nativeTheme.themeSource = themeSource(theme)
    // Keeps the zoom of the keys until the setting changes.
    if (textSize !== shown) zoomTo(window, textSize)
    shown = textSize
  }
}
