import type { RelatedRecord } from '../../shared/related-schemas'
import { answerOf } from '../store/answer'
import { type CounterState, shownAt, storeIdOf } from '../store/counter-state'
import type { RelatedState } from '../store/store-state'
import type { GetStore, RelatedActions, SetStore, StoreDeps } from '../store/store-types'

/** The receipt that related records are asked for: none while a refund is being sent, which has the line alone. */
function askedFor(counter: CounterState): string | null {
  const rests = counter.at === 'receipt' || counter.at === 'refund' || counter.at === 'stopped'
  return rests ? counter.shown.lookup : null
}

export function makeRelatedActions(set: SetStore, get: GetStore, deps: StoreDeps): RelatedActions {
  let running: string | null = null
  return {
    askRelated: async () => {
      const lookup = askedFor(get().counter)
      if (lookup === null) return
      markAsking(set, get, lookup)
      // One show at a time: who asks for this receipt already takes the new ones too.
      if (running === lookup) return
      running = lookup
      await askInTurn(set, get, deps, lookup)
      if (running === lookup) running = null
    },
    readPrivate: async (lookup) => {
      const answer = await answerOf(deps.api.call('lookup:private', { lookup }))
      if (answer.ok) return new Map(Object.entries(answer.value))
      get().notify({ kind: 'fault', fault: answer.fault })
      return null
    },
    sayOwnStore: async (shown, isOwn) => {
      if (isOwn)
        return void (await get().adoptAppState(deps.api.call('store:learn', { lookup: shown.lookup }), null))
      const { stores } = get()
      set({ stores: { ...stores, others: new Set(stores.others).add(storeIdOf(shown)) } })
    },
  }
}

function markAsking(set: SetStore, get: GetStore, lookup: string): void {
  const { related, app } = get()
  const records = new Map(related.lookup === lookup ? related.records : [])
  for (const kind of app.related) {
    if (records.get(kind)?.at !== 'known') records.set(kind, { at: 'asking' })
  }
  set({ related: { lookup, records } })
}

async function askInTurn(set: SetStore, get: GetStore, deps: StoreDeps, lookup: string): Promise<void> {
  const nextKind = () =>
    askedFor(get().counter) === lookup
      ? [...get().related.records].find(([, state]) => state.at === 'asking')?.[0]
      : undefined
  for (let kind = nextKind(); kind !== undefined; kind = nextKind()) {
    const answer = await answerOf(deps.api.call('lookup:related', { lookup, related: kind }))
    // A newer receipt's records have taken the place of these.
    if (get().related.lookup !== lookup) return
    const state: RelatedState = answer.ok
      ? { at: 'known', record: answer.value }
      : { at: 'failed', fault: answer.fault }
    set({ related: { lookup, records: new Map(get().related.records).set(kind, state) } })
    if (answer.ok) learnName(set, get, lookup, answer.value)
  }
}

/** Longest name of a store at the head of a receipt, in characters: that of this till's own. */
const maxNameLength = 80

/** What the related record calls the store: its `name` or `store_name`, unless that is blank. */
function learnName(set: SetStore, get: GetStore, lookup: string, { kind, lines }: RelatedRecord): void {
  const { counter, stores } = get()
  const shown = shownAt(counter)
  if (kind !== 'store' || shown?.lookup !== lookup) return
  const line = lines.find(({ name, value }) => ['name', 'store_name'].includes(name) && value.trim() !== '')
  if (line === undefined) return
  const name = Array.from(line.value.trim()).slice(0, maxNameLength).join('')
  set({ stores: { ...stores, names: new Map(stores.names).set(storeIdOf(shown), name) } })
}
