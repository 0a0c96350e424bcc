import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppState } from '../../shared/contract'
import { makeCounterActions } from '../counter/lookups'
import { makeRefundActions } from '../counter/refund-actions'
import { makeRelatedActions } from '../counter/related-actions'
import { makePrefetchActions } from '../prefetch/lists'
import { makeShellActions } from '../shell/actions'
import { noRelated, noStores } from '../store/store-state'
import type { AppStore, StoreDeps } from '../store/store-types'

/** The window's one store. `app` has been read before it is made. */
export function makeAppStore(deps: StoreDeps, app: AppState): StoreApi<AppStore> {
  return createStore<AppStore>((set, get) => ({
    app,
    place: 'counter',
    counter: { at: 'scan' },
    savedCopy: { at: 'none' },
    related: noRelated,
    stores: noStores,
    recent: [],
    setUp: null,
    testSlip: { at: 'none' },
    putBack: null,
    dialog: null,
    askedProof: 'pin',
    drawerOpen: false,
    scannerReport: null,
    notice: null,
    faults: [],
    dialogTyped: false,
    keptDraft: null,
    formWish: null,
    ownLookup: null,
    pressesFrom: 0,
    announcement: { number: 0, text: '' },
    paperJob: null,
    searchText: '',
    newsRead: [],
    openMarker: null,
    attemptsChanged: 0,
    copiesChanged: 0,
    today: null,
    ...makeCounterActions(set, get, deps),
    ...makeRefundActions(set, get, deps),
    ...makeRelatedActions(set, get, deps),
    ...makeShellActions(set, get, deps),
    ...makePrefetchActions(set, get),
  }))
}
