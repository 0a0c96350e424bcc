import type { StoreApi } from 'zustand/vanilla'
import type { ScanTarget } from '../scan/scan-listener'
import type { AppStore } from '../store/store-types'
import { chordAction, escapeAction, singleKeyAction } from './key-bindings'

/** What scans and keys mean once the store is there: a lookup, or what the store says they do now. */
export function scanTarget(store: StoreApi<AppStore>): ScanTarget {
  const act = (action: (() => void) | null): boolean => {
    action?.()
    return action !== null
  }
  const isTesting = () => store.getState().dialog === 'scanner_test'
  return {
    onScan: (report) => {
      const state = store.getState()
      if (isTesting()) state.showScannerReport(report)
      else if (state.app.mode !== 'welcome') void state.takeScan(report.text)
    },
    onRun: (report) => {
      if (isTesting()) store.getState().showScannerReport(report)
    },
    onTyped: (text) => void store.getState().lookUp(text, store.getState().match),
    onSingleKey: (key) => act(singleKeyAction(key, store.getState())),
    onChord: (chord) => act(chordAction(chord, store.getState())),
    onEscape: () => act(escapeAction(store.getState())),
    onHastyConfirm: () => {
      const state = store.getState()
      if (chordAction('confirm', state) !== null) state.notify({ kind: 'confirm_hasty' })
    },
  }
}
