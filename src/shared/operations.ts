import type { Answer, Channel, Input, Signal, SignalOf } from './contract'

/**
 * The bridge between window and main process: the name of each function on `window.tillside`, and the channel of the
 * contract that it calls. Every channel stands here once; its handler is the only other place (main/ipc). No zod is
 * loaded with it, so all three processes may.
 */
export const operations = {
  readAppState: 'app:read',
  findTransaction: 'lookup:find',
  relatedRecord: 'lookup:related',
  privateValues: 'lookup:private',
  recentTransactions: 'lookup:recent',
  takeRequestedLookup: 'lookup:take-requested',
  searchCopies: 'copies:search',
  moreCopies: 'copies:matches',
  issueRefund: 'refund:issue',
  pageActivity: 'activity:page',
  todayActivity: 'activity:today',
  openAttempt: 'activity:open',
  checkAttempt: 'activity:check',
  decideAttempt: 'activity:decide',
  acknowledgeAlarm: 'activity:acknowledge',
  paymentStanding: 'payment:standing',
  acceptLower: 'payment:accept-lower',
  releasePayment: 'payment:release',
  settleService: 'service:settle',
  exportActivity: 'activity:export',
  beginJournal: 'journal:begin',
  saveSettings: 'settings:save',
  learnStore: 'store:learn',
  saveToken: 'token:save',
  forgetToken: 'token:forget',
  countCopies: 'copies:count',
  forgetCopies: 'copies:forget',
  beginSupervisor: 'supervisor:begin',
  endSupervisor: 'supervisor:end',
  setSupervisorPin: 'supervisor:set-pin',
  reopenPin: 'supervisor:reopen-pin',
  readOutage: 'outage:read',
  outageReport: 'outage:report',
  takeList: 'outage:take-list',
  chooseListFile: 'outage:choose-file',
  chooseFolder: 'outage:choose-folder',
  clearFolder: 'outage:clear-folder',
  steerOutage: 'outage:steer',
  saveOutageReport: 'outage:save-report',
  enterPractice: 'practice:enter',
  leavePractice: 'practice:leave',
  printPaper: 'paper:print',
  savePaper: 'paper:save-pdf',
  copyText: 'clipboard:copy',
  saveDiagnostics: 'support:save-diagnostics',
  reportError: 'window:report-error',
  reloadWindow: 'window:reload',
} as const satisfies Readonly<Record<string, Channel>>

/** The functions that listen, and to which signal. */
export const listeners = {
  onAppStateChanged: 'app:changed',
  onAttemptChanged: 'attempt:changed',
  onPaymentChanged: 'payment:changed',
  onCopyFound: 'lookup:copy-found',
  onRecentChanged: 'lookup:recent-changed',
  onLookupRequested: 'lookup:requested',
  onCopiesPreparing: 'copies:preparing',
  onOutageChanged: 'outage:changed',
} as const satisfies Readonly<Record<string, Signal>>

type Operations = typeof operations
type Listeners = typeof listeners

/** A channel whose input says nothing is called without one. */
type Arguments<C extends Channel> = Input<C> extends Readonly<Record<string, never>> ? [] : [input: Input<C>]

/** What the preload puts on `window.tillside`: one function per operation, one per signal and nothing else. */
export type BridgeApi = {
  readonly [Name in keyof Operations]: (
    ...input: Arguments<Operations[Name]>
  ) => Promise<Answer<Operations[Name]>>
} & {
  /** Calls back at every signal; answers a function that stops it. */
  readonly [Name in keyof Listeners]: (listener: (value: SignalOf<Listeners[Name]>) => void) => () => void
}
