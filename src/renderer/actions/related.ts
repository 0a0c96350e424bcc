import { firstCodePoints } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/payment-channels'
import type { RelatedKind } from '../../shared/payment/codes'
import { ask, call } from '../store/main'
import { type RelatedState, store, storeIdOf } from '../store/store'
import { adoptAppState } from './app-state'

/**
 * Asks for related records one after the other, and passes each answer on, until `take` returns that nobody waits for them
 * any more.
 */
export async function fetchRelated(
  shown: ShownTransaction,
  kinds: readonly RelatedKind[],
  take: (kind: RelatedKind, state: RelatedState) => boolean,
): Promise<void> {
  for (const kind of kinds) {
    const answer = await call('lookup:related', { lookup: shown.lookup, related: kind })
    const isAwaited = take(
      kind,
      answer.ok ? { at: 'known', record: answer.value } : { at: 'failed', fault: answer.fault },
    )
    if (!isAwaited) return
    if (answer.ok) learnName(shown, answer.value)
  }
}

/** Reads the payer's fields that a receipt hides. Shows the fault and resolves null when main refuses. */
export async function readPrivate(lookup: string): Promise<ReadonlyMap<string, string> | null> {
  const fields = await ask('lookup:private', { lookup })
  return fields === undefined ? null : new Map(Object.entries(fields))
}

/** Records whether the payment was taken at this till's store. Main keeps a yes; a no lasts as long as the window. */
export async function sayOwnStore(shown: ShownTransaction, isOwn: boolean): Promise<void> {
  if (isOwn) return void (await adoptAppState(call('store:learn', { lookup: shown.lookup }), null))
  const { stores } = store.getState()
  store.setState({ stores: { ...stores, others: new Set(stores.others).add(storeIdOf(shown)) } })
}

/** In characters, as for this till's own name. */
const maxNameLength = 80

/** Keeps the store's name from a related record, unless it is blank. */
function learnName(shown: ShownTransaction, { kind, lines }: RelatedRecord): void {
  const line = lines.find(({ name, value }) => ['name', 'store_name'].includes(name) && value.trim() !== '')
  if (kind !== 'store' || line === undefined) return
  const { stores } = store.getState()
  const name = firstCodePoints(line.value.trim(), maxNameLength)
  store.setState({ stores: { ...stores, names: new Map(stores.names).set(storeIdOf(shown), name) } })
}
