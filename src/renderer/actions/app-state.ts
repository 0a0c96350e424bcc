import type { Result } from '../../shared/base/result'
import type { AppState, Input } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { call } from '../store/main'
import { noStores, notify, store } from '../store/store'
import type { Notice } from '../words/app'
import { askMissedAgain, refreshCopy } from './lookups'
import { newsCame } from './navigation'
import { personChanged } from './people'
import { startRefund } from './refunds'

/** Takes what main says of itself, with what follows from it for the counter. */
export function appStateChanged(app: AppState): void {
  const before = store.getState().app
  store.setState({ app })
  personChanged(before.people, app.people)
  // At another address the same id may be another store's.
  if (app.serviceAddress !== before.serviceAddress) store.setState({ stores: noStores })
  newsCame(before.news)
  if (before.connection.state === 'offline' && app.connection.state !== 'offline') {
    void refreshCopy().then(askMissedAgain)
  }
  const { counter, keptForm } = store.getState()
  const isOpen = app.refunds.on && !before.refunds.on
  if (isOpen && counter.at === 'receipt' && keptForm?.reopens) startRefund()
}

/** Takes the app state that main answered. Returns the fault where there is one: the form that asked says it. */
export function adoptSaved(app: Result<AppState, Fault>): true | Fault {
  if (app.ok) appStateChanged(app.value)
  return app.ok || app.fault
}

/** Takes the app state that main answered, or says why it did not. Resolves whether it did. */
export async function adoptAppState(
  answer: Promise<Result<AppState, Fault>>,
  done: Notice | null,
): Promise<boolean> {
  const saved = adoptSaved(await answer)
  notify(saved === true ? done : { kind: 'fault', fault: saved })
  return saved === true
}

/** Saves what was typed into a form. Resolves to the fault where there is one. */
export async function saveSettings(change: Input<'settings:save'>): Promise<true | Fault> {
  return adoptSaved(await call('settings:save', change))
}

/** Saves what was chosen, at once. Resolves whether it was saved; why not is said. */
export function saveChoice(change: Input<'settings:save'>): Promise<boolean> {
  return adoptAppState(call('settings:save', change), null)
}
