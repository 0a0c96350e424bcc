import type { DeskState } from '../../shared/contract'
import type { DeskApi } from '../../shared/desk-api'
import type { Fault } from '../../shared/fault'
import { type Result, succeed } from '../../shared/result'
import { answerOf } from '../store/answer'

/** What the window must know before it can open. */
export type DeskStart = { readonly desk: DeskState; readonly nextLookup: number }

/** Asks main both at once. */
export async function readStart(
  api: Pick<DeskApi, 'readDesk' | 'nextLookupNumber'>,
): Promise<Result<DeskStart, Fault>> {
  const [desk, next] = await Promise.all([answerOf(api.readDesk()), answerOf(api.nextLookupNumber())])
  if (!desk.ok) return desk
  return next.ok ? succeed({ desk: desk.value, nextLookup: next.value }) : next
}
