import type { StoreApi } from 'zustand/vanilla'
import { availability } from '../refund/draft'
import type { Chord, ScanTarget } from '../scan/scan-listener'
import { isRefundInFlight, type RefundDraft, takesPresses } from '../store/counter-state'
import type { AppStore } from '../store/store-types'
import { type KeyHint, keyHints } from '../words/common'
import { refundReasons } from '../words/refund'

const reasonCount = refundReasons.length

/** What one key alone does now, or null. The footer's list comes from the same knowledge. */
export function singleKeyAction(key: string, state: AppStore): (() => void) | null {
  if (state.dialog !== null || isRefundInFlight(state.counter) || isTooSoon(state)) return null
  if (key === '?') return () => state.openDialog('keys')
  if (key === '/' && state.app.mode !== 'welcome') return () => state.go('search')
  if (state.place !== 'counter' || state.app.mode === 'welcome') return null
  const { counter } = state
  const letter = key.toLowerCase()
  if (counter.at === 'receipt') {
    if (letter === 'r') return state.startRefund
    if (letter === 'l') return () => void state.lookUpAgain()
    if (letter === 'p') return () => state.putOnPaper({ subject: 'receipt', shown: counter.shown }, 'print')
  }
  if (counter.at === 'outcome' && letter === 'p') {
    return () =>
      state.putOnPaper({ subject: 'outcome', attempt: counter.attempt, storeId: counter.storeId }, 'print')
  }
  if (counter.at === 'missed' && letter === 'l') return () => void state.lookUpAgain()
  if (!isFormOpen(state)) return null
  return letter === 'a' ? partAction(state) : reasonAction(Number(key), state)
}

/** Whether an outcome has just appeared, under keys that were meant for what stood there before. */
function isTooSoon(state: AppStore): boolean {
  const { at } = state.counter
  return (
    state.place === 'counter' &&
    (at === 'outcome' || at === 'stopped' || at === 'broken') &&
    !takesPresses(state)
  )
}

/** Whether the refund form stands with something to fill in: meanwhile the line, or what main tells, may have changed. */
function isFormOpen({ place, dialog, counter, app }: AppStore): boolean {
  if (place !== 'counter' || dialog !== null || app.mode === 'welcome') return false
  return counter.at === 'refund' && availability(counter.shown, app).kind === 'open'
}

/** Another amount than all that is left; its field takes the focus as it appears. */
function partAction({ counter, editDraft }: AppStore): (() => void) | null {
  if (counter.at !== 'refund' || counter.draft.scope === 'part') return null
  return () => editDraft({ scope: 'part' })
}

function reasonAction(number: number, state: AppStore): (() => void) | null {
  const reason = refundReasons[number - 1]
  return reason === undefined ? null : () => state.editDraft({ reason })
}

/** What a chord does now, or null. */
export function chordAction(chord: Chord, state: AppStore): (() => void) | null {
  if (!isFormOpen(state)) return null
  if (chord === 'confirm') return () => void state.confirmByKeys()
  return reasonAction(Number(chord.slice('reason_'.length)), state)
}

/** What Escape does now, or null: it goes back by one step. */
export function escapeAction(state: AppStore): (() => void) | null {
  if (state.dialog !== null) return state.closeDialog
  const unread = state.faults.at(-1)
  if (unread !== undefined) return () => state.dismissFault(unread)
  if (state.putBack !== null) return state.putBack
  if (state.drawerOpen) return () => state.setDrawer(false)
  if (isRefundInFlight(state.counter)) return null
  if (state.place === 'activity' && state.openMarker !== null) return () => state.openAttempt(null)
  if (state.setUp !== null) return state.place === 'counter' ? null : () => state.showSetUp(null)
  if (state.place !== 'counter') return () => state.go('counter')
  switch (state.counter.at) {
    case 'refund':
      return state.leaveRefund
    case 'stopped':
      return isTooSoon(state) ? () => undefined : state.leaveRefund
    case 'scan':
      return null
    case 'outcome':
    case 'broken':
      return isTooSoon(state) ? () => undefined : state.nextCustomer
    default:
      return state.nextCustomer
  }
}

/** The keys that work now, for the bar along the bottom. */
export function keysNow(state: AppStore): readonly KeyHint[] {
  const { counter, app } = state
  if (isRefundInFlight(counter)) return []
  if (state.dialog !== null) return [keyHints.back]
  if (app.mode === 'welcome' || state.setUp !== null)
    return state.place === 'counter' ? [keyHints.all] : [keyHints.back, keyHints.all]
  if (state.place === 'search') return [keyHints.choose, keyHints.open, keyHints.scan, keyHints.back]
  if (state.place !== 'counter') return [keyHints.scan, keyHints.search, keyHints.back, keyHints.all]
  switch (counter.at) {
    case 'scan':
      return [keyHints.scan, keyHints.enter, keyHints.search, keyHints.all]
    case 'looking':
      return [keyHints.nextScan, keyHints.back]
    case 'missed':
      return [keyHints.scan, keyHints.again, keyHints.search, keyHints.back, keyHints.all]
    case 'receipt':
      return receiptKeys(availability(counter.shown, app).kind === 'open')
    case 'refund':
      return isFormOpen(state) ? formKeys(counter.draft) : [keyHints.back, keyHints.nextScan, keyHints.all]
    case 'stopped':
      return [keyHints.nextScan, keyHints.back, keyHints.all]
    case 'outcome':
      return [keyHints.nextScan, keyHints.print, keyHints.search, keyHints.next, keyHints.all]
    default:
      return [keyHints.nextScan, keyHints.next, keyHints.all]
  }
}

function receiptKeys(refundable: boolean): readonly KeyHint[] {
  const { refund, nextScan, look, print, search, next, all } = keyHints
  return [...(refundable ? [refund] : []), nextScan, look, print, search, next, all]
}

/** With a text field at hand, digits alone may be what is being typed. */
function formKeys({ scope, reason: chosen }: RefundDraft): readonly KeyHint[] {
  const typing = scope === 'part' || chosen === 'other'
  const { reason, reasonInAmount, part, amountDone, confirm, back, nextScan, all } = keyHints
  const reasons = typing ? reasonInAmount(reasonCount) : reason(reasonCount)
  return [reasons, scope === 'part' ? amountDone : part, confirm, back, nextScan, all]
}

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
      else if (report.verdict === 'ending_late') store.getState().scanCameLate()
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
