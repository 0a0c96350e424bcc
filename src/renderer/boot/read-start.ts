import type { DeskState } from '../../shared/contract'
import type { DeskApi } from '../../shared/desk-api'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import { answerOf } from '../store/answer'

/** What the window must know before it can open. */
export type StartAnswers = { readonly app: DeskState; readonly nextLookup: number }

/** Asks main both at once. */
export async function readStart(
  api: Pick<DeskApi, 'readDesk' | 'nextLookupNumber'>,
): Promise<Result<StartAnswers, Fault>> {
  const [app, next] = await Promise.all([answerOf(api.readDesk()), answerOf(api.nextLookupNumber())])
  if (!app.ok) return app
  return next.ok ? succeed({ app: app.value, nextLookup: next.value }) : next
}
