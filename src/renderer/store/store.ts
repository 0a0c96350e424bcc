import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Attempt } from '../../shared/attempt/attempt'
import type {
  AppState,
  DaySummary,
  EventValue,
  Input,
  Output,
  RecentTransaction,
  ShownTransaction,
} from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/related-schemas'
import type { SetUpStep } from '../../shared/contract/set-up'
import type { Fault } from '../../shared/fault'
import type { OutageState } from '../../shared/lookup/outage'
import type { RelatedKind } from '../../shared/lookup/related'
import type { CodeMatch } from '../../shared/payment/scan-code'
import type { Transaction } from '../../shared/payment/transaction'
import type { Role } from '../../shared/people/roles'
import type { Day, Sheet } from '../../shared/refund/day'
import type { RunReport } from '../scan/keystroke-run'
import type { FaultNotice, Notice, PassingNotice } from '../words/app'
import type { CounterState, KeptForm, Lookup } from './counter-state'

export type Place = 'counter' | 'activity' | 'settings' | 'search'
/** What a dialog asks before something is done. */
export type Question = {
  readonly title: string
  /** The paragraphs of its text. */
  readonly meaning: readonly string[]
  /** The name of the button that calls `act`. */
  readonly confirm: string
  /** `danger` unless given. */
  readonly look?: 'danger' | 'go'
  /** Called once the dialog is closed. */
  readonly act: () => void
}

/** The dialog that is open, with what it is about. */
export type OpenDialog =
  | { readonly at: 'keys' | 'practice_sheet' | 'scanner_test' | 'decide' | 'accept_lower' | 'begin_journal' }
  | {
      readonly at: 'acknowledge'
      readonly alarm: Input<'activity:acknowledge'>['alarm']
      readonly says: string
    }
  /** `line`: the line of the record that holds the lock. */
  | { readonly at: 'release'; readonly line: number }
  /** Asks for a person of that role, or for the token. */
  | { readonly at: 'rights'; readonly role: Role; readonly by: 'person' | 'token' }
  | ({ readonly at: 'confirm' } & Question)

/** How the receipt on the paper stands to the copy of it that was saved earlier. */
export type CopyState =
  | { readonly at: 'none' }
  /** The copy is shown while the service is asked. A press of Refund meanwhile waits for the answer. */
  | { readonly at: 'asking'; readonly lookup: Lookup; readonly refundWanted?: true }
  /** The service could not be asked: the copy stays until the line is back. */
  | { readonly at: 'kept'; readonly lookup: Lookup }
  /** The service's answer took the copy's place. */
  | { readonly at: 'replaced'; readonly before: Transaction }

/** What is known of one related record (interface.md §4.2, `include`) of the receipt on screen. */
export type RelatedState =
  | { readonly at: 'asking' }
  | { readonly at: 'known'; readonly record: RelatedRecord }
  | { readonly at: 'failed'; readonly fault: Fault }

/** The related records of one lookup. What an older lookup asked for is never shown with a newer receipt. */
export type RelatedRecords = {
  readonly lookup: string | null
  readonly records: ReadonlyMap<RelatedKind, RelatedState>
}

export const noRelated: RelatedRecords = { lookup: null, records: new Map() }

/** What this window has learned of stores since it is open, by their `store_id`. */
export type KnownStores = {
  /** What More has called them. */
  readonly names: ReadonlyMap<string, string>
  /** Those of which somebody said that they are not this till's. */
  readonly others: ReadonlySet<string>
}

export const noStores: KnownStores = { names: new Map(), others: new Set() }

/** What goes on paper, and whether to a printer or into a file. */
export type PaperContent =
  | { readonly subject: 'receipt'; readonly shown: ShownTransaction }
  /** The receipt with all that stands under "More", for the store's own files. */
  | {
      readonly subject: 'store_copy'
      readonly shown: ShownTransaction
      readonly related: RelatedRecords['records']
    }
  /** `storeId`: of the payment; '' where that is not known. */
  | {
      readonly subject: 'outcome'
      readonly attempt: Attempt
      readonly storeId: string
      /** What the payment's wallet or card is called, where the window knows it. */
      readonly gateway?: string
    }
  /** The refunds of a period in figures. */
  | { readonly subject: 'day'; readonly title: string; readonly day: Day }
  /** What a closed shift came to. */
  | { readonly subject: 'shift'; readonly sheet: Sheet }
  | { readonly subject: 'practice_sheet' }
  /** No refund's: what a store holds against its printer. */
  | { readonly subject: 'test_slip' }

export type PaperJob = { readonly content: PaperContent; readonly way: 'print' | 'pdf' }

/** What a till says without words: money went back, somebody has to look, a scan or a key was not taken. */
export type Sound = 'done' | 'attention' | 'refused_scan'

export type TestSlip =
  | { readonly at: 'none' | 'printing' | 'printed' | 'cancelled' }
  | { readonly at: 'failed'; readonly fault: Fault }

