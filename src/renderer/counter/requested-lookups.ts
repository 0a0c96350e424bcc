import type { StoreApi } from 'zustand/vanilla'
import type { BridgeApi } from '../../shared/operations'
import { answerOf } from '../store/answer'
import type { AppStore } from '../store/store-types'

/**
 * Looks up what another program on this PC asks for, as if it had been scanned: refused while a refund is being sent or a
 * dialog is being filled in, or once too many were asked for today; dropped where no service is connected.
 */
export function followRequestedLookups(
  { getState }: Pick<StoreApi<AppStore>, 'getState'>,
  api: Pick<BridgeApi, 'takeRequestedLookup' | 'onLookupRequested'>,
): void {
  const takeRequested = async () => {
    const asked = await answerOf(api.takeRequestedLookup())
    if (!asked.ok || asked.value.at === 'none' || getState().app.mode === 'welcome') return
    if (asked.value.at === 'refused') return getState().notify({ kind: 'requests_refused' })
    const looked = getState().takeScan(asked.value.code)
    // Where it was refused, that is said instead.
    if (getState().notice === null) getState().notify({ kind: 'lookup_requested' })
    await looked
  }
  api.onLookupRequested(() => void takeRequested())
  void takeRequested()
}
