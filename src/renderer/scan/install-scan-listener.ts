import type { StoreApi } from 'zustand/vanilla'
import type { DeskStore } from '../desk/desk-store'
import { chordAction, escapeAction, singleKeyAction } from './key-bindings'
import { ScanListener } from './scan-listener'
import { textFieldOf } from './text-field'

/** Wires the listener to the page and the store, before anything else in the page hears a key. */
export function installScanListener(page: Window, store: StoreApi<DeskStore>): void {
  const act = (action: (() => void) | null): boolean => {
    action?.()
    return action !== null
  }
  const isTesting = () => store.getState().dialog === 'scanner_test'
  const listener = new ScanListener({
    onScan: (report) => {
      const state = store.getState()
      if (isTesting()) state.showScannerReport(report)
      else if (state.desk.mode !== 'welcome') void state.takeScan(report.text)
    },
    onRun: (report) => {
      if (isTesting()) store.getState().showScannerReport(report)
    },
    onTyped: (text) => void store.getState().lookUp(text, store.getState().match),
    onSingleKey: (key) => act(singleKeyAction(key, store.getState())),
    onChord: (chord) => act(chordAction(chord, store.getState())),
    onEscape: () => act(escapeAction(store.getState())),
    fieldOf: textFieldOf,
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  page.addEventListener('keydown', (event) => listener.press(event), { capture: true })
  page.addEventListener('keyup', (event) => listener.release(event), { capture: true })
}