/** The window's whole state, as it is before main has told anything. */
const initial = {
  /** Main's answer takes this one's place before anything is drawn (boot/window.tsx). */
  app: {} as AppState,
  place: 'counter' as Place,
  counter: { at: 'scan' } as CounterState,
  savedCopy: { at: 'none' } as CopyState,
  related: noRelated,
  /** The lookup whose related records are being asked for, one after the other. */
  relatedAsked: null as string | null,
  stores: noStores,
  recent: [] as readonly RecentTransaction[],
  /** What the cashier chose as the type of the next code. */
  match: 'automatic' as CodeMatch,
  /** The step of setting this till up that is shown in the place's stead; null when none is. */
  setUp: null as SetUpStep | null,
  testSlip: { at: 'none' } as TestSlip,
  /** What Escape does while something is typed in a form and not saved; null while nothing is. */
  putBack: null as (() => void) | null,
  dialog: null as OpenDialog | null,
  /** The forms that wait for a badge, or by which somebody gets any code as a new one: the last has what is scanned next. */
  badgeTakers: [] as readonly { readonly take: (code: string) => void; readonly isNew: boolean }[],
  /** Below 1180 px the left column is a drawer. */
  drawerOpen: false,
  /** What Settings' scanner test has seen last; scans are lookups only while its dialog is closed. */
  scannerReport: null as RunReport | null,
  notice: null as PassingNotice | null,
  /** Unread failures, oldest first. Kept until dismissed, or until the cashier looks up the next receipt. */
  faults: [] as readonly FaultNotice[],
  /** Something was typed in the dialog that is open: a scan does not close it. */
  dialogTyped: false,
  /** What the cashier has filled in for one payment: there again until the next receipt. */
  keptForm: null as KeptForm | null,
  /** The newest lookup that nobody asked for: its receipt takes the focus from no text field. */
  backgroundLookup: null as string | null,
  /** Outcomes take no press before this moment of the page's clock, in milliseconds (counter-state.ts). */
  pressesFrom: 0,
  /** Said by a screen reader; the number makes the same words new. */
  announcement: { number: 0, text: '' },
  /** The newest sound, which boot/window.tsx plays; the number makes the same sound new. */
  sounded: { number: 0, sound: null as Sound | null },
  paperJob: null as PaperJob | null,
  /** What was typed last to search the saved copies; it is there again when the cashier comes back. */
  searchText: '',
  /** How far the saved copies are that a search is waiting for; null while none waits. */
  preparing: null as EventValue<'copies:preparing'> | null,
  /** News of the app state, by key, that is shown no more. */
  newsRead: [] as readonly string[],
  openMarker: null as string | null,
  /** Counts changes of attempts, so that lists of them know when to read again. */
  attemptsChanged: 0,
  /** How often the saved copies were forgotten: whoever shows how many there are asks anew. */
  copiesChanged: 0,
  /** What main said last of today on this till; kept between two customers, so that it is drawn at once. */
  today: null as DaySummary | null,
  /** The shift that was just closed, until somebody has read it: no key takes it away. */
  sheet: null as Sheet | null,
  /** Getting ready for an outage, as main told of it last; null before it did. */
  outage: null as OutageState | null,
  /** How often a person asked to see it since Settings is open; 0: Settings is open for another reason. */
  outageAsked: 0,
  dropping: false,
}

export type State = Readonly<typeof initial>

/** The window's one store. What changes it are the exported functions of the files that know the subject. */
export const store = createStore<State>(() => initial)

/** Picks one narrow part of the store; the component draws again only when that part changes. */
export function useStore<T>(pick: (state: State) => T): T {
  const read = () => pick(store.getState())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** Shows a message; null takes the passing one away. A failure stays, and the same one once more moves to the end. */
export function notify(notice: Notice | null): void {
  if (notice?.kind !== 'fault') {
    store.setState({ notice })
    return
  }
  if (notice.fault.kind === 'act_needs_role') {
    // Whoever closed the dialog that asks for a supervisor knows why: it need not stay.
    store.setState({ notice: { kind: 'not_allowed' } })
    return
  }
  const words = JSON.stringify(notice)
  const others = store.getState().faults.filter((each) => JSON.stringify(each) !== words)
  store.setState({ faults: [...others, notice] })
}

/** Says where a file was saved. Nothing where nobody chose a place, or a fault was said instead. */
export function fileSaved(file: Output<'activity:export'> | undefined): void {
  if (file?.saved) notify({ kind: 'saved', path: file.path })
}

export function dismissFault(fault: FaultNotice): void {
  store.setState({ faults: store.getState().faults.filter((each) => each !== fault) })
}

/** Says a result to a screen reader. */
export function announce(text: string): void {
  store.setState({ announcement: { number: store.getState().announcement.number + 1, text } })
}

/** Lets the cashier hear something without looking; silent where the till is set so. */
export function play(sound: Sound): void {
  store.setState({ sounded: { number: store.getState().sounded.number + 1, sound } })
}
