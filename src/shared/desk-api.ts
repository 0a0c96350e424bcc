import type { Answer, Input, SignalOf } from './contract'

/** What the preload puts on `window.tillside`: one named function per operation and nothing else. */
export type DeskApi = {
  readonly readDesk: () => Promise<Answer<'desk:read'>>
  readonly findTransaction: (input: Input<'lookup:find'>) => Promise<Answer<'lookup:find'>>
  readonly savedCopy: (input: Input<'lookup:saved'>) => Promise<Answer<'lookup:saved'>>
  readonly nextLookupNumber: () => Promise<Answer<'lookup:next-number'>>
  readonly recentTransactions: () => Promise<Answer<'lookup:recent'>>
  readonly issueRefund: (input: Input<'refund:issue'>) => Promise<Answer<'refund:issue'>>
  readonly listActivity: (input: Input<'activity:list'>) => Promise<Answer<'activity:list'>>
  readonly openAttempt: (input: Input<'activity:open'>) => Promise<Answer<'activity:open'>>
  readonly lookAgain: (input: Input<'activity:look'>) => Promise<Answer<'activity:look'>>
  readonly decideAttempt: (input: Input<'activity:decide'>) => Promise<Answer<'activity:decide'>>
  readonly exportActivity: (input: Input<'activity:export'>) => Promise<Answer<'activity:export'>>
  readonly saveSettings: (input: Input<'settings:save'>) => Promise<Answer<'settings:save'>>
  readonly saveToken: (input: Input<'token:save'>) => Promise<Answer<'token:save'>>
  readonly forgetToken: () => Promise<Answer<'token:forget'>>
  readonly forgetCopies: () => Promise<Answer<'copies:forget'>>
  readonly setSupervisorPin: (input: Input<'supervisor:set-pin'>) => Promise<Answer<'supervisor:set-pin'>>
  readonly enterPractice: () => Promise<Answer<'practice:enter'>>
  readonly leavePractice: () => Promise<Answer<'practice:leave'>>
  readonly printPaper: (input: Input<'paper:print'>) => Promise<Answer<'paper:print'>>
  readonly savePaper: (input: Input<'paper:save-pdf'>) => Promise<Answer<'paper:save-pdf'>>
  readonly copyText: (input: Input<'clipboard:copy'>) => Promise<Answer<'clipboard:copy'>>
  /** Calls back at every change of the desk; answers a function that stops it. */
  readonly onDeskChanged: (listener: (desk: SignalOf<'desk:changed'>) => void) => () => void
  readonly onAttemptChanged: (listener: (attempt: SignalOf<'attempt:changed'>) => void) => () => void
}
