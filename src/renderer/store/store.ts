import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Attempt } from '../../shared/attempt/attempt'
import { isOnItsWay } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type {
  AppState,
  DaySummary,
  EventValue,
  Input,
  Output,
  RecentTransaction,
  ShownTransaction,
} from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/payment-channels'
import type { SetUpStep } from '../../shared/contract/set-up'
import type { Fault, FaultOf } from '../../shared/fault'
import type { OutageState } from '../../shared/lookup/outage'
import type { CodeMatch, RelatedKind } from '../../shared/payment/codes'
import type { Money } from '../../shared/payment/money'
import type { Transaction } from '../../shared/payment/transaction'
import { atLeast, type Role } from '../../shared/people/rules'
import type { Day, Sheet } from '../../shared/refund/day'
import type { RunReport } from '../scan/key-press'
import type { FaultNotice, Notice, PassingNotice } from '../words/app'
import type { TypedProof } from './draft'

export type Place = 'counter' | 'activity' | 'settings' | 'search'
/** What a dialog asks before something is done. */
export type Question = {
  /** Also the name of the button that calls `act`. */
  readonly title: string
  readonly meaning: string
  /** `danger` unless given. */
  readonly look?: 'danger' | 'go'
  /** Called once the dialog is closed. */
  readonly act: () => void
}

/** The dialog that is open, with what it is about. */
export type OpenDialog =
  | { readonly at: 'keys' | 'practice_codes' | 'scanner_test' | 'decide' | 'accept_lower' }
  | {
      readonly at: 'acknowledge'
      readonly alarm: Input<'activity:acknowledge'>['alarm']
      readonly says: string
    }
  /** `line`: the line of the record that holds the lock. */
  | { readonly at: 'release'; readonly line: number }
  /** Asks for a person of that role, or for the token. */
  | { readonly at: 'rights'; readonly role: Role; readonly by: 'person' | 'token' }
  /** Starts a new refund record, by a person of this till or by the token. */
  | { readonly at: 'begin_journal'; readonly by: 'person' | 'token' }
  | { readonly at: 'record_begun'; readonly takenOver: Output<'journal:begin'> }
  | ({ readonly at: 'confirm' } & Question)

/** How the receipt on screen relates to its saved copy. */
export type CopyState =
  | { readonly at: 'none' }
  /** The copy is shown while the service is asked. A press of Refund waits for the answer. */
  | { readonly at: 'asking'; readonly lookup: Lookup; readonly refundWanted?: true }
  /** The service can't be reached. The copy stays until the connection is back. */
  | { readonly at: 'kept'; readonly lookup: Lookup }
  /** The service's answer replaced the copy. */
  | { readonly at: 'replaced'; readonly before: Transaction }

/** A related record (interface.md §4.2, `include`) of the receipt on screen. */
export type RelatedState =
  | { readonly at: 'asking' }
  | { readonly at: 'known'; readonly record: RelatedRecord }
  | { readonly at: 'failed'; readonly fault: Fault }

export type RelatedRecords = ReadonlyMap<RelatedKind, RelatedState>

/** What this window has learned about stores, by `store_id`. */
type KnownStores = {
  /** Their names, from related records. */
  readonly names: ReadonlyMap<string, string>
  /** Stores that a person said are not this till's. */
  readonly others: ReadonlySet<string>
}

export const noStores: KnownStores = { names: new Map(), others: new Set() }

export type PaperContent =
  | { readonly subject: 'receipt'; readonly shown: ShownTransaction }
  /** The receipt with everything under "More", for the store's files. */
  | {
      readonly subject: 'store_copy'
      readonly shown: ShownTransaction
      readonly related: RelatedRecords
    }
  /** `storeId`: the payment's; '' when unknown. */
  | {
      readonly subject: 'outcome'
      readonly attempt: Attempt
      readonly storeId: string
      /** The name of the payment's wallet or card, if known. */
      readonly gateway?: string
    }
  | { readonly subject: 'day'; readonly title: string; readonly day: Day }
  | { readonly subject: 'shift'; readonly sheet: Sheet }
  | { readonly subject: 'test_slip' }

export type PaperJob = { readonly content: PaperContent; readonly way: 'print' | 'pdf' }

/** Money went back; somebody must look; a scan or key was refused. */
export type Sound = 'done' | 'attention' | 'refused_scan'

export type TestSlip =
  | { readonly at: 'none' | 'printing' | 'printed' | 'cancelled' }
  | { readonly at: 'failed'; readonly fault: Fault }

/** A lookup, running or done. The id identifies the newest one. */
export type Lookup = {
  readonly id: string
  readonly code: string
  readonly match: CodeMatch
  /** By keys or from a list, not by the scanner. */
  readonly typed: boolean
}

/** What the store's rules require beyond the cashier, as main answered `refund:judge`. */
export type Needs = {
  readonly fault: FaultOf<'second_person_needed' | 'refund_not_here'>
  /** The second person's approval. Cleared when the form changes. */
  readonly yes: TypedProof
  /** Why the last approval was rejected. */
  readonly refused: Fault | null
}

