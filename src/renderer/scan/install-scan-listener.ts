import { ScanListener, type ScanListenerDeps } from './scan-listener'
import { textFieldOf } from './text-field'

/** Who is told what was scanned, typed or pressed. */
export type ScanTarget = Pick<
  ScanListenerDeps,
  'onScan' | 'onRun' | 'onTyped' | 'onSingleKey' | 'onChord' | 'onEscape' | 'onHastyConfirm'
>

/**
 * Wires the listener to the page, before anything else in the page hears a key. Answers how to turn it to
 * another target: it is there before the counter is, and a code whose keys come while the counter takes over
 * is one code.
 */
export function installScanListener(page: Window, first: ScanTarget): (next: ScanTarget) => void {
  let target = first
  const listener = new ScanListener({
    onScan: (report) => target.onScan(report),
    onRun: (report) => target.onRun(report),
    onTyped: (text) => target.onTyped(text),
    onSingleKey: (key) => target.onSingleKey(key),
    onChord: (chord) => target.onChord(chord),
    onEscape: () => target.onEscape(),
    onHastyConfirm: () => target.onHastyConfirm(),
    fieldOf: textFieldOf,
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  page.addEventListener('keydown', (event) => listener.press(event), { capture: true })
  page.addEventListener('keyup', (event) => listener.release(event), { capture: true })
  return (next) => {
    target = next
  }
}
