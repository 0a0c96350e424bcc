import { lookUp, lookUpAgain, nextCustomer, scanCameLate, takeScan } from '../actions/lookups'
import { closeDialog, go, openAttempt, openDialog, showSetUp } from '../actions/navigation'
import { putOnPaper } from '../actions/paper'
import { lockTill, showScannerReport, takeIfBadge } from '../actions/people'
import { confirmByKeys, editDraft, leaveRefund, startRefund } from '../actions/refunds'
import { confirmPressOf } from '../scan/key-press'
import type { ScanTarget } from '../scan/scan-listener'
import { availability } from '../store/draft'
import {
  dismissFault,
  isRefundInFlight,
  isTooSoon,
  notify,
  type State,
  store,
  takesPresses,
} from '../store/store'
import { type KeyHint, keyHints } from '../words/common'

type Action = () => void

type Key = {
  /** Named as in the scan listener. Absent when another part handles the key. */
  readonly keys?: readonly string[]
  readonly when: (state: State) => boolean
  /** Returns what the key does that was pressed at that moment of the page's clock; null for nothing just now. */
  readonly does?: (state: State, key: string, pressedAt: number) => Action | null
  /** Returns the footer's hint; null when it is not worth a place. */
  readonly words?: (state: State) => KeyHint | null
}

const isWelcome = ({ app }: State) => app.mode === 'welcome'
/** Before a till is connected, and over a step of its set-up, no key acts on the counter. */
const hasNoCounter = (state: State) => isWelcome(state) || state.setUp !== null
const isAtCounter = (state: State) => state.place === 'counter' && !hasNoCounter(state)
const isAt = (state: State, ...at: readonly State['counter']['at'][]) =>
  isAtCounter(state) && at.includes(state.counter.at)

/** Whether the refund form can be filled in. Going offline or an event may have blocked it. */
function isFormOpen(state: State): boolean {
  const { dialog, counter, app } = state
  if (!isAtCounter(state) || dialog !== null) return false
  return counter.at === 'refund' && availability(counter.shown, app).kind === 'open'
}

function printNow({ counter }: State): Action | null {
  if (counter.at === 'receipt') return () => putOnPaper({ subject: 'receipt', shown: counter.shown }, 'print')
  if (counter.at !== 'outcome') return null
  const { attempt, storeId } = counter
  return () => putOnPaper({ subject: 'outcome', attempt, storeId }, 'print')
}

/** Returns the step back that Escape takes. */
function goBack(state: State, _key: string, pressedAt: number): Action | null {
  const { counter, place, drawerOpen } = state
  if (state.dialog !== null) return closeDialog
  const unread = state.faults.at(-1)
  if (unread !== undefined) return () => dismissFault(unread)
  if (state.putBack !== null) return state.putBack
  if (drawerOpen) return () => store.setState({ drawerOpen: false })
  if (isRefundInFlight(counter)) return null
  if (place === 'activity' && state.openMarker !== null) return () => openAttempt(null)
  if (state.setUp !== null) return place === 'counter' ? null : () => showSetUp(null)
  if (place !== 'counter') return () => go('counter')
  if (counter.at === 'scan') return null
  if (isTooSoon(state, pressedAt)) return () => undefined
  return counter.at === 'refund' || counter.at === 'stopped' ? leaveRefund : nextCustomer
}

function backWords(state: State): KeyHint | null {
  const { counter, dialog, place } = state
  if (dialog !== null) return keyHints.back
  if (hasNoCounter(state) || place !== 'counter') return place === 'counter' ? null : keyHints.back
  if (counter.at === 'scan') return null
  const endsCustomer = counter.at === 'receipt' || counter.at === 'outcome' || counter.at === 'broken'
  return endsCustomer ? keyHints.next : keyHints.back
}

/** In a text field plain digits are typed: an amount, a reason, or a second person's PIN. */
function reasonHint({ app, counter }: State): KeyHint | null {
  if (counter.at !== 'refund') return null
  const { draft, needs } = counter
  const typing =
    draft.scope === 'part' || draft.reason === 'other' || needs?.fault.kind === 'second_person_needed'
  const count = app.reasons.length
  return typing ? keyHints.reasonInAmount(count) : keyHints.reason(count)
}

const chooseReason = ({ app }: State, number: number): Action | null => {
  const reason = app.reasons[number - 1]
  return reason === undefined ? null : () => editDraft({ reason })
}

