import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/controls.css'
import './paper/paper-sheet.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { answerOf } from './desk/answer'
import { DeskProvider } from './desk/desk-context'
import { makeDeskStore } from './desk/desk-store'
import { followMain } from './desk/follow-main'
import { loadAhead } from './load-ahead'
import { beep } from './scan/beep'
import { installScanListener } from './scan/install-scan-listener'
import { StartFailed } from './start-failed'
import { applyTheme, followTheme } from './ui/theme'

/** Reads the desk once, then shows the page. The page asks main for everything through `window.tillside`. */
async function start(): Promise<void> {
  const element = document.getElementById('app')
  if (element === null) throw new Error('index.html has no #app')
  const root = createRoot(element)
  const api = window.tillside
  const [desk, next] = await Promise.all([answerOf(api.readDesk()), answerOf(api.nextLookupNumber())])
  if (!desk.ok || !next.ok) {
    applyTheme('system', window)
    const fault = desk.ok ? (next.ok ? null : next.fault) : desk.fault
    root.render(<StartFailed fault={fault} />)
    return
  }
  const store = makeDeskStore({ api, beep }, desk.value, next.value)
  followTheme(store, window)
  installScanListener(window, store)
  await followMain(store, api)
  root.render(
    <StrictMode>
      <DeskProvider desk={{ store, api }}>
        <App />
      </DeskProvider>
    </StrictMode>,
  )
  loadAhead()
}

void start()
