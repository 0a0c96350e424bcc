import { isOtherStore, type OwnStore } from '../../shared/payment-store'
import { isolatedText } from '../../shared/shown-text'

/** What More has called stores, by their `store_id`. */
export type StoreNames = ReadonlyMap<string, string>

/** The store that took a payment, by its name or else its id; '' when the record names none. */
export function storeTitle(storeId: string, names: StoreNames): string {
  if (storeId === '') return ''
  const name = names.get(storeId)
  return name === undefined ? `Store ${isolatedText(storeId)}` : isolatedText(name)
}

/** What a cashier is told when a payment was taken at another store; null otherwise. */
export function storeNote(storeId: string, own: OwnStore, names: StoreNames): string | null {
  return isOtherStore(storeId, own) ? `Taken at another store: ${storeTitle(storeId, names)}` : null
}

/** For this till's own slips: where the payment was taken, if that was elsewhere. */
export function takenAt(storeId: string, own: OwnStore, names: StoreNames): string | null {
  return isOtherStore(storeId, own) ? `Payment taken at ${storeTitle(storeId, names)}` : null
}

export const ownStoreWords = {
  question: 'Was this paid at this till’s store?',
  /** The receipt is headed by the store: its id is said where that is by name. */
  which: (storeId: string, names: StoreNames) =>
    names.has(storeId) ? `${storeTitle(storeId, names)}, ${isolatedText(storeId)}` : '',
  yes: 'Yes',
  no: 'No',
}
