import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { isOnItsWay } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { Result } from '../../shared/base/result'
import type { ActivityPage, AppState, EventKind, EventValue } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { appStateChanged, readLists } from '../actions/app-state'
import {
  attemptChanged,
  copyFound,
  reloadAttempts,
  standingChanged,
  takeCode,
  takeRequested,
  takeScan,
} from '../actions/lookups'
import { newsCame } from '../actions/navigation'
import { installFileDrop, outageChanged } from '../actions/outage'
import { followPerson } from '../actions/people'
import { showUnderWay } from '../actions/refunds'
import { Guarded, showLastWords } from '../drawing/drawing-boundary'
import { scanTarget } from '../keys/key-bindings'
import { scanFieldAttribute, textFieldOf } from '../scan/key-press'
import type { BufferedCode, BufferedScan, ScanTarget } from '../scan/scan-listener'
import { App } from '../shell/app'
import { followSounds } from '../sound/sound'
import { answerOf, call } from '../store/main'
import { isSettingUp, notify, play, type State, store } from '../store/store'
import { FaultExplained } from '../ui/text'
import { applyTheme, onPreferences } from '../ui/theme'
import { setLocale, words } from '../words/words'

type Started = {
  /** Main's first answer. */
  readonly app: Promise<Result<AppState, Fault>>
  /** Points the scan listener at the counter. */
  readonly turnTo: (target: ScanTarget) => void
  readonly buffered: Pick<BufferedScan, 'take'>
}

/** Draws the window once main has answered, and turns the first script's field and scans over to it. */
export async function openWindow(element: HTMLElement, { app, turnTo, buffered }: Started): Promise<void> {
  const start = await answerOf(app)
  if (!start.ok) {
    applyTheme('system', window)
    createRoot(element).render(<StartFailed fault={start.fault} />)
    return
  }
  setLocale(start.value.about.locale)
  store.setState({ app: start.value })
  followSounds()
  followTheme(window)
  keepNewsRead(window.sessionStorage)
  const isAnew = wasLoadedBefore(window.sessionStorage)
  const following = followMain(isAnew)
  // A refund of the page before has the counter from the first frame.
  if (start.value.sending || isAnew) await following
  const before = element.querySelector(`[${scanFieldAttribute}]`)
  const takeOver = () => {
    // After React has finished, which would restore its own text and caret, and before any other event.
    queueMicrotask(() => keepText(before, element.querySelector(`[${scanFieldAttribute}]`)))
    turnTo(scanTarget)
    // Read by the bench.
    performance.mark('counter stands')
    lookUpBuffered(buffered.take())
    followTitle(document)
    installFileDrop(window)
    void takeRequested()
    followPerson(window)
  }
  const root = createRoot(element, {
    onUncaughtError: (error) => showLastWords(element, store.getState().counter, error),
  })
  // Renders in slices, so that the first field takes keys until it is replaced.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Guarded part="page">
          <App />
        </Guarded>
        <WhenDrawn act={takeOver} />
      </StrictMode>,
    ),
  )
}

function StartFailed(props: { readonly fault: Fault }) {
  return (
    <main className="middle">
      <h1>{words.shell.failedTitle}</h1>
      <FaultExplained fault={props.fault} />
    </main>
  )
}

/** Runs `act` in the commit that draws everything beside it. */
function WhenDrawn({ act }: { readonly act: () => void }) {
  useLayoutEffect(act, [act])
  return null
}

/** Moves text, caret and focus from the first scan field to the new one. */
function keepText(before: Element | null, after: Element | null): void {
  const typed = textFieldOf(before)?.read()
  if (typed === undefined || !(after instanceof HTMLElement)) return
  after.focus()
  if (typed.text !== '') textFieldOf(after)?.restore(typed, false)
}

const takers: { readonly [K in EventKind]: (value: EventValue<K>) => void } = {
  'app:changed': appStateChanged,
  'attempt:changed': attemptChanged,
  'payment:changed': standingChanged,
  'record:read': reloadAttempts,
  'lookup:copy-found': copyFound,
  'lookup:recent-changed': (recent) => store.setState({ recent }),
  'outage:changed': outageChanged,
  'copies:preparing': (preparing) => {
    // It may come after the answer that it was for.
    if (store.getState().searchWaits) store.setState({ preparing })
  },
  'lookup:requested': () => void takeRequested(),
}

