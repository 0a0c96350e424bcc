import type { AppState } from '../../shared/contract/contract'
import type { RunReport } from '../scan/key-press'
import { call } from '../store/main'
import { announce, isRefundInFlight, notify, type RefundDraft, store } from '../store/store'
import { words } from '../words/words'
import { voidYes } from './refunds'

/** Whether a scan may be a badge: a form waits for one, or somebody has one. */
export function mayBeBadge(): boolean {
  const { app, counter, badgeTakers } = store.getState()
  if (isRefundInFlight(counter)) return false
  return badgeTakers.length > 0 || app.people.list.some(({ hasBadge }) => hasBadge)
}

async function isBadge(code: string, signsIn: boolean): Promise<boolean> {
  const answer = await call('people:scan', { code, signsIn })
  return answer.ok && answer.value.isBadge
}

/** Shows what the scanner test heard; of a badge only that it is one: its code is all that the next one needs. */
export async function showScannerReport(report: RunReport): Promise<void> {
  const hidden = mayBeBadge() && (await isBadge(report.text, false))
  if (store.getState().dialog?.at !== 'scanner_test') return
  store.setState({ scannerReport: hidden ? { ...report, text: words.people.badgeScanned } : report })
}

/**
 * Handles a scanned code that is a badge: gives it to the form that waits for one, or signs its owner in. A form that
 * assigns badges takes any code. Resolves whether the code was taken.
 */
export async function takeBadge(code: string): Promise<boolean> {
  const badgeTaker = store.getState().badgeTakers.at(-1)
  const draft = draftNow()
  if (badgeTaker?.isNew !== true && !(await isBadge(code, badgeTaker === undefined))) return false
  // The form may be gone by now, or ask for another amount than its owner saw. A badge is still not a receipt.
  if (store.getState().badgeTakers.at(-1) === badgeTaker && draftNow() === draft) badgeTaker?.take(code)
  return true
}

function draftNow(): RefundDraft | null {
  const { counter } = store.getState()
  return counter.at === 'refund' ? counter.draft : null
}

/**
 * Takes keys of a PIN field that may be somebody's badge. Else they stay there, as a PIN that Enter did not end, which is
 * said; so does anything in a form that assigns badges.
 */
export async function takeIfBadge(text: string): Promise<void> {
  const isAsked = mayBeBadge() && store.getState().badgeTakers.at(-1)?.isNew !== true
  if (!isAsked || !(await takeBadge(text))) notify({ kind: 'pin_even' })
}

/** Locks a staffed till, unless a refund is in flight. */
export async function lockTill(why: 'key' | 'refund' = 'key'): Promise<void> {
  const { app, counter } = store.getState()
  if (!app.people.staffed || app.people.locked || isRefundInFlight(counter)) return
  await call('people:lock', { why })
}

/** Clears the counter when another person signs in. */
export function personChanged(before: AppState['people'], now: AppState['people']): void {
  const id = now.signedIn?.id
  if (now.locked && !before.locked) {
    store.setState({ dialog: null, drawerOpen: false })
    voidYes()
    announce('')
  }
  // Whoever signs in next works at the counter, and not under the report of the shift before.
  if (before.locked && !now.locked) store.setState({ sheet: null })
  if (id === undefined || id === before.signedIn?.id || isRefundInFlight(store.getState().counter)) return
  store.setState({
    counter: { at: 'scan' },
    savedCopy: { at: 'none' },
    keptForm: null,
    place: 'counter',
    dialog: null,
    setUp: null,
    match: 'automatic',
    searchText: '',
    // Not everybody may see the day's figures.
    today: null,
  })
}

const minReportIntervalMs = 10_000

/** Reports activity to main, which locks an idle till, and locks after each refund if the store wants that. */
export function followPerson(target: Pick<Window, 'addEventListener'>): void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    const { staffed, locked } = store.getState().app.people
    if (!staffed || locked || performance.now() - toldAt < minReportIntervalMs) return
    toldAt = performance.now()
    void call('people:active')
  }
  target.addEventListener('keydown', tell, { capture: true })
  target.addEventListener('pointerdown', tell, { capture: true })
  /** Whose refund is over, by id; '' while no lock is due. */
  let dueFor = ''
  store.subscribe(({ counter, app, papers, keptForm }, before) => {
    const { signedIn, locked } = app.people
    const isLeft = before.counter.at === 'outcome' && counter.at !== 'outcome'
    const over = isLeft ? (before.counter.attempt.intent.cashier?.id ?? '') : dueFor
    dueFor = app.lockAfterRefund && !locked && over === signedIn?.id ? over : ''
    // The next customer's scan is answered first, and the slip printed: main refuses both at a locked till. Try again goes on
    // with the same refund.
    const isOver = ['scan', 'missed', 'receipt'].includes(counter.at) && keptForm?.reopens !== true
    if (dueFor === '' || !isOver || papers.length > 0) return
    dueFor = ''
    void lockTill('refund')
  })
}
