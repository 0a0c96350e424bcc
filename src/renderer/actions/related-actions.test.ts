import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { RelatedRecord } from '../../shared/contract/payment-channels'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { noStores, store } from '../store/store'
import { playMain } from '../store/testing/play-main'
import { aShown } from '../store/testing/samples'
import { appStateChanged } from './app-state'
import { fetchRelated, sayOwnStore } from './related'

const recordOf = (kind: RelatedKind): RelatedRecord => {
  const lines = [{ name: 'id', value: `${kind}-1` }]
  return { kind, lines, cut: false }
}

/** Asks for related records of a receipt, as "More" does. `told` has the answers that came, while somebody waits. */
function askFor(kinds: readonly RelatedKind[]) {
  const main = playMain()
  const more = { open: true, told: [] as string[] }
  void fetchRelated(aShown(1), kinds, (kind, { at }) => {
    if (more.open) more.told.push(`${kind} ${at}`)
    return more.open
  })
  const asked = () => main.relatedAsked.map(({ lookup, related }) => `${lookup} ${related}`)
  return { main, more, asked }
}

describe('the related records of a receipt', () => {
  it('are asked for one after the other, whatever came of the one before', async () => {
    const { main, more, asked } = askFor(['store', 'user', 'emv_code'])
    const first = asked().length
    await main.answerRelated(0, succeed(recordOf('store')))
    const second = asked().length
    await main.answerRelated(1, fail({ kind: 'service_error', httpStatus: 403, message: 'No' }))
    await main.answerRelated(2, succeed(recordOf('emv_code')))
    expect([first, second, more.told]).toEqual([1, 2, ['store known', 'user failed', 'emv_code known']])
    expect(asked()).toEqual(['store', 'user', 'emv_code'].map((kind) => `${lookupId(1)} ${kind}`))
  })

  it('are asked for no further once nobody waits for them', async () => {
    const { main, more, asked } = askFor(relatedKinds)
    more.open = false
    await main.answerRelated(0, succeed(recordOf('store')))
    expect([asked().length, more.told]).toEqual([1, []])
  })
})

describe('the name of the store that took a payment', () => {
  const named = async (...lines: RelatedRecord['lines']) => {
    store.setState({ stores: noStores })
    const { main } = askFor(['store'])
    await main.answerRelated(0, succeed({ ...recordOf('store'), lines }))
    return [...store.getState().stores.names]
  }
  const line = (name: string, value: string) => ({ name, value })

  it('is learned from its related record, by the two names that it may have there', async () => {
    const learned = [
      await named(line('id', 'x'), line('name', ' Pier Side ')),
      await named(line('name', ' '), line('store_name', '店'.repeat(90))),
      await named(line('title', 'Pier Side'), line('owner.name', 'Ms Chan')),
    ]
    expect(learned).toEqual([[['store-1', 'Pier Side']], [['store-1', '店'.repeat(80)]], []])
  })

  it('is forgotten at another address, where the id may be another store’s', async () => {
    await named(line('name', 'Pier Side'))
    appStateChanged(anAppState({ serviceAddress: 'https://other.example' }))
    expect(store.getState().stores).toEqual(noStores)
  })
})

it('whose payment it is is kept by main where it is this till’s, and remembered here where it is not', async () => {
  const main = playMain()
  appStateChanged(anAppState({ storeId: '' }))
  await sayOwnStore(aShown(2), false)
  expect([...store.getState().stores.others]).toEqual(['store-1'])
  await sayOwnStore(aShown(1), true)
  expect([main.learned, store.getState().app.storeId]).toEqual([[lookupId(1)], 'store-1'])
})
