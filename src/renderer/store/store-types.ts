import type { StoreApi } from 'zustand/vanilla'
import type { AppState, BridgeApi, RecentTransaction, ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { LateNews } from '../../shared/late-news'
import type { GivenList, OutageState } from '../../shared/outage'
import type { AttemptView, PaymentStanding } from '../../shared/payment-standing'
import type { Result } from '../../shared/result'
import type { CodeMatch } from '../../shared/scan-code'
import type { SetUpStep } from '../../shared/set-up'
import type { RunReport } from '../scan/keystroke-run'
import type { Sound } from '../sound/sound'
import type { FaultNotice, Notice } from '../words/app'
import type { RefundDraft } from './counter-state'
import type { OpenDialog, PaperContent, PaperJob, Place, StoreState } from './store-state'

/** Lookups and what follows from them. */
export type CounterActions = {
  /** What the cashier chose under Match; it stays until changed. */
  readonly match: CodeMatch
  readonly chooseMatch: (match: CodeMatch) => void
  /** Scanned, typed, pasted or picked: withdraws what is on the paper and asks main. */
  readonly lookUp: (text: string, match: CodeMatch) => Promise<void>
  /** A scan from anywhere: a lookup, unless a refund is being sent. */
  readonly takeScan: (text: string) => Promise<void>
  /** A scan whose Enter came too late to be taken as one: said, and scanned again. */
  readonly scanCameLate: () => void
  /** The same code again, at the service. */
  readonly lookUpAgain: () => Promise<void>
  /** After a refund that was not sent, or did not go through: a fresh look-up, then the form as it was filled in. */
  readonly tryAgain: () => Promise<void>
  /** The line is back: what could not be asked is asked anew. A saved copy stays on the paper meanwhile. */
  readonly refreshCopy: () => Promise<void>
  /** The saved copies are gone: one on the paper goes too. */
  readonly copiesForgotten: () => void
  readonly nextCustomer: () => void
  /** Main has read the saved copy of a lookup: it is shown while that is the newest and not answered. */
  readonly copyFound: (copy: ShownTransaction) => void
  readonly recentChanged: (recent: readonly RecentTransaction[]) => void
  /** An attempt changed in main: locks, outcomes and lists follow. */
  readonly attemptChanged: (attempt: AttemptView) => void
  /** What main says of today on this till; null where it says nothing. */
  readonly takeToday: (today: StoreState['today']) => void
  /** A person changed something that is no attempt: Activity and the receipt on screen are read again. */
  readonly entriesChanged: () => Promise<void>
  /** What stands in the way of refunding a payment came, changed or went. */
  readonly standingChanged: (standing: PaymentStanding) => void
}

/** A supervisor, by name and PIN. */
export type AllowingSupervisor = { readonly pin: string; readonly name: string }

/** The refund form, from opening it to what came of it. */
export type RefundActions = {
  readonly startRefund: () => void
  readonly editDraft: (change: Partial<RefundDraft>) => void
  readonly leaveRefund: () => void
  /** Enter in Amount: what stands there is the amount, and is written out in full. Answers whether it can be refunded. */
  readonly takeAmount: () => boolean
  /** Sends the refund on screen, if it is whole. Every refusal is said aloud. */
  readonly confirmRefund: () => Promise<void>
  /** The same by Ctrl+Enter, which names no amount: one that is still being typed is asked about first. */
  readonly confirmByKeys: () => Promise<void>
  /** Sends again what main stopped for want of a supervisor, in that supervisor's name. */
  readonly confirmWithSupervisor: (supervisor: AllowingSupervisor) => Promise<void>
  /** From an outcome to the receipt as the service's own answer had it; nothing is asked. */
  readonly showReceipt: () => void
}

/** What stands behind More. */
export type RelatedActions = {
  /**
   * Asks for the related records that settings choose and that are not known yet, one show each, one after the
   * other, in the background. It ends by itself when another receipt, or none, is on the screen.
   */
  readonly askRelated: () => Promise<void>
  /** What this receipt does not show of who paid; null, and said why, where main does not tell. */
  readonly readPrivate: (lookup: string) => Promise<ReadonlyMap<string, string> | null>
  /** Somebody said whether the payment on a receipt was taken at this till's own store, which is kept for good if so. */
  readonly sayOwnStore: (shown: ShownTransaction, isOwn: boolean) => Promise<void>
}

/** What came of saving a form: saved, not saved for a reason that was said elsewhere, or why not. */
export type Saved = boolean | Fault

/** Everything around the counter: places, dialogs, messages, the state that main tells, paper. */
export type ShellActions = {
  readonly go: (place: Place) => void
  /** Shows a step of setting this till up; null leaves that. */
  readonly showSetUp: (step: SetUpStep | null) => void
  /** A form in which something was typed has the focus: Escape puts back what was there before it leaves the place. */
  readonly offerPutBack: (putBack: (() => void) | null) => void
  readonly openDialog: (dialog: OpenDialog) => void
  /** Opens the dialog in which a supervisor shows PIN or token. */
  readonly askSupervisor: (by: 'pin' | 'token') => void
  readonly closeDialog: () => void
  readonly setDrawer: (open: boolean) => void
  readonly showScannerReport: (report: RunReport) => void
  /** Shows a message; null takes the passing one away. */
  readonly notify: (notice: Notice | null) => void
  /** Somebody has read what failed. */
  readonly dismissFault: (fault: FaultNotice) => void
  readonly typedInDialog: () => void
  readonly announce: (text: string) => void
  readonly appStateChanged: (app: AppState) => void
  /** Sounds what was not told yet, and takes what the screen shows already as read. */
  readonly newsCame: (before: readonly LateNews[]) => void
  /** Takes the changes of the refund on the screen as read. */
  readonly newsSeen: () => void
  /** It was pressed away. */
  readonly readNews: (key: string) => void
  readonly printNews: (marker: string) => Promise<void>
  /** Takes the app state that main answered; a fault is for the form that asked to say. */
  readonly adoptSaved: (answer: Promise<Result<AppState, Fault>>) => Promise<Saved>
  /** Takes the app state that main answered, or shows why it did not. Answers whether it did. */
  readonly adoptAppState: (answer: Promise<Result<AppState, Fault>>, done: Notice | null) => Promise<boolean>
  /** @param named what the message says was copied, where the text itself is too long for it */
  readonly copy: (text: string, named?: string) => Promise<void>
  readonly putOnPaper: (content: PaperContent, way: PaperJob['way']) => Promise<void>
  /**
   * The paper is laid out: hands it to main and clears it away.
   * @param height of the sheet as it is laid out, in millimetres; null when it could not be, which is said
   */
  readonly paperReady: (job: PaperJob, height: number | null) => Promise<void>
  readonly setSearchText: (searchText: string) => void
  readonly openAttempt: (marker: string | null) => void
  /** A window that was reloaded in the middle of a refund shows where it stands. */
  readonly resumeAttempt: (attempt: AttemptView) => void
}

/** Getting ready for an outage, as far as the window has a part in it. */
export type PrefetchActions = {
  /** Getting ready for an outage, as main told of it last; null before it did. */
  readonly prefetch: OutageState | null
  /** How often a person asked to see it since Settings is open; 0: Settings is open for another reason. */
  readonly prefetchAsked: number
  /** A file hangs over the window. */
  readonly dropping: boolean
  readonly prefetchChanged: (prefetch: OutageState) => void
  /** Says what became of a list that main was given, by whichever way. Null: no list after all. */
  readonly listGiven: (given: Promise<Result<GivenList | null, Fault>>) => Promise<void>
  /** Takes the state that main answered, or shows why it did not. */
  readonly adoptPrefetch: (answer: Promise<Result<OutageState, Fault>>) => Promise<void>
  readonly showPrefetch: () => void
}

/** All that the window's one store holds and can do (zustand); boot/make-store.ts makes it of its slices. */
export type AppStore = StoreState &
  CounterActions &
  RefundActions &
  RelatedActions &
  ShellActions &
  PrefetchActions

/** All that the store reaches outside itself. */
export type StoreDeps = {
  readonly api: BridgeApi
  /** What the cashier hears without looking; silent where the till is set so. */
  readonly play: (sound: Sound) => void
  /** What main and window know one lookup by. No two are alike, over all windows and starts. */
  readonly makeLookupId: () => string
}

export type SetStore = StoreApi<AppStore>['setState']
export type GetStore = StoreApi<AppStore>['getState']
