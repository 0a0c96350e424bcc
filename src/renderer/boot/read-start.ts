import type { BridgeApi } from '../../shared/operations'
import type { AppState } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import { answerOf } from '../store/answer'

/** What the window must know before it can open. */
export type StartAnswers = { readonly app: AppState; readonly nextLookup: number }

/** Asks main both at once. */
export async function readStart(
  api: Pick<BridgeApi, 'readAppState' | 'nextLookupNumber'>,
): Promise<Result<StartAnswers, Fault>> {
  const [app, next] = await Promise.all([answerOf(api.readAppState()), answerOf(api.nextLookupNumber())])
  if (!app.ok) return app
  return next.ok ? succeed({ app: app.value, nextLookup: next.value }) : next
}
