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
import type { RelatedRecord } from '../../shared/contract/lookup-channels'
import type { SetUpStep } from '../../shared/contract/set-up'
import type { Fault } from '../../shared/fault'
import type { OutageState } from '../../shared/lookup/outage'
import type { CodeMatch, RelatedKind } from '../../shared/payment/codes'
import type { Transaction } from '../../shared/payment/transaction'
import type { Role } from '../../shared/people/rules'
import type { Day, Sheet } from '../../shared/refund/day'
import type { RunReport } from '../scan/key-press'
import type { FaultNotice, Notice, PassingNotice } from '../words/app'
import type { CounterState, KeptForm, Lookup } from './counter-state'

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
export type KnownStores = {
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
  | { readonly subject: 'practice_sheet' }
  | { readonly subject: 'test_slip' }

export type PaperJob = { readonly content: PaperContent; readonly way: 'print' | 'pdf' }

/** Money went back; somebody must look; a scan or key was refused. */
export type Sound = 'done' | 'attention' | 'refused_scan'

export type TestSlip =
  | { readonly at: 'none' | 'printing' | 'printed' | 'cancelled' }
  | { readonly at: 'failed'; readonly fault: Fault }

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
  /** Something was typed in the open dialog, so a scan does not close it. */
  dialogTyped: false,
  /** The refund form of one payment, kept until the next receipt. */
  keptForm: null as KeptForm | null,
  /** The newest background lookup: its receipt does not take the focus from a text field. */
  backgroundLookup: null as string | null,
  /** When outcomes start to take presses, on the page's clock, in milliseconds (counter-state.ts). */
  pressesFrom: 0,
  /** Text for a screen reader. The number makes a repeated text new. */
  announcement: { number: 0, text: '' },
  /** The newest sound, played by sound/sound.ts. The number makes a repeated sound new. */
  sounded: { number: 0, sound: null as Sound | null },
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

/** Returns whom main answers now. What was read for somebody else is read again: the rights to help end by themselves. */
export function viewerOf({ app: { people } }: State): string {
  return `${people.signedIn?.id} ${people.signedIn?.role} ${people.rights}`
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

export function announce(text: string): void {
  store.setState({ announcement: { number: store.getState().announcement.number + 1, text } })
}

/** Plays a sound, unless the till is muted. */
export function play(sound: Sound): void {
  store.setState({ sounded: { number: store.getState().sounded.number + 1, sound } })
}
