import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Result } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { takeScan } from '../actions/lookups'
import { installFileDrop } from '../actions/outage'
import { followPerson } from '../actions/people'
import { Guarded, showLastWords } from '../drawing/drawing-boundary'
import { scanTarget } from '../keys/key-bindings'
import type { BufferedScan } from '../scan/buffered-scan'
import type { ScanTarget } from '../scan/scan-listener'
import { scanFieldAttribute, textFieldOf } from '../scan/text-field'
import { App } from '../shell/app'
import { followSounds } from '../sound/sound'
import { store } from '../store/store'
import { FaultExplained } from '../ui/text'
import { applyTheme, followTheme } from '../ui/theme'
import { appWords } from '../words/app'
import { setLocale } from '../words/locale'
import { followMain, followRequestedLookups, followTitle } from './follow-main'

/** What the first script has begun (start.ts). */
type Started = {
  readonly app: Promise<Result<AppState, Fault>>
  /** Turns the scan listener to the counter. */
  readonly turnTo: (target: ScanTarget) => void
  readonly buffered: Pick<BufferedScan, 'take'>
}

/** Shows the page once main has answered. The page asks main for everything through `window.tillside`. */
export async function openWindow(element: HTMLElement, { app, turnTo, buffered }: Started): Promise<void> {
  const start = await app
  if (!start.ok) {
    applyTheme('system', window)
    createRoot(element).render(<StartFailed fault={start.fault} />)
    return
  }
  setLocale(start.value.about.locale)
  store.setState({ app: start.value })
  followSounds()
  followTheme(window)
  await followMain()
  const before = element.querySelector(`[${scanFieldAttribute}]`)
  const takeOver = () => {
    // Before any other event, and after React is done: until then it would put its own text and caret back.
    queueMicrotask(() => keepText(before, element.querySelector(`[${scanFieldAttribute}]`)))
    turnTo(scanTarget)
    // For the bench, which reads it long afterwards.
    performance.mark('counter stands')
    lookUpBuffered(buffered.take())
    followTitle(document)
    installFileDrop(window)
    followRequestedLookups()
    followPerson(window)
  }
  const root = createRoot(element, {
    onUncaughtError: (error) => showLastWords(element, store.getState().counter, error),
  })
  // In slices, so that no key waits: the first field takes input until the very moment the other has its place.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Guarded place="window">
          <App />
        </Guarded>
        <WhenDrawn act={takeOver} />
      </StrictMode>,
    ),
  )
}

function StartFailed(props: { readonly fault: Fault }) {
  return (
    <main className="middle">
      <h1>{appWords.failedTitle}</h1>
      <FaultExplained fault={props.fault} />
    </main>
  )
}

/** Acts in the same step in which all beside it comes into the page. */
function WhenDrawn({ act }: { readonly act: () => void }) {
  useLayoutEffect(act, [act])
  return null
}

/** Gives the scan field what was typed into the one before it, the caret and the focus. */
function keepText(before: Element | null, after: Element | null): void {
  const typed = textFieldOf(before)?.read()
  if (typed === undefined || !(after instanceof HTMLElement)) return
  after.focus()
  if (typed.text !== '') textFieldOf(after)?.restore(typed, false)
}

function lookUpBuffered(code: string | null): void {
  if (code !== null && store.getState().app.mode !== 'welcome') void takeScan(code)
}