type Event<K extends EventKind> = { readonly kind: K; readonly value: EventValue<K> }

export function apply<K extends EventKind>({ kind, value }: Event<K>): void {
  takers[kind](value)
}

/** Whether this run has loaded the page before, which then crashed, hung or was loaded anew. */
function wasLoadedBefore(storage: Storage): boolean {
  const before = storage.getItem('loaded') !== null
  storage.setItem('loaded', 'yes')
  return before
}

/** Keeps over a reload which news somebody has read, a key a line. */
export function keepNewsRead(storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  const read = storage.getItem('news read')
  if (read !== null) store.setState({ newsRead: read.split('\n') })
  store.subscribe(({ newsRead }, before) => {
    if (newsRead !== before.newsRead) storage.setItem('news read', newsRead.join('\n'))
  })
}

/** A page that hangs is ended after fifteen seconds (window/life.ts), and by then its refund too. */
const maxUnseenMs = 60_000

/** Returns the refund that the page before may not have shown as it ended, or that is still under way. */
function leftByPageBefore({ open, attempts }: ActivityPage, isAnew: boolean): AttemptView | undefined {
  const underWay = open.find((attempt) => isOnItsWay(attempt.state))
  if (underWay !== undefined || !isAnew) return underWay
  return attempts.find(({ since }) => Date.now() - since < maxUnseenMs)
}

/**
 * Keeps the store in step with main's events. If the window was reloaded during a refund, shows that refund.
 * @param isAnew whether a page was there before
 */
export async function followMain(isAnew = false): Promise<void> {
  window.tillside.onEvent(apply)
  newsCame([])
  // What changed since the state was read, while this script was being loaded, was told to nobody.
  const since = await call('app:read')
  if (since.ok) appStateChanged(since.value)
  const { app } = store.getState()
  if (app.mode === 'welcome') return
  void readLists()
  await showLeft(isAnew)
}

/** Shows a refund that the page before was sending, or as it ended. */
async function showLeft(isAnew: boolean): Promise<void> {
  const { app: asked, attemptsChanged } = store.getState()
  if (!asked.sending && !isAnew) return
  const page = await call('activity:page', { before: null, count: 1 })
  const { app, counter, attemptsChanged: changed } = store.getState()
  const left = page.ok ? leftByPageBefore(page.value, isAnew && !asked.sending) : undefined
  const isOvertaken = left !== undefined && isOnItsWay(left.state) && changed !== attemptsChanged
  // The refund began or ended while the page was read, which may say either.
  if (app.sending !== asked.sending || isOvertaken) return showLeft(isAnew)
  if (left !== undefined && counter.at === 'scan') showUnderWay(left)
}

/** Looks up what was scanned or typed before the counter was drawn, unless the page before has left an outcome there. */
export function lookUpBuffered(buffered: BufferedCode | null): void {
  if (buffered === null) return
  if (store.getState().counter.at === 'outcome') {
    play('refused_scan')
    notify({ kind: 'scan_refused' })
  } else void (buffered.typed ? takeCode(buffered.text, true) : takeScan(buffered.text))
}

/** Keeps the theme on the page's root: the till's own or the system's. */
function followTheme(page: Window): void {
  const apply = () => applyTheme(store.getState().app.theme, page)
  apply()
  store.subscribe((state, before) => {
    if (state.app.theme !== before.app.theme) apply()
  })
  onPreferences(page, apply)
}

/** Keeps the window's title: the place on screen. */
export function followTitle(page: Pick<Document, 'title'>): void {
  const tell = (state: State) => {
    const title = `${words.shell[isSettingUp(state) ? 'setUp' : state.place]} · ${words.shell.brand}`
    if (page.title !== title) page.title = title
  }
  tell(store.getState())
  store.subscribe(tell)
}
