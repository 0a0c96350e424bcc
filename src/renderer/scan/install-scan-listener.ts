import { ScanListener, type ScanTarget } from './scan-listener'
import { textFieldOf } from './text-field'

/**
 * Wires the listener to the page, before anything else in the page hears a key. Answers how to turn it to
 * another target: it is there before the counter is, and a code whose keys come while the counter takes over
 * is one code.
 */
export function installScanListener(page: Window, first: ScanTarget): (next: ScanTarget) => void {
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
