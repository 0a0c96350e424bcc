import type { LateNews } from '../../shared/late-news'
import { handOverPaper, putOnPaper } from '../print/print'
import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import { noStores, type StoreState } from '../store/store-state'
import type { GetStore, SetStore, ShellActions, StoreDeps } from '../store/store-types'
import type { FaultNotice } from '../words/app'

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
      const answer = await answerOf(deps.api.call('clipboard:copy', { text }))
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

type Seen = Pick<StoreState, 'place' | 'counter' | 'openMarker' | 'dialog'>

/** The attempt that stands large on the screen says itself what became of it. */
export function markerOnScreen({ place, counter, openMarker }: Seen): string | null {
  if (place === 'activity') return openMarker
  return place === 'counter' && counter.at === 'outcome' ? counter.attempt.intent.marker : null
}

/** What is to be shown now: neither read nor on the screen already. */
export function unreadNews(
  news: readonly LateNews[],
  read: readonly string[],
  onScreen: string | null,
): readonly LateNews[] {
  return news.filter(({ key, marker }) => !read.includes(key) && (marker === '' || marker !== onScreen))
}

type NewsActions = Pick<ShellActions, 'newsCame' | 'newsSeen' | 'readNews' | 'printNews'>

/** What main tells of refunds whose cashier has gone on. */
export function makeNewsActions(set: SetStore, get: GetStore, deps: StoreDeps): NewsActions {
  const read = (keys: readonly string[]) => set({ newsRead: [...get().newsRead, ...keys] })
  return {
    newsCame: (before) => {
      const known = new Set(before.map(({ key }) => key))
      const came = get().app.news.filter(({ key }) => !known.has(key))
      const shown = unreadNews(came, [], markerOnScreen(get()))
      get().newsSeen()
      const [first] = shown
      if (first === undefined) return
      deps.play(
        shown.every((each) => each.kind === 'changed' && each.to === 'refunded') ? 'done' : 'attention',
      )
    },
    newsSeen: () => {
      const onScreen = markerOnScreen(get())
      // An alarm comes back when its refund leaves the screen; what only changed has been seen there.
      const seen = get().app.news.filter(({ kind, marker }) => kind === 'changed' && marker === onScreen)
      read(seen.map(({ key }) => key))
    },
    readNews: (key) => read([key]),
    printNews: async (marker) => {
      if (isRefundInFlight(get().counter)) return
      const evidence = await answerOf(deps.api.call('activity:open', { marker }))
      if (!evidence.ok) return get().notify({ kind: 'fault', fault: evidence.fault })
      const { attempt, storeId } = evidence.value
      await get().putOnPaper({ subject: 'outcome', attempt, storeId }, 'print')
    },
  }
}
