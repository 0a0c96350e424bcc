import type { ShownTransaction } from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/lookup-channels'
import { type CounterState, receiptAt, storeIdOf } from '../store/counter-state'
import { ask, call } from '../store/main'
import { type RelatedState, store } from '../store/store'
import { adoptAppState } from './app-state'

/** Returns the lookup to fetch related records for. Null while a refund is in flight: it must not share the connection. */
function fetchableLookup(counter: CounterState): string | null {
  const rests = counter.at === 'receipt' || counter.at === 'refund' || counter.at === 'stopped'
  return rests ? counter.shown.lookup : null
}

/**
 * Fetches the missing related records that Settings selects, one at a time, in the background. Stops when the receipt
 * leaves the screen.
 */
export async function askRelated(): Promise<void> {
  const lookup = fetchableLookup(store.getState().counter)
  if (lookup === null) return
  markAsking(lookup)
  // The running fetch takes the new kinds too.
  if (store.getState().relatedAsked === lookup) return
  store.setState({ relatedAsked: lookup })
  await askInTurn(lookup)
  if (store.getState().relatedAsked === lookup) store.setState({ relatedAsked: null })
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

function markAsking(lookup: string): void {
  const { related, app } = store.getState()
  const records = new Map(related.lookup === lookup ? related.records : [])
  for (const kind of app.related) {
    if (records.get(kind)?.at !== 'known') records.set(kind, { at: 'asking' })
  }
  store.setState({ related: { lookup, records } })
}

async function askInTurn(lookup: string): Promise<void> {
  const nextKind = () =>
    fetchableLookup(store.getState().counter) === lookup
      ? [...store.getState().related.records].find(([, state]) => state.at === 'asking')?.[0]
      : undefined
  for (let kind = nextKind(); kind !== undefined; kind = nextKind()) {
    const answer = await call('lookup:related', { lookup, related: kind })
    // A newer receipt's records have replaced these.
    if (store.getState().related.lookup !== lookup) return
    const state: RelatedState = answer.ok
      ? { at: 'known', record: answer.value }
      : { at: 'failed', fault: answer.fault }
    store.setState({
      related: { lookup, records: new Map(store.getState().related.records).set(kind, state) },
    })
    if (answer.ok) learnName(lookup, answer.value)
  }
}

/** In characters, as for this till's own store name. */
const maxNameLength = 80

/** Keeps the store's name from a related record, unless it is blank. */
function learnName(lookup: string, { kind, lines }: RelatedRecord): void {
  const { counter, stores } = store.getState()
  const shown = receiptAt(counter)
  if (kind !== 'store' || shown?.lookup !== lookup) return
  const line = lines.find(({ name, value }) => ['name', 'store_name'].includes(name) && value.trim() !== '')
  if (line === undefined) return
  const name = Array.from(line.value.trim()).slice(0, maxNameLength).join('')
  store.setState({ stores: { ...stores, names: new Map(stores.names).set(storeIdOf(shown), name) } })
}
