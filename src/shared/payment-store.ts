import { isLongerThan } from './code-points'

/** What this till says about its own store (contract.ts, `settings:save`); '' where nobody has said. */
export type OwnStore = { readonly storeId: string }

/** Whether a payment was taken at another store than this till's, by its `store_id` (interface.md §2.2) alone. */
export function isOtherStore(storeId: string, own: OwnStore): boolean {
  return storeId !== '' && own.storeId !== '' && storeId !== own.storeId
}

/** Whether a payment can teach this till its store: none is set, and the payment's id can be kept as it is. */
export function teachesStore(storeId: string, own: OwnStore): boolean {
  return own.storeId === '' && storeId !== '' && storeId === storeId.trim() && !isLongerThan(storeId, 64)
}
