import { handOverPaper, putOnPaper } from '../print/print'
import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import { noStores } from '../store/store-state'
import type { GetStore, SetStore, ShellActions, StoreDeps } from '../store/store-types'
import type { FaultNotice } from '../words/app'
import { makeNewsActions } from './news'

/** Everything around the counter: places, dialogs, notices, what main tells of itself, paper. */
export function makeShellActions(set: SetStore, get: GetStore, deps: StoreDeps): ShellActions {
  return {
    ...makeNewsActions(set, get, deps),
    go: (place) => {
      if (!isRefundInFlight(get().counter))
        set({
          place,
          setUp: null,
          dialog: null,
          formWish: null,
          drawerOpen: false,
          notice: null,
          openMarker: null,
          prefetchAsked: 0,
        })
    },
    showSetUp: (setUp) => set({ setUp, testSlip: { at: 'none' } }),
    offerPutBack: (putBack) => set({ putBack }),
    openDialog: (dialog) => {
      if (!isRefundInFlight(get().counter)) set({ dialog, scannerReport: null, dialogTyped: false })
    },
    askSupervisor: (askedProof) => set({ dialog: 'supervisor', askedProof, dialogTyped: false }),
    closeDialog: () => set({ dialog: null, dialogTyped: false }),
    typedInDialog: () => set({ dialogTyped: true }),
    setDrawer: (drawerOpen) => set({ drawerOpen }),
    showScannerReport: (scannerReport) => set({ scannerReport }),
    notify: (notice) => {
      if (notice?.kind !== 'fault') return set({ notice })
      // Whoever closed the dialog that asks for a supervisor knows why: it need not stay.
      if (notice.fault.kind === 'act_needs_supervisor') return set({ notice: { kind: 'not_allowed' } })
      set({ faults: withFault(get().faults, notice) })
    },
    dismissFault: (fault) => set({ faults: get().faults.filter((each) => each !== fault) }),
    announce: (text) => set({ announcement: { number: get().announcement.number + 1, text } }),
    appStateChanged: (app) => {
      const before = get().app
      set({ app })
      // At another address the same id may be another store's.
      if (app.serviceAddress !== before.serviceAddress) set({ stores: noStores })
      get().newsCame(before.news)
      const isBack = before.connection.state === 'offline' && app.connection.state !== 'offline'
      if (isBack) void get().refreshCopy()
      const { counter, formWish } = get()
      const isOpen = app.refunds.on && !before.refunds.on
      if (isOpen && counter.at === 'receipt' && counter.shown.record.id === formWish) get().startRefund()
    },
    adoptSaved: async (answer) => {
      const app = await answerOf(answer)
      if (app.ok) get().appStateChanged(app.value)
      return app.ok || app.fault
    },
    adoptAppState: async (answer, done) => {
      const app = await answerOf(answer)
      if (app.ok) get().appStateChanged(app.value)
      get().notify(app.ok ? done : { kind: 'fault', fault: app.fault })
      return app.ok
    },
    copy: async (text, named = text) => {
      const answer = await answerOf(deps.api.copyText({ text }))
      get().notify(answer.ok ? { kind: 'copied', text: named } : { kind: 'fault', fault: answer.fault })
    },
    putOnPaper: (content, way) => putOnPaper(set, get, deps, { content, way }),
    paperReady: (job, height) => handOverPaper(set, get, deps, { job, height }),
    setSearchText: (searchText) => set({ searchText }),
    openAttempt: (openMarker) => {
      set({ openMarker, place: 'activity', setUp: null, dialog: null })
      get().newsSeen()
    },
    resumeAttempt: (attempt) =>
      set({ place: 'counter', counter: { at: 'outcome', attempt, shown: null, storeId: '' } }),
  }
}

/** The same failure once more is the same message: the newest stands last. */
function withFault(faults: readonly FaultNotice[], notice: FaultNotice): readonly FaultNotice[] {
  const words = JSON.stringify(notice)
  return [...faults.filter((each) => JSON.stringify(each) !== words), notice]
}
