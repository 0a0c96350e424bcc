import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Result } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
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
import { setLocale } from '../words/locale'
import { words } from '../words/words'
import { followMain, followRequestedLookups, followTitle, lookUpBuffered } from './follow-main'

type Started = {
  readonly app: Promise<Result<AppState, Fault>>
  /** Points the scan listener at the counter. */
  readonly turnTo: (target: ScanTarget) => void
  readonly buffered: Pick<BufferedScan, 'take'>
}

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
    // After React has finished, which would restore its own text and caret, and before any other event.
    queueMicrotask(() => keepText(before, element.querySelector(`[${scanFieldAttribute}]`)))
    turnTo(scanTarget)
    // Read by the bench.
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
  // Renders in slices, so that the first field takes keys until it is replaced.
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
      <h1>{words.shell.failedTitle}</h1>
      <FaultExplained fault={props.fault} />
    </main>
  )
}

/** Runs `act` in the commit that draws everything beside it. */
function WhenDrawn({ act }: { readonly act: () => void }) {
  useLayoutEffect(act, [act])
  return null
}

/** Moves text, caret and focus from the first scan field to the new one. */
function keepText(before: Element | null, after: Element | null): void {
  const typed = textFieldOf(before)?.read()
  if (typed === undefined || !(after instanceof HTMLElement)) return
  after.focus()
  if (typed.text !== '') textFieldOf(after)?.restore(typed, false)
}
