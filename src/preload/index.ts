import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { BridgeApi } from '../shared/bridge-api'
import type { Answer, Channel, Input, Signal, SignalOf } from '../shared/contract'

function call<C extends Channel>(channel: C, input: Input<C>): Promise<Answer<C>> {
  return ipcRenderer.invoke(channel, input)
}

function listen<S extends Signal>(signal: S, listener: (value: SignalOf<S>) => void): () => void {
  // The event object carries the sender; it never reaches the page.
  const forward = (_event: IpcRendererEvent, value: SignalOf<S>) => listener(value)
  ipcRenderer.on(signal, forward)
  return () => {
    ipcRenderer.removeListener(signal, forward)
  }
}

const bridgeApi = {
  readAppState: () => call('app:read', {}),
  findTransaction: (input) => call('lookup:find', input),
  savedCopy: (input) => call('lookup:saved', input),
  nextLookupNumber: () => call('lookup:next-number', {}),
  relatedRecord: (input) => call('lookup:related', input),
  recentTransactions: () => call('lookup:recent', {}),
  searchCopies: (input) => call('copies:search', input),
  moreCopies: (input) => call('copies:matches', input),
  issueRefund: (input) => call('refund:issue', input),
  pageActivity: (input) => call('activity:page', input),
  openAttempt: (input) => call('activity:open', input),
  checkAttempt: (input) => call('activity:check', input),
  decideAttempt: (input) => call('activity:decide', input),
  acknowledgeAlarm: (input) => call('activity:acknowledge', input),
  paymentStanding: (input) => call('payment:standing', input),
  acceptLower: (input) => call('payment:accept-lower', input),
  releasePayment: (input) => call('payment:release', input),
  settleService: (input) => call('service:settle', input),
  exportActivity: (input) => call('activity:export', input),
  beginJournal: (input) => call('journal:begin', input),
  saveSettings: (input) => call('settings:save', input),
  saveToken: (input) => call('token:save', input),
  forgetToken: () => call('token:forget', {}),
  countCopies: (input) => call('copies:count', input),
  forgetCopies: () => call('copies:forget', {}),
  setSupervisorPin: (input) => call('supervisor:set-pin', input),
  readOutage: () => call('outage:read', {}),
  outageReport: () => call('outage:report', {}),
  takeList: (input) => call('outage:take-list', input),
  chooseListFile: () => call('outage:choose-file', {}),
  chooseFolder: () => call('outage:choose-folder', {}),
  clearFolder: () => call('outage:clear-folder', {}),
  steerOutage: (input) => call('outage:steer', input),
  saveOutageReport: () => call('outage:save-report', {}),
  enterPractice: () => call('practice:enter', {}),
  leavePractice: () => call('practice:leave', {}),
  printPaper: (input) => call('paper:print', input),
  savePaper: (input) => call('paper:save-pdf', input),
  copyText: (input) => call('clipboard:copy', input),
  reportError: (input) => call('window:report-error', input),
  reloadWindow: () => call('window:reload', {}),
  onAppStateChanged: (listener) => listen('app:changed', listener),
  onAttemptChanged: (listener) => listen('attempt:changed', listener),
  onPaymentChanged: (listener) => listen('payment:changed', listener),
  onStoreNamed: (listener) => listen('lookup:store-named', listener),
  onCopiesPreparing: (listener) => listen('copies:preparing', listener),
  onOutageChanged: (listener) => listen('outage:changed', listener),
} satisfies BridgeApi

contextBridge.exposeInMainWorld('tillside', bridgeApi)
