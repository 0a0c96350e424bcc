import type { PaymentStore } from '../../shared/related-schemas'
import type { SavedCopies } from '../copies/saved-copies'
import type { StoreNames } from './store-names'

type Deps = {
  readonly copies: Pick<SavedCopies, 'find'>
  readonly storeNames: Pick<StoreNames, 'storeOf' | 'ready'>
}

/**
 * Makes what tells the store that took a payment, by its internal `id`, from what is saved on this till: a refund's
 * slip is printed again long after the receipt has gone from the screen. Null where no copy tells.
 */
export function makeStoreOfPayment({ copies, storeNames }: Deps) {
  return async (id: string): Promise<PaymentStore | null> => {
    const [found] = await Promise.all([copies.find(['internal_id'], id), storeNames.ready()])
    return found === null ? null : storeNames.storeOf(found.origin, found.record)
  }
}
