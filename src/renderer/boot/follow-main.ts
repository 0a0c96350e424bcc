import type { StoreApi } from 'zustand/vanilla'
import { isOnItsWay } from '../../shared/attempt-states'
import type { BridgeApi } from '../../shared/contract'
import { unreachable } from '../../shared/result'
import { answerOf } from '../store/answer'
import type { CounterState } from '../store/counter-state'
import type { Place } from '../store/store-state'
import type { AppStore } from '../store/store-types'
import { appWords } from '../words/app'
import { scanWords } from '../words/counter'
import { receiptWords } from '../words/receipt'
import { refundWords } from '../words/refund'
import { attemptState, outcomeWords } from '../words/states'

/**
 * Keeps the store in step with what main tells unasked, and, when this window was loaded again in the middle
 * of a refund, shows where that refund stands: a crashed window never loses sight of it.
 */
export async function followMain(store: StoreApi<AppStore>, api: BridgeApi): Promise<void> {
  const { app, appStateChanged, attemptChanged, standingChanged, prefetchChanged } = store.getState()
  const { newsCame, copyFound, recentChanged, adoptPrefetch, resumeAttempt } = store.getState()
  api.onEvent((event) => {
    switch (event.kind) {
      case 'app:changed':
        return appStateChanged(event.value)
      case 'attempt:changed':
        return attemptChanged(event.value)
      case 'payment:changed':
        return standingChanged(event.value)
      case 'lookup:copy-found':
        return copyFound(event.value)
      case 'lookup:recent-changed':
        return recentChanged(event.value)
      case 'outage:changed':
        return prefetchChanged(event.value)
      // Followed once the counter stands, and by the search itself.
      case 'lookup:requested':
      case 'copies:preparing':
        return
      default:
        return unreachable(event)
    }
  })
  if (app.mode === 'welcome') return
  newsCame([])
  void answerOf(api.call('lookup:recent')).then((recent) => {
    if (recent.ok) recentChanged(recent.value)
    return adoptPrefetch(api.call('outage:read'))
  })
  if (!app.sending) return
  const page = await answerOf(api.call('activity:page', { before: null, count: 1 }))
  const underWay = page.ok ? page.value.open.find((attempt) => isOnItsWay(attempt.state)) : undefined
  if (underWay !== undefined) resumeAttempt(underWay)
}

/**
 * Looks up what another program on this PC asks for, as if it had been scanned: refused while a refund is being sent or a
 * dialog is being filled in, or once too many were asked for today; dropped where no service is connected.
 */
export function followRequestedLookups(
  { getState }: Pick<StoreApi<AppStore>, 'getState'>,
  api: BridgeApi,
): void {
  const takeRequested = async () => {
    const asked = await answerOf(api.call('lookup:take-requested'))
    if (!asked.ok || asked.value.at === 'none' || getState().app.mode === 'welcome') return
    if (asked.value.at === 'refused') return getState().notify({ kind: 'requests_refused' })
    const looked = getState().takeScan(asked.value.code)
    // Where it was refused, that is said instead.
    if (getState().notice === null) getState().notify({ kind: 'lookup_requested' })
    await looked
  }
  api.onEvent((event) => {
    if (event.kind === 'lookup:requested') void takeRequested()
  })
  void takeRequested()
}

function counterTitle(counter: CounterState): string {
  switch (counter.at) {
    case 'scan':
      return appWords.counter
    case 'looking':
      return scanWords.looking
    case 'missed':
      return scanWords.missed
    case 'receipt':
      return receiptWords.article
    case 'refund':
      return refundWords.title
    case 'sending':
      return outcomeWords.sendingTitle
    case 'stopped':
      return counter.fault.kind === 'refunded_elsewhere' ? outcomeWords.elsewhere.word : outcomeWords.stopped
    case 'broken':
      return outcomeWords.broken
    case 'outcome':
      return isOnItsWay(counter.attempt.state)
        ? outcomeWords.sendingTitle
        : attemptState(counter.attempt.state).word
    default:
      return unreachable(counter)
  }
}

/** What the window is called now: where it is, and on the counter how it stands there. */
export function titleWords(place: Place, counter: CounterState): string {
  const here = place === 'counter' ? counterTitle(counter) : appWords[place]
  return `${here} · ${appWords.brand}`
}

const setUpTitle = `${appWords.setUp} · ${appWords.brand}`

/** Keeps the page's title in step with the place and with what the counter shows. */
export function followTitle(store: StoreApi<AppStore>, page: Pick<Document, 'title'>): void {
  const tell = ({ place, counter, setUp, app }: AppStore) => {
    const settingUp = setUp !== null || (place === 'counter' && app.mode === 'welcome')
    const title = settingUp ? setUpTitle : titleWords(place, counter)
    if (page.title !== title) page.title = title
  }
  tell(store.getState())
  store.subscribe(tell)
}
