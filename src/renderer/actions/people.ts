import type { AppState } from '../../shared/contract/contract'
import { isRefundInFlight } from '../store/counter-state'
import { call } from '../store/main'
import { store } from '../store/store'
import { voidYes } from './refunds'

/** Whether a scan can be a badge now: never while a refund is being sent. */
export function mayBeBadge(): boolean {
  const { app, counter, badgeTakers } = store.getState()
  if (isRefundInFlight(counter)) return false
  return badgeTakers.length > 0 || app.people.list.some(({ hasBadge }) => hasBadge)
}

/**
 * Takes a scanned code where it is a badge: the form that waits for one has it, or its owner signs in. Every other code is
 * left to be looked up, but where a form gives somebody a new badge. Resolves whether it was taken.
 */
export async function takeBadge(code: string): Promise<boolean> {
  const badgeTaker = store.getState().badgeTakers.at(-1)
  if (badgeTaker?.isNew !== true) {
    const answer = await call('people:scan', { code, signsIn: badgeTaker === undefined })
    if (!answer.ok || !answer.value.isBadge) return false
  }
  // The form may have gone meanwhile: a badge is no receipt all the same.
  if (store.getState().badgeTakers.at(-1) === badgeTaker) badgeTaker?.take(code)
  return true
}

/** Locks a staffed till: by the key or the header, or because a refund is done. */
export async function lockTill(why: 'key' | 'refund' = 'key'): Promise<void> {
  const { app, counter } = store.getState()
  if (!app.people.staffed || app.people.locked || isRefundInFlight(counter)) return
  await call('people:lock', { why })
}

/** What the one before left on the counter is not the next one's. */
export function personChanged(before: AppState['people'], now: AppState['people']): void {
  const id = now.signedIn?.id
  if (now.locked && !before.locked) {
    store.setState({ dialog: null, dialogTyped: false, drawerOpen: false })
    voidYes()
  }
  if (id === undefined || id === before.signedIn?.id || isRefundInFlight(store.getState().counter)) return
  store.setState({ counter: { at: 'scan' }, savedCopy: { at: 'none' }, keptForm: null, place: 'counter' })
}

const toldEveryMs = 10_000

/** Tells main that somebody is at the till, so that it does not lock; and locks it after each refund where the store wants that. */
export function followPerson(target: Pick<Window, 'addEventListener'>): void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    const { staffed, locked } = store.getState().app.people
    if (!staffed || locked || performance.now() - toldAt < toldEveryMs) return
    toldAt = performance.now()
    void call('people:active')
  }
  target.addEventListener('keydown', tell, { capture: true })
  target.addEventListener('pointerdown', tell, { capture: true })
  store.subscribe(({ counter, app }, before) => {
    const isLeft = before.counter.at === 'outcome' && counter.at !== 'outcome'
    if (isLeft && app.lockAfterRefund) void lockTill('refund')
  })
}