const isPart = ({ counter }: State) => counter.at === 'refund' && counter.draft.scope === 'part'
const reasonDigits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Every key of the window. The footer lists those that work now, in this order. */
const table: readonly Key[] = [
  {
    keys: ['r', 'R'],
    when: (state) => isAt(state, 'receipt'),
    does: () => startRefund,
    words: ({ counter, app }) =>
      counter.at === 'receipt' && availability(counter.shown, app).kind === 'open' ? keyHints.refund : null,
  },
  {
    keys: [...reasonDigits, ...reasonDigits.map((digit) => `reason_${digit}`)],
    when: isFormOpen,
    does: (state, key) => chooseReason(state, Number(key.slice(-1))),
    words: reasonHint,
  },
  // The amount field takes the focus when it appears.
  {
    keys: ['a', 'A'],
    when: (state) => isFormOpen(state) && !isPart(state),
    does: () => () => editDraft({ scope: 'part' }),
    words: () => keyHints.part,
  },
  {
    when: (state) => isFormOpen(state) && isPart(state),
    words: () => keyHints.amountDone,
  },
  {
    keys: ['confirm'],
    when: isFormOpen,
    does: (_state, _key, pressedAt) => () => void confirmByKeys(pressedAt),
    words: () => keyHints.confirm,
  },
  {
    when: (state) => !hasNoCounter(state) && state.place === 'search',
    words: () => keyHints.choose,
  },
  {
    when: (state) => !hasNoCounter(state) && state.place === 'search',
    words: () => keyHints.open,
  },
  {
    when: (state) => !hasNoCounter(state),
    words: (state) =>
      state.place !== 'counter' || isAt(state, 'scan', 'missed') ? keyHints.scan : keyHints.nextScan,
  },
  { when: (state) => isAt(state, 'scan'), words: () => keyHints.enter },
  {
    keys: ['l', 'L'],
    when: (state) => isAt(state, 'receipt', 'missed'),
    does: () => () => void lookUpAgain(),
    words: ({ counter }) => (counter.at === 'missed' ? keyHints.again : keyHints.look),
  },
  {
    keys: ['p', 'P'],
    when: (state) => isAt(state, 'receipt', 'outcome'),
    does: printNow,
    words: () => keyHints.print,
  },
  {
    keys: ['/'],
    when: (state) => !isWelcome(state),
    does: () => () => go('search'),
    words: (state) =>
      hasNoCounter(state) || state.place === 'search' || isAt(state, 'looking', 'refund', 'stopped', 'broken')
        ? null
        : keyHints.search,
  },
  {
    keys: ['lock'],
    when: ({ app, dialog }) => app.people.staffed && dialog === null,
    does: () => () => void lockTill(),
    words: (state) => (isAt(state, 'scan', 'receipt', 'outcome') ? keyHints.lock : null),
  },
  { keys: ['Escape'], when: () => true, does: goBack, words: backWords },
  {
    keys: ['?'],
    when: () => true,
    does: () => () => openDialog({ at: 'keys' }),
    words: (state) => (state.place === 'search' || isAt(state, 'looking') ? null : keyHints.all),
  },
]

/** Whether the counter is hidden: the till is locked, or a shift report is open. */
const isShut = ({ app, sheet }: State) => app.people.locked || sheet !== null

/** Returns what a key does that also works in text fields (a chord or Escape); null for nothing. A busy page hears it late. */
export function actionOf(key: string, state: State, pressedAt = performance.now()): Action | null {
  if (isShut(state)) return key === 'Escape' && state.dialog !== null ? closeDialog : null
  const works = table.find(({ keys, when }) => keys?.includes(key) && when(state))
  return works?.does?.(state, key, pressedAt) ?? null
}

/** Returns what a single key does; null for nothing. */
export function singleKeyAction(key: string, state: State, pressedAt = performance.now()): Action | null {
  if (state.dialog !== null || isRefundInFlight(state.counter) || isTooSoon(state, pressedAt)) return null
  return actionOf(key, state, pressedAt)
}

/** Returns the keys that work now, in the order of the bar. */
export function keysNow(state: State): readonly KeyHint[] {
  if (isRefundInFlight(state.counter)) return []
  if (state.dialog !== null) return [keyHints.back]
  if (isShut(state)) return []
  return table.flatMap(({ when, words }) => (when(state) ? (words?.(state) ?? []) : []))
}

function act(action: Action | null): boolean {
  action?.()
  return action !== null
}

/** Returns the press of the Confirm that has the focus, once it takes presses. */
function spaceAction(target: unknown, pressedAt: number): Action | null {
  return takesPresses(store.getState(), pressedAt) ? confirmPressOf(target) : null
}

/** Handles scans and keys once the counter is drawn. */
export const scanTarget: ScanTarget = {
  onScan: (report) => {
    if (store.getState().dialog?.at === 'scanner_test') void showScannerReport(report)
    else void takeScan(report.text)
  },
  onMaybePin: (text) => void takeIfBadge(text),
  onRun: (report) => {
    if (store.getState().dialog?.at === 'scanner_test') void showScannerReport(report)
    else if (report.verdict === 'ending_late') scanCameLate()
  },
  onTyped: (text) => {
    const { counter, match } = store.getState()
    // A second Enter, or what some scanners send behind their first.
    if (text.trim() !== '' || counter.at === 'scan') void lookUp(text, match)
  },
  onSingleKey: (key, target, pressedAt) =>
    act(key === ' ' ? spaceAction(target, pressedAt) : singleKeyAction(key, store.getState(), pressedAt)),
  onChord: (chord, pressedAt) => act(actionOf(chord, store.getState(), pressedAt)),
  onEscape: (pressedAt) => act(actionOf('Escape', store.getState(), pressedAt)),
  onHastyConfirm: () => {
    if (actionOf('confirm', store.getState()) !== null) notify({ kind: 'confirm_hasty' })
  },
}