/** What the cashier has filled in, as shown on screen. */
export type RefundDraft = {
  readonly scope: 'full' | 'part'
  readonly amountText: string
  /**
   * Whether Ctrl+Enter may send a part. The last digit may have been meant as a reason, so an amount typed digit by digit
   * is sent only after Enter in the field or after a question (actions/refunds.ts).
   */
  readonly amountCheck: 'typing' | 'asked' | 'taken'
  /** A code of the store's list. */
  readonly reason: string | null
  readonly otherReason: string
  readonly confirmed: boolean
}

/** A refund form that is not on screen. */
export type KeptForm = {
  readonly id: string
  readonly draft: RefundDraft
  /** It reopens as soon as possible: the cashier has asked for it. */
  readonly reopens: boolean
}

/** Returns the form with `reopens` off: the cashier went elsewhere. */
export function heldBack(form: KeptForm | null): KeptForm | null {
  return form && { ...form, reopens: false }
}

export type CounterState =
  | { readonly at: 'scan' }
  | { readonly at: 'looking'; readonly lookup: Lookup }
  | { readonly at: 'missed'; readonly lookup: Lookup; readonly fault: Fault }
  | { readonly at: 'receipt'; readonly shown: ShownTransaction }
  | {
      readonly at: 'refund'
      readonly shown: ShownTransaction
      readonly draft: RefundDraft
      /** Null when the rules require nothing, as far as main has said. */
      readonly needs: Needs | null
      /** How often Confirm was pressed on an incomplete form. Each press moves the focus to what is missing. */
      readonly confirmAttempts?: number
    }
  | {
      readonly at: 'sending'
      readonly amount: Money
      readonly shown: ShownTransaction
      readonly attempt: AttemptView | null
    }
  /** Nothing was recorded or sent. */
  | {
      readonly at: 'stopped'
      readonly shown: ShownTransaction
      readonly draft: RefundDraft
      readonly amount: Money
      readonly fault: Fault
    }
  /** Tillside itself failed during a refund. Only the journal knows the outcome. */
  | {
      readonly at: 'broken'
      readonly shown: ShownTransaction
      readonly amount: Money
      readonly detail: string
    }
  | {
      readonly at: 'outcome'
      readonly attempt: AttemptView
      /** The record in the service's answer, to show next without another lookup. */
      readonly shown: ShownTransaction | null
      /** The payment's `store_id`; '' when unknown. */
      readonly storeId: string
    }

export type CounterAt<At extends CounterState['at']> = Extract<CounterState, { at: At }>

/** The payment's `store_id`; '' when it has none. */
export function storeIdOf({ record }: Pick<ShownTransaction, 'record'>): string {
  return record.fields.store_id ?? ''
}

/** Returns the receipt on the counter, also behind the form and a refund in flight; null for none. */
export function receiptAt(counter: CounterState): ShownTransaction | null {
  switch (counter.at) {
    case 'receipt':
    case 'refund':
    case 'sending':
    case 'stopped':
      return counter.shown
    default:
      return null
  }
}

/** Whether a refund is in flight, so that the counter must not be left. */
export function isRefundInFlight(counter: CounterState): boolean {
  return counter.at === 'sending' || (counter.at === 'outcome' && isOnItsWay(counter.attempt.state))
}

/** A new outcome ignores presses for this long: a second tap may be meant for what was there before. */
export const quietMs = 600

/** Returns when an outcome that appears now starts to take presses, on the page's clock. */
export function pressesFromNow(): number {
  return performance.now() + quietMs
}

/** Whether what stands there takes a press of that moment of the page's clock. A busy page hears a key late. */
export function takesPresses(
  { pressesFrom }: { readonly pressesFrom: number },
  pressedAt = performance.now(),
): boolean {
  return pressedAt >= pressesFrom
}

/** Whether an outcome has only just appeared on the counter, under a press or before a scan that was meant for something else. */
export function isTooSoon(state: State, pressedAt?: number): boolean {
  const { place, counter } = state
  const isNews = place === 'counter' && ['outcome', 'stopped', 'broken'].includes(counter.at)
  return isNews && !takesPresses(state, pressedAt)
}

