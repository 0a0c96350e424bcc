import type { PaymentStore } from './related-schemas'

/** What this till says about its own store (contract.ts, `settings:save`); '' where nobody has said. */
export type OwnStore = { readonly storeId: string; readonly storeName: string }

/**
 * Whether a payment was taken where this till stands. `other`: its store's id is not the one set on this till.
 * `other_name`: no id is set, and the two names have nothing to do with each other, which may be a mere difference
 * of spelling. `not_known`: there is too little to say, or nothing speaks against this store.
 */
export type StoreStanding = 'own' | 'other' | 'other_name' | 'not_known'

/** Compares the store that took a payment (interface.md §2.2, `store_id`) with the till's own. */
export function storeStanding(payment: PaymentStore, own: OwnStore): StoreStanding {
  if (own.storeId !== '') {
    if (payment.id === '') return 'not_known'
    return payment.id === own.storeId ? 'own' : 'other'
  }
  const taken = plain(payment.name ?? '')
  const here = plain(own.storeName)
  if (taken === '' || here === '') return 'not_known'
  return taken.includes(here) || here.includes(taken) ? 'not_known' : 'other_name'
}

/** A name without what people write differently: capitals, spaces, full-width letters. */
function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}
