import type { Answer, Input, SignalOf } from './contract'

/** What the preload puts on `window.tillside`: one named function per operation and nothing else. */
export type BridgeApi = {
  readonly readAppState: () => Promise<Answer<'app:read'>>
  readonly findTransaction: (input: Input<'lookup:find'>) => Promise<Answer<'lookup:find'>>
  readonly savedCopy: (input: Input<'lookup:saved'>) => Promise<Answer<'lookup:saved'>>
  readonly nextLookupNumber: () => Promise<Answer<'lookup:next-number'>>
  readonly relatedRecord: (input: Input<'lookup:related'>) => Promise<Answer<'lookup:related'>>
  readonly recentTransactions: () => Promise<Answer<'lookup:recent'>>
  readonly searchCopies: (input: Input<'copies:search'>) => Promise<Answer<'copies:search'>>
  readonly moreCopies: (input: Input<'copies:matches'>) => Promise<Answer<'copies:matches'>>
  readonly issueRefund: (input: Input<'refund:issue'>) => Promise<Answer<'refund:issue'>>
  readonly pageActivity: (input: Input<'activity:page'>) => Promise<Answer<'activity:page'>>
  readonly openAttempt: (input: Input<'activity:open'>) => Promise<Answer<'activity:open'>>
  readonly checkAttempt: (input: Input<'activity:check'>) => Promise<Answer<'activity:check'>>
  readonly decideAttempt: (input: Input<'activity:decide'>) => Promise<Answer<'activity:decide'>>
  readonly acknowledgeAlarm: (input: Input<'activity:acknowledge'>) => Promise<Answer<'activity:acknowledge'>>
  readonly paymentStanding: (input: Input<'payment:standing'>) => Promise<Answer<'payment:standing'>>
  readonly acceptLower: (input: Input<'payment:accept-lower'>) => Promise<Answer<'payment:accept-lower'>>
  readonly releasePayment: (input: Input<'payment:release'>) => Promise<Answer<'payment:release'>>
  readonly settleService: (input: Input<'service:settle'>) => Promise<Answer<'service:settle'>>
  readonly exportActivity: (input: Input<'activity:export'>) => Promise<Answer<'activity:export'>>
  readonly beginJournal: (input: Input<'journal:begin'>) => Promise<Answer<'journal:begin'>>
  readonly saveSettings: (input: Input<'settings:save'>) => Promise<Answer<'settings:save'>>
  readonly saveToken: (input: Input<'token:save'>) => Promise<Answer<'token:save'>>
  readonly forgetToken: () => Promise<Answer<'token:forget'>>
  readonly countCopies: (input: Input<'copies:count'>) => Promise<Answer<'copies:count'>>
  readonly forgetCopies: () => Promise<Answer<'copies:forget'>>
  readonly setSupervisorPin: (input: Input<'supervisor:set-pin'>) => Promise<Answer<'supervisor:set-pin'>>
  readonly readOutage: () => Promise<Answer<'outage:read'>>
  readonly outageReport: () => Promise<Answer<'outage:report'>>
  readonly takeList: (input: Input<'outage:take-list'>) => Promise<Answer<'outage:take-list'>>
  readonly chooseListFile: () => Promise<Answer<'outage:choose-file'>>
  readonly chooseFolder: () => Promise<Answer<'outage:choose-folder'>>
  readonly clearFolder: () => Promise<Answer<'outage:clear-folder'>>
  readonly steerOutage: (input: Input<'outage:steer'>) => Promise<Answer<'outage:steer'>>
  readonly saveOutageReport: () => Promise<Answer<'outage:save-report'>>
  readonly enterPractice: () => Promise<Answer<'practice:enter'>>
  readonly leavePractice: () => Promise<Answer<'practice:leave'>>
  readonly printPaper: (input: Input<'paper:print'>) => Promise<Answer<'paper:print'>>
  readonly savePaper: (input: Input<'paper:save-pdf'>) => Promise<Answer<'paper:save-pdf'>>
  readonly copyText: (input: Input<'clipboard:copy'>) => Promise<Answer<'clipboard:copy'>>
  readonly reportError: (input: Input<'window:report-error'>) => Promise<Answer<'window:report-error'>>
  readonly reloadWindow: () => Promise<Answer<'window:reload'>>
  /** Calls back at every change of the app state; answers a function that stops it. */
  readonly onAppStateChanged: (listener: (state: SignalOf<'app:changed'>) => void) => () => void
  readonly onAttemptChanged: (listener: (attempt: SignalOf<'attempt:changed'>) => void) => () => void
  readonly onPaymentChanged: (listener: (standing: SignalOf<'payment:changed'>) => void) => () => void
  readonly onStoreNamed: (listener: (named: SignalOf<'lookup:store-named'>) => void) => () => void
  readonly onCopiesPreparing: (listener: (preparing: SignalOf<'copies:preparing'>) => void) => () => void
  readonly onOutageChanged: (listener: (outage: SignalOf<'outage:changed'>) => void) => () => void
}
