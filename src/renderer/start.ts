/**
 * The page's first script, small: it shows the counter's frame and hears scans while the window's own code
 * and the program behind it are still on their way (design.md, "Budgets").
 */
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/controls.css'
import './ui/choice.css'
import './ui/alert.css'
import './ui/panel.css'
import './ui/dialog.css'
import './ui/narrow.css'
import './shell/shell.css'
import './counter/scan-column.css'
import './receipt/paper.css'
import './counter/paper-waiting.css'
import { themeNamed } from '../shared/appearance'
import { painted } from './boot/painted'
import { showStartingFrame } from './boot/starting-frame'
import { bufferScans } from './scan/buffered-scan'
import { installScanListener } from './scan/install-scan-listener'
import { answerOf } from './store/answer'
import { applyTheme } from './ui/theme'

function start(): void {
  const element = document.getElementById('app')
  if (element === null) throw new Error('index.html has no #app')
  const { startTheme, startCounter } = document.documentElement.dataset
  let showCode: (code: string) => void = () => undefined
  const buffered = bufferScans((code) => showCode(code))
  const turnTo = installScanListener(window, buffered.target)
  applyTheme(themeNamed(startTheme), window)
  const counterIsKnown = startCounter === 'practice' || startCounter === 'service'
  if (counterIsKnown) showCode = showStartingFrame(element, startCounter === 'practice')
  const shown = counterIsKnown ? painted(window) : Promise.resolve()
  // Main puts the program together at the first call, and can draw no window while it does.
  const app = shown.then(() => answerOf(window.tillside.readAppState()))
  void import('./boot/open-window').then(({ openWindow }) => openWindow(element, { app, turnTo, buffered }))
}

start()
