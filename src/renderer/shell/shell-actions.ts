import type { Fault } from '../../shared/fault'
import { stepAfter } from '../../shared/set-up'
import { nameOf, paperOf, suggestedName } from '../print/paper-job'
import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import type { PaperContent, PaperJob, StoreState } from '../store/store-state'
import type { GetStore, SetStore, ShellActions, StoreDeps } from '../store/store-types'
import type { FaultNotice } from '../words/notice-words'
import { paperWords } from '../words/paper-words'
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
    nextSetUp: () => {
      const { setUp, app } = get()
      get().showSetUp(setUp === null ? null : stepAfter(setUp, app))
    },
    offerPutBack: (putBack) => set({ putBack }),
    openDialog: (dialog) => {
      if (!isRefundInFlight(get().counter)) set({ dialog, scannerReport: null, dialogTyped: false })
    },
    askSupervisor: (askedProof) => set({ dialog: 'supervisor', askedProof, dialogTyped: false }),
    closeDialog: () => set({ dialog: null, dialogTyped: false }),
    typedInDialog: () => set({ dialogTyped: true }),
    setDrawer: (drawerOpen) => set({ drawerOpen }),
    showScannerReport: (scannerReport) => set({ scannerReport }),
    notify: (notice) =>
      set(notice?.kind === 'fault' ? { faults: withFault(get().faults, notice) } : { notice }),
    dismissFault: (fault) => set({ faults: get().faults.filter((each) => each !== fault) }),
    announce: (text) => set({ announcement: { number: get().announcement.number + 1, text } }),
    appStateChanged: (app) => {
      const before = get().app
      set({ app })
      get().newsCame(before.news)
      const isBack = before.connection.state === 'offline' && app.connection.state !== 'offline'
      if (isBack) void get().refreshCopy()
      const { counter, formWish } = get()
      const isOpen = app.refunds.on && !before.refunds.on
      if (isOpen && counter.at === 'receipt' && counter.shown.record.id === formWish) get().startRefund()
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
    openAttempt: (openMarker) => set({ openMarker, place: 'activity', setUp: null, dialog: null }),
    resumeAttempt: (attempt) =>
      set({ place: 'counter', counter: { at: 'outcome', attempt, shown: null, store: null } }),
  }
}

/** The same failure once more is the same message: the newest stands last. */
function withFault(faults: readonly FaultNotice[], notice: FaultNotice): readonly FaultNotice[] {
  const words = JSON.stringify(notice)
  return [...faults.filter((each) => JSON.stringify(each) !== words), notice]
}

/** A slip says whose payment it was: where the window does not know, main may, from a saved copy. */
async function putOnPaper(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  { content: given, way }: PaperJob,
): Promise<void> {
  const content = withGateway(given, get())
  if (content.subject === 'test_slip') set({ testSlip: { at: 'printing' } })
  if (content.subject !== 'outcome') return set({ paperJob: { content, way } })
  const { marker } = content.attempt.intent
  const evidence = await answerOf(deps.api.openAttempt({ marker }))
  // What the journal says now: how many slips there are, and an outcome that may have changed on the way here.
  const newest = evidence.ok ? evidence.value : content
  const store = content.store ?? newest.store
  set({ paperJob: { content: { ...content, attempt: newest.attempt, store }, way } })
}

/** The way the money goes back is the way it came: known of what was looked up here lately. */
function withGateway(content: PaperContent, { recent }: Pick<StoreState, 'recent'>): PaperContent {
  if (content.subject !== 'outcome') return content
  const { id } = content.attempt.intent
  const gateway = recent.find((each) => each.record.id === id)?.record.gatewayCode
  return gateway === undefined ? content : { ...content, gateway }
}

async function handOverPaper(
  set: SetStore,
  get: GetStore,
  deps: StoreDeps,
  { job, height }: { readonly job: PaperJob; readonly height: number | null },
): Promise<void> {
  if (get().paperJob !== job) return
  const { subject } = job.content
  // Whoever tries the printer looks at the button: what came of it is said there.
  const isTest = subject === 'test_slip'
  const failed = (fault: Fault) =>
    isTest
      ? set({ testSlip: { at: 'failed', fault } })
      : get().notify({ kind: 'fault', fault, paper: nameOf(job.content) })
  if (height === null) {
    set({ paperJob: null })
    return failed({ kind: 'print_failed', detail: paperWords.noBarcode })
  }
  const marker = job.content.subject === 'outcome' ? job.content.attempt.intent.marker : ''
  const paper = paperOf(job.content, get().app.paper)
  if (job.way === 'print') {
    const answer = await answerOf(deps.api.printPaper({ subject, marker, paper, height }))
    set({ paperJob: null })
    if (!answer.ok) failed(answer.fault)
    else if (isTest) set({ testSlip: { at: answer.value.done } })
    else if (answer.value.done === 'printed') get().notify({ kind: 'printed' })
    return
  }
  const answer = await answerOf(
    deps.api.savePaper({ subject, marker, paper, suggestedName: suggestedName(job.content) }),
  )
  set({ paperJob: null })
  if (!answer.ok) failed(answer.fault)
  else if (answer.value.saved) get().notify({ kind: 'saved', path: answer.value.path })
}
