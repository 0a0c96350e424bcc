/**
 * The page's first script, kept small: takes over the counter's frame and hears scans while the window's code and main's
 * program load (architecture.md, "Budgets").
 */
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/controls.css'
import './ui/panels.css'
import './shell/shell.css'
import './receipt/receipt.css'
import './counter/counter.css'
import './refund/refund.css'
import './outcome/outcome.css'
import './activity/activity.css'
import './search/search.css'
import './settings/settings.css'
import './print/paper.css'
import { directionOf, type Language, languageNamed, themeNamed } from '../shared/base/choices'
import { scanFieldAttribute, textFieldOf } from './scan/key-press'
import { bufferScans, ScanListener, type ScanTarget } from './scan/scan-listener'
import { applyTheme } from './ui/theme'

function start(): void {
  const element = document.getElementById('app')
  if (element === null) throw new Error('index.html has no #app')
  const { startTheme, startCounter } = document.documentElement.dataset
  // Without its file, a language is replaced by English, which is bundled.
  const spoken = speakAs(document.documentElement).catch(() => nameLanguage(document.documentElement, 'en'))
  let showCode: (code: string) => void = () => undefined
  const buffered = bufferScans((code) => showCode(code))
  const turnTo = installScanListener(window, buffered.target)
  applyTheme(themeNamed(startTheme), window)
  markTabbing(window)
  const counterIsKnown = startCounter === 'practice' || startCounter === 'service'
  if (counterIsKnown) {
    showCode = takeStartingFrame(document, element, spoken)
    // Read by the bench. The frame may be painted before this script runs.
    window.performance.mark('scans are heard')
  }
  const shown = counterIsKnown ? painted(window) : Promise.resolve()
  // Paint first: the first IPC call makes main build the program, and the import runs the window's code. Both block painting.
  const app = shown.then(() => window.tillside.call('app:read'))
  void Promise.all([spoken, shown])
    .then(() => import('./boot/window'))
    .then(({ openWindow }) => openWindow(element, { app, turnTo, buffered }))
    .catch((error: unknown) => {
      showNotLoaded(document, element)
      return window.tillside.call('window:report-error', { place: 'page', message: String(error) })
    })
    // Main does not answer either: the person reads what to do.
    .catch(() => undefined)
}

/** Takes the counter's frame away, which hears nothing. Says so in English: the catalogues may be what is missing. */
function showNotLoaded(page: Document, element: HTMLElement): void {
  const place = page.createElement('main')
  place.className = 'middle'
  const title = page.createElement('h1')
  title.textContent = 'Tillside couldn’t start'
  const next = page.createElement('p')
  next.textContent = 'A part of the app could not be loaded. Start it again. If it happens again, tell IT.'
  place.append(title, next)
  element.replaceChildren(place)
}

/** Loads the languages that main put into the page. Must finish before any other code of the window loads. */
async function speakAs(root: HTMLElement): Promise<void> {
  const screen = languageNamed(root.dataset.language)
  const paper = (root.dataset.paperLanguages ?? '').split(' ').map(languageNamed)
  nameLanguage(root, screen)
  // English is bundled.
  if ([screen, ...paper].every((language) => language === 'en')) return
  const { speak } = await import('./words/words')
  await speak({ screen, paper })
}

function nameLanguage(root: HTMLElement, language: Language): void {
  root.lang = language
  root.dir = directionOf(language)
}

/** Takes over the frame of index.html, which has no words. Returns a function that shows a scanned code. */
function takeStartingFrame(
  page: Document,
  element: HTMLElement,
  spoken: Promise<void>,
): (code: string) => void {
  const field = element.querySelector<HTMLInputElement>(`[${scanFieldAttribute}]`)
  if (field === null) throw new Error('index.html has no scan field')
  field.focus()
  const loaded = spoken.then(() => import('./words/words'))
  void loaded.then(({ words }) => {
    field.placeholder = words.scan.field
    field.ariaLabel = words.scan.field
  })
  return (code) => {
    const looking = page.querySelector<HTMLTemplateElement>('template#looking')?.content.cloneNode(true)
    if (!(looking instanceof DocumentFragment)) throw new Error('index.html has no paper for a code')
    const title = page.createElement('h2')
    void loaded.then(({ words }) => {
      title.textContent = words.scan.looking
    })
    looking.querySelector('.paper')?.prepend(title)
    looking.querySelector('.code-asked')?.append(code)
    element.querySelector('.paper-place')?.replaceWith(looking)
  }
}

/**
 * Marks the page while Tab moves the focus. A scan is keys too, after which the browser would draw a ring around the
 * focused receipt: containers show theirs only while marked (base.css), fields and buttons always.
 */
function markTabbing(page: Window): void {
  const { dataset } = page.document.documentElement
  const unmark = () => {
    delete dataset.byTab
  }
  page.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') dataset.byTab = ''
      else if (key.length === 1) unmark()
    },
    { capture: true },
  )
  page.addEventListener('pointerdown', unmark, { capture: true })
}

/** Limits the wait for a minimised window, which is never painted. */
const maxPaintWaitMs = 500

function painted(page: Window & typeof globalThis): Promise<void> {
  return new Promise((resolve) => {
    const observer = new page.PerformanceObserver(() => resolve())
    observer.observe({ type: 'paint', buffered: true })
    page.setTimeout(resolve, maxPaintWaitMs)
  })
}

/**
 * Installs the scan listener before anything else hears keys. Returns a function that switches its target, so that a code
 * that arrives during the switch stays one code.
 */
function installScanListener(page: Window, first: ScanTarget): (next: ScanTarget) => void {
  const listener = new ScanListener({
    ...first,
    fieldOf: textFieldOf,
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  page.addEventListener('keydown', (event) => listener.press(event), { capture: true })
  page.addEventListener('keyup', (event) => listener.release(event), { capture: true })
  return (next) => listener.turnTo(next)
}

start()
