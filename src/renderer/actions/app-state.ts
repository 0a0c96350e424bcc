import type { Result } from '../../shared/base/result'
import type { AppState, Input } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { ask, call } from '../store/main'
import { noStores, notify, pressesFromNow, receiptAt, store } from '../store/store'
import type { Notice } from '../words/app'
import {
  askMissedAgain,
  askStanding,
  nextCustomer,
  refreshCopy,
  reloadAttempts,
  takeRequested,
} from './lookups'
import { closeDialog, newsCame } from './navigation'
import { adoptOutage } from './outage'
import { personChanged } from './people'
import { isOtherService, startRefund } from './refunds'

/** Applies a new app state from main, with its consequences for the counter. */
export function appStateChanged(app: AppState): void {
  const before = store.getState().app
  // An answer that an event overtook, or the other way round.
  if (app.readAt < before.readAt) return
  store.setState({ app })
  personChanged(before.people, app.people)
  // The same store id may name another store at another address.
  if (isOtherService(before.serviceAddress, app.serviceAddress)) {
    store.setState({ stores: noStores })
    // No receipt of the other one stays.
    const { counter } = store.getState()
    if (receiptAt(counter) !== null || counter.at === 'looking') nextCustomer()
    else if (counter.at === 'outcome') store.setState({ counter: { ...counter, shown: null } })
  }
  newsCame(before.news)
  // While the record was opening, lists were read empty and receipts without its locks.
  const opened = JSON.stringify(app.refunds) !== JSON.stringify(before.refunds)
  if (opened) reloadAttempts()
  // While the till is locked, main refuses what follows: it is done after the sign-in.
  if (app.people.locked) return
  const unlocked = before.people.locked
  if (unlocked || opened) {
    void readLists()
    void askStanding()
  }
  if (unlocked) void takeRequested()
  const wasAway = before.connection.state === 'offline'
  if (app.connection.state !== 'offline' && (unlocked || wasAway)) {
    void refreshCopy().then(askMissedAgain)
  }
  const { counter, keptForm } = store.getState()
  const isOpen = app.refunds.on && (unlocked || !before.refunds.on)
  if (isOpen && counter.at === 'receipt' && keptForm?.reopens) startRefund()
  // Confirm comes by itself under a finger that was meant for what stood there.
  const comesBack = unlocked || opened || wasAway
  if (unlocked || (comesBack && store.getState().counter.at === 'refund'))
    store.setState({ pressesFrom: pressesFromNow() })
}

/** Reads what main pushes only when it changes: the recent lookups and the outage preparation. */
export async function readLists(): Promise<void> {
  if (store.getState().app.people.locked) return
  const { recent: before } = store.getState()
  const recent = await call('lookup:recent')
  // What an event told meanwhile is newer.
  if (recent.ok && store.getState().recent === before) store.setState({ recent: recent.value })
  await adoptOutage(ask('outage:read'))
}

/** Takes rights that somebody has shown a proof for. Ends them where nobody waits for them any more. */
export function rightsBegun(app: AppState): void {
  const isAwaited = store.getState().dialog?.at === 'rights'
  appStateChanged(app)
  if (!isAwaited) return void adoptAppState(call('rights:end'), null)
  notify(null)
  closeDialog()
}

/** Applies the app state that main answered. Returns true, or the fault for the calling form to show. */
export function adoptSaved(app: Result<AppState, Fault>): true | Fault {
  if (app.ok) appStateChanged(app.value)
  return app.ok || app.fault
}

/** Applies the app state that main answered and shows `done`, or shows the fault. Resolves whether it succeeded. */
export async function adoptAppState(
  answer: Promise<Result<AppState, Fault>>,
  done: Notice | null,
): Promise<boolean> {
  const saved = adoptSaved(await answer)
  notify(saved === true ? done : { kind: 'fault', fault: saved })
  return saved === true
}

/** Saves a form. Resolves to true or to the fault. */
export async function saveSettings(change: Input<'settings:save'>): Promise<true | Fault> {
  return adoptSaved(await call('settings:save', change))
}

/** Saves a single choice. Shows the fault and resolves to false when that fails. */
export function saveChoice(change: Input<'settings:save'>): Promise<boolean> {
  return adoptAppState(call('settings:save', change), null)
}
