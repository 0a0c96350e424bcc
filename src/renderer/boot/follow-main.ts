import type { StoreApi } from 'zustand/vanilla'
import { isOnItsWay } from '../../shared/attempt-states'
import type { BridgeApi } from '../../shared/operations'
import { answerOf } from '../store/answer'
import type { AppStore } from '../store/store-types'

/**
 * Keeps the store in step with what main tells unasked, and, when this window was loaded again in the middle
 * of a refund, shows where that refund stands: a crashed window never loses sight of it.
 */
export async function followMain(store: StoreApi<AppStore>, api: BridgeApi): Promise<void> {
  const { app, appStateChanged, attemptChanged, standingChanged, prefetchChanged } = store.getState()
  const { newsCame, copyFound, recentChanged, adoptPrefetch, resumeAttempt } = store.getState()
  api.onAppStateChanged(appStateChanged)
  api.onAttemptChanged(attemptChanged)
  api.onPaymentChanged(standingChanged)
  api.onCopyFound(copyFound)
  api.onRecentChanged(recentChanged)
  api.onOutageChanged(prefetchChanged)
  if (app.mode === 'welcome') return
  newsCame([])
  void answerOf(api.recentTransactions()).then((recent) => {
    if (recent.ok) recentChanged(recent.value)
    return adoptPrefetch(api.readOutage())
  })
  if (!app.sending) return
  const page = await answerOf(api.pageActivity({ before: null, count: 1 }))
  const underWay = page.ok ? page.value.open.find((attempt) => isOnItsWay(attempt.state)) : undefined
  if (underWay !== undefined) resumeAttempt(underWay)
}