/** The window's state before main's first answer. */
const initial = {
  /** Replaced by main's answer before anything is drawn (boot/window.tsx). */
  app: {} as AppState,
  place: 'counter' as Place,
  counter: { at: 'scan' } as CounterState,
  savedCopy: { at: 'none' } as CopyState,
  stores: noStores,
  recent: [] as readonly RecentTransaction[],
  /** The code type for the next lookup. */
  match: 'automatic' as CodeMatch,
  /** The set-up step on screen; null for none. */
  setUp: null as SetUpStep | null,
  testSlip: { at: 'none' } as TestSlip,
  /** Undoes unsaved typing in a form, for Escape; null when there is none. */
  putBack: null as (() => void) | null,
  dialog: null as OpenDialog | null,
  /** Forms that take badges, innermost last. `isNew`: the form assigns a badge, so it takes any code. */
  badgeTakers: [] as readonly { readonly take: (code: string) => void; readonly isNew: boolean }[],
  /** The scan that main is asked about: a badge, or the next receipt. Until then no refund of the last one begins. */
  askedScan: null as symbol | null,
  /** Below 1180 px the left column is a drawer. */
  drawerOpen: false,
  /** The newest result of Settings' scanner test. */
  scannerReport: null as RunReport | null,
  notice: null as PassingNotice | null,
  /** Unread failures, oldest first. Kept until dismissed or until the next lookup by the cashier. */
  faults: [] as readonly FaultNotice[],
  /** Something is typed or chosen in the open dialog, so a scan does not close it. Off again when one opens. */
  dialogTyped: false,
  /** The refund form of one payment, kept until the next receipt. */
  keptForm: null as KeptForm | null,
  /** The newest background lookup: its receipt does not take the focus from a text field. */
  backgroundLookup: null as string | null,
  /** When outcomes start to take presses, on the page's clock, in milliseconds (`pressesFromNow`). */
  pressesFrom: 0,
  /** Text for a screen reader. The number makes a repeated text new. */
  announcement: { number: 0, text: '' },
  /** The newest sound, played by sound/sound.ts: an object of its own each time. */
  sounded: { sound: null as Sound | null },
  /** What is to come out of the printer, or into a file: one after the other, the first now. */
  papers: [] as readonly PaperJob[],
  /** The last search, restored when the cashier comes back to Search. */
  searchText: '',
  /** A search of the copies waits for main's answer. */
  searchWaits: false,
  /** The progress of preparing the copies that a search waits for; null when none waits. */
  preparing: null as EventValue<'copies:preparing'> | null,
  /** Keys of dismissed news, and of dismissed words about wrong PINs. */
  newsRead: [] as readonly string[],
  openMarker: null as string | null,
  /** Counts changes of attempts, so that lists know when to reload. */
  attemptsChanged: 0,
  /** The day summary, kept between customers so that it is drawn at once. */
  today: null as DaySummary | null,
  /** The report of the shift just closed, until it is dismissed. */
  sheet: null as Sheet | null,
  /** The outage preparation; null before main's first answer. */
  outage: null as OutageState | null,
  /** Counts requests to see the outage section since Settings opened; 0 for none. */
  outageAsked: 0,
  dropping: false,
}

export type State = Readonly<typeof initial>

/** The window's only store. Exported functions of the subject's file change it. */
export const store = createStore<State>(() => initial)

/** Whether a step of the set-up replaces the place. */
export function isSettingUp({ setUp, app, place }: State): boolean {
  return setUp !== null || (app.mode === 'welcome' && place === 'counter')
}

/** Whether the record is still being read: what was refunded is not known as yet. */
export function isRecordOpening({ app: { refunds } }: State): boolean {
  return !refunds.on && refunds.why === 'journal_opening'
}

/** Returns whom main answers now. What was read for somebody else is read again: the rights to help end by themselves. */
export function viewerOf({ app: { people } }: State): string {
  return `${people.signedIn?.id} ${people.signedIn?.role} ${people.rights}`
}

/** Whether anybody can prove to be a supervisor: also where no manager can sign in. */
export function hasSupervisor({ app: { people } }: State): boolean {
  const able = people.list.filter(({ hasPin, stopped, hasBadge }) => hasBadge || (hasPin && !stopped))
  return able.some(({ role }) => atLeast(role, 'supervisor'))
}

/** Selects a part of the store. The component redraws only when that part changes. */
export function useStore<T>(pick: (state: State) => T): T {
  const read = () => pick(store.getState())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** Shows a message; null hides the passing one. A repeated failure moves to the end. */
export function notify(notice: Notice | null): void {
  if (notice?.kind !== 'fault') {
    store.setState({ notice })
    return
  }
  if (notice.fault.kind === 'act_needs_role') {
    // The person just closed the dialog that asked for the proof, so this need not stay.
    store.setState({ notice: { kind: 'not_allowed' } })
    return
  }
  // The screen of a locked till says so itself, but not which paper did not come.
  if (
    notice.paper === undefined &&
    notice.fault.kind === 'sign_in_needed' &&
    store.getState().app.people.locked
  )
    return
  const words = JSON.stringify(notice)
  const others = store.getState().faults.filter((each) => JSON.stringify(each) !== words)
  store.setState({ faults: [...others, notice] })
}

/** Says where a file was saved, if it was. */
export function fileSaved(file: Output<'activity:export'> | undefined): void {
  if (file?.saved) notify({ kind: 'saved', path: file.path })
}

export function dismissFault(fault: FaultNotice): void {
  store.setState({ faults: store.getState().faults.filter((each) => each !== fault) })
}

/** Has a screen reader say a text, also the same one again. A locked till says nothing of the counter. */
export function announce(text: string): void {
  const { announcement, app } = store.getState()
  const said = app.people.locked ? '' : text
  store.setState({ announcement: { number: announcement.number + 1, text: said } })
}

/** Plays a sound, unless the till is muted. */
export function play(sound: Sound): void {
  store.setState({ sounded: { sound } })
}
