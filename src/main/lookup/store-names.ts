import type { PaymentStore } from '../../shared/related-schemas'
import type { Transaction } from '../../shared/transaction'
import { mostStoreNames } from '../copies/related-rows'
import type { SavedCopies } from '../copies/saved-copies'
import type { ReplyOrigin } from '../payments/payment-service'

/**
 * What the stores are called that take payments, fetched once per service, company and `store_id` and kept with the
 * saved copies (cache.db). Milliseconds are those of the clock.
 */
export type StoreNames = {
  /** The store of a payment, with its name if that is known at this moment to whoever may see the record. */
  readonly storeOf: (origin: ReplyOrigin | undefined, record: Transaction) => PaymentStore
  /** Resolves once `storeOf` knows every name that was kept. Cheap when it does already. */
  readonly ready: () => Promise<void>
  /** What the service calls the store of this record. */
  readonly learn: (origin: ReplyOrigin, record: Transaction, name: string) => void
  /** The service did not say: it is not asked again for that store for so long. */
  readonly rest: (origin: ReplyOrigin, record: Transaction, milliseconds: number) => void
  readonly isResting: (origin: ReplyOrigin, record: Transaction) => boolean
  /** With the saved copies. */
  readonly forget: () => void
}

type Deps = {
  readonly copies: Pick<SavedCopies, 'keepStoreName' | 'storeNames'>
  readonly now: () => number
}

export function makeStoreNames({ copies, now }: Deps): StoreNames {
  const names = new Map<string, string>()
  const resting = new Map<string, number>()
  let loaded: Promise<boolean> | null = null

  /** Null for a record without a store. */
  function keyOf(origin: ReplyOrigin, record: Transaction): string | null {
    const store = idOf(record)
    if (store === '') return null
    // Without a company it is anybody's number: then it counts for those very credentials, like the copy itself.
    const whose =
      record.companyId === '' ? ['credentials', origin.credentials] : ['company', record.companyId]
    return JSON.stringify([origin.address, ...whose, store])
  }

  function remember(key: string, name: string): void {
    // What was learned last comes last, so what goes first is what was learned first.
    names.delete(key)
    names.set(key, name)
    const [oldest] = names.keys()
    if (names.size > mostStoreNames && oldest !== undefined) names.delete(oldest)
  }

  async function load(): Promise<boolean> {
    const kept = await copies.storeNames()
    for (const { store, name } of kept ?? []) if (!names.has(store)) remember(store, name)
    return kept !== null
  }

  return {
    storeOf(origin, record) {
      const key = origin === undefined ? null : keyOf(origin, record)
      return { id: idOf(record), name: key === null ? null : (names.get(key) ?? null) }
    },
    async ready() {
      loaded ??= load()
      if (!(await loaded)) loaded = null
    },
    learn(origin, record, name) {
      const key = keyOf(origin, record)
      if (key === null || names.get(key) === name) return
      remember(key, name)
      copies.keepStoreName(origin, { store: key, name })
    },
    rest(origin, record, milliseconds) {
      const key = keyOf(origin, record)
      if (key === null) return
      if (resting.size >= mostStoreNames) resting.clear()
      resting.set(key, now() + milliseconds)
    },
    isResting(origin, record) {
      const key = keyOf(origin, record)
      return key !== null && (resting.get(key) ?? 0) > now()
    },
    forget() {
      names.clear()
      resting.clear()
    },
  }
}

function idOf(record: Transaction): string {
  return record.fields.store_id ?? ''
}
