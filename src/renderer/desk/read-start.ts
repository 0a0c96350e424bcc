import type { BridgeApi } from '../../shared/bridge-api'
import type { AppState } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import { answerOf } from './answer'

/** What the window must know before it can open. */
export type DeskStart = { readonly desk: AppState; readonly nextLookup: number }

/** Asks main both at once. */
export async function readStart(
  api: Pick<BridgeApi, 'readAppState' | 'nextLookupNumber'>,
): Promise<Result<DeskStart, Fault>> {
  const [desk, next] = await Promise.all([answerOf(api.readAppState()), answerOf(api.nextLookupNumber())])
  if (!desk.ok) return desk
  return next.ok ? succeed({ desk: desk.value, nextLookup: next.value }) : next
}
