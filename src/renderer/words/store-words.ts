import { type OwnStore, storeStanding } from '../../shared/payment-store'
import type { PaymentStore } from '../../shared/related-schemas'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'

/** Whether more is known of a store than its id, which is shown letter by letter. */
export function isNamed(store: PaymentStore): boolean {
  return store.name !== null && store.name.trim() !== ''
}

/** The store that took a payment, by its name or else its id; '' when the record names none. */
export function storeTitle(store: PaymentStore): string {
  if (store.name !== null && isNamed(store)) return isolatedText(store.name.trim())
  return store.id === '' ? '' : `Store ${isolatedText(store.id)}`
}

/** What a cashier is told when a payment was, or may have been, taken at another store; null otherwise. */
export function storeNote(store: PaymentStore, own: OwnStore): string | null {
  const standing = storeStanding(store, own)
  switch (standing) {
    case 'own':
    case 'not_known':
      return null
    case 'other':
      return `Taken at another store: ${storeTitle(store)}`
    case 'other_name':
      return `Taken at ${storeTitle(store)}. This till is ${isolatedText(own.storeName)}.`
    default:
      return unreachable(standing)
  }
}

/** For this till's own slips: where the payment was taken, if that was, or may have been, elsewhere. */
export function takenAt(store: PaymentStore | null, own: OwnStore): string | null {
  if (store === null) return null
  const standing = storeStanding(store, own)
  return standing === 'other' || standing === 'other_name' ? `Payment taken at ${storeTitle(store)}` : null
}
