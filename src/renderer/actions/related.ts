import type { ShownTransaction } from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/related-schemas'
import { type CounterState, shownAt, storeIdOf } from '../store/counter-state'
import { ask, call } from '../store/main'
import { type RelatedState, store } from '../store/store'
import { adoptAppState } from './app-state'

/** The receipt that related records are asked for: none while a refund is being sent, which has the line alone. */
function askedFor(counter: CounterState): string | null {
  const rests = counter.at === 'receipt' || counter.at === 'refund' || counter.at === 'stopped'
  return rests ? counter.shown.lookup : null
}

/**
 * Asks for the related records that settings choose and that are not known yet, one show each, one after the other, in
 * the background. Ends by itself when another receipt, or none, is on the screen.
 */
export async function askRelated(): Promise<void> {
  const lookup = askedFor(store.getState().counter)
  if (lookup === null) return
  markAsking(lookup)
  // One show at a time: who asks for this receipt already takes the new ones too.
  if (store.getState().relatedAsked === lookup) return
  store.setState({ relatedAsked: lookup })
  await askInTurn(lookup)
  if (store.getState().relatedAsked === lookup) store.setState({ relatedAsked: null })
}

/** Reads what a receipt does not show of who paid; null, and said why, where main does not tell. */
export async function readPrivate(lookup: string): Promise<ReadonlyMap<string, string> | null> {
  const fields = await ask('lookup:private', { lookup })
  return fields === undefined ? null : new Map(Object.entries(fields))
}

/** Notes whether the payment on a receipt was taken at this till's own store, which is kept for good if so. */
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
    askedFor(store.getState().counter) === lookup
      ? [...store.getState().related.records].find(([, state]) => state.at === 'asking')?.[0]
      : undefined
  for (let kind = nextKind(); kind !== undefined; kind = nextKind()) {
    const answer = await call('lookup:related', { lookup, related: kind })
    // A newer receipt's records have taken the place of these.
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

/** Longest name of a store at the head of a receipt, in characters: that of this till's own. */
const maxNameLength = 80

/** What the related record calls the store: its `name` or `store_name`, unless that is blank. */
function learnName(lookup: string, { kind, lines }: RelatedRecord): void {
  const { counter, stores } = store.getState()
  const shown = shownAt(counter)
  if (kind !== 'store' || shown?.lookup !== lookup) return
  const line = lines.find(({ name, value }) => ['name', 'store_name'].includes(name) && value.trim() !== '')
  if (line === undefined) return
  const name = Array.from(line.value.trim()).slice(0, maxNameLength).join('')
  store.setState({ stores: { ...stores, names: new Map(stores.names).set(storeIdOf(shown), name) } })
}
