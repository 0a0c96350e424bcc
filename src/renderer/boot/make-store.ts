import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskState } from '../../shared/contract'
import { makeCounterActions } from '../counter/counter-actions'
import { makeRefundActions } from '../counter/refund-actions'
import { makeRelatedActions } from '../counter/related-actions'
import { makeOutageActions } from '../prefetch/prefetch-actions'
import { makeDeskActions } from '../shell/shell-actions'
import { noRelated } from '../store/store-state'
import type { DeskPorts, DeskStore } from '../store/store-types'

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
