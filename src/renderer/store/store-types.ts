import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskState, RecentTransaction } from '../../shared/contract'
import type { DeskApi } from '../../shared/desk-api'
import type { CopyState } from '../counter/copy-actions'
import { type CounterActions, makeCounterActions } from '../counter/counter-actions'
import { makeRefundActions, type RefundActions } from '../counter/refund-actions'
import {
  makeRelatedActions,
  noRelated,
  type RelatedActions,
  type RelatedRecords,
} from '../counter/related-actions'
import { makeOutageActions, type OutageActions } from '../prefetch/prefetch-actions'
import type { PaperJob } from '../print/paper-job'
import type { RunReport } from '../scan/keystroke-run'
import { type DeskActions, makeDeskActions } from '../shell/shell-actions'
import type { CounterPlace } from './counter-place'
import type { Notice } from './notice'

export type Place = 'counter' | 'activity' | 'settings' | 'search'
export type OpenDialog =
  | 'keys'
  | 'practice_sheet'
  | 'scanner_test'
  | 'decide'
  | 'acknowledge'
  | 'release'
  | 'accept_lower'
  | 'settle_service'
  | 'forget_token'
  | 'forget_copies'
  | 'stop_outage'
  | 'fewer_copies'
  | 'begin_journal'
  | 'enter_practice'
  | 'leave_practice'

export type DeskStoreState = {
  readonly desk: DeskState
  readonly place: Place
  readonly counter: CounterPlace
  readonly savedCopy: CopyState
  readonly related: RelatedRecords
  readonly recent: readonly RecentTransaction[]
  readonly dialog: OpenDialog | null
  /** Below 1180 px the left column is a drawer. */
  readonly drawerOpen: boolean
  /** What Settings' scanner test has seen last; scans are lookups only while its dialog is closed. */
  readonly scannerReport: RunReport | null
  readonly notice: Notice | null
  /** Said by a screen reader; the number makes the same words new. */
  readonly spoken: { readonly number: number; readonly text: string }
  /** What is laid out for paper just now. */
  readonly paperJob: PaperJob | null
  /** What was typed last to search the saved copies; it is there again when the cashier comes back. */
  readonly searchText: string
  /** The attempt that Activity has open. */
  readonly openMarker: string | null
  /** Counts changes of attempts, so that lists of them know when to read again. */
  readonly attemptsChanged: number
}

export type DeskStore = DeskStoreState &
  CounterActions &
  RefundActions &
  RelatedActions &
  DeskActions &
  OutageActions

/** All that the store reaches outside itself. */
export type DeskPorts = {
  readonly api: DeskApi
  /** A short low tone: something was refused. */
  readonly beep: () => void
}

export type SetDesk = StoreApi<DeskStore>['setState']
export type GetDesk = StoreApi<DeskStore>['getState']

/** The window's one store. `desk` has been read and `nextLookup` asked for before it is made. */
export function makeDeskStore(ports: DeskPorts, desk: DeskState, nextLookup: number): StoreApi<DeskStore> {
  return createStore<DeskStore>((set, get) => ({
    desk,
    place: 'counter',
    counter: { at: 'scan' },
    savedCopy: { at: 'none' },
    related: noRelated,
    recent: [],
    dialog: null,
    drawerOpen: false,
    scannerReport: null,
    notice: null,
    spoken: { number: 0, text: '' },
    paperJob: null,
    searchText: '',
    openMarker: null,
    attemptsChanged: 0,
    ...makeCounterActions(set, get, ports, nextLookup),
    ...makeRefundActions(set, get, ports),
    ...makeRelatedActions(set, get, ports),
    ...makeDeskActions(set, get, ports),
    ...makeOutageActions(set, get, ports),
  }))
}
