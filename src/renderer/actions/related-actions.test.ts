import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { RelatedRecord } from '../../shared/contract/lookup-channels'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { noStores, store } from '../store/store'
import { type PlayedMain, playMain, settled } from '../store/testing/play-main'
import { aShown } from '../store/testing/samples'
import { appStateChanged } from './app-state'
import { takeScan } from './lookups'
import { confirmRefund, editDraft, leaveRefund, startRefund } from './refunds'
import { askRelated, sayOwnStore } from './related'

const recordOf = (kind: RelatedKind): RelatedRecord => {
  const lines = [{ name: 'id', value: `${kind}-1` }]
  return { kind, lines, cut: false }
}

/** A counter with a receipt, "More" just opened. */
async function withMore(related: readonly RelatedKind[] = relatedKinds): Promise<PlayedMain> {
  const main = playMain()
  appStateChanged(anAppState({ related }))
  void takeScan('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  void askRelated()
  return main
}

const asked = (main: PlayedMain) =>
  main.relatedAsked.map(({ lookup, related }) => `${Number(lookup.slice(-12))} ${related}`)
const states = () => [...store.getState().related.records].map(([kind, { at }]) => `${kind} ${at}`)

describe('the related records of a receipt', () => {
  it('are asked for one after the other, in their order, only those that are chosen', async () => {
    const main = await withMore(['store', 'user', 'emv_code'])
    const first = asked(main)
    await main.answerRelated(0, succeed(recordOf('store')))
    const second = asked(main)
    const between = states()
    await main.answerRelated(1, fail({ kind: 'service_error', httpStatus: 403, message: 'No' }))
    await main.answerRelated(2, succeed(recordOf('emv_code')))
    expect([first, second, between, states(), asked(main).length]).toEqual([
      ['1 store'],
      ['1 store', '1 user'],
      ['store known', 'user asking', 'emv_code asking'],
      ['store known', 'user failed', 'emv_code known'],
      3,
    ])
  })

  it('are not asked for at all where none is chosen, or no receipt is there', async () => {
    const none = await withMore([])
    const main = playMain()
    await askRelated()
    expect([asked(none), asked(main)]).toEqual([[], []])
  })

  it('are asked for no further when the next receipt is scanned, and never shown with it', async () => {
    const main = await withMore()
    void takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2)))
    await main.answerRelated(0, succeed(recordOf('store')))
    expect([asked(main), store.getState().related.lookup]).toEqual([['1 store'], lookupId(1)])
    void askRelated()
    await settled()
    expect([asked(main), states()[0]]).toEqual([['1 store', '2 store'], 'store asking'])
  })

  it('never show an answer for an older lookup, even while the newer one’s are asked for', async () => {
    const main = await withMore()
    void takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2)))
    void askRelated()
    await main.answerRelated(0, succeed(recordOf('store')))
    expect(states()).toEqual(relatedKinds.map((kind) => `${kind} asking`))
  })

  it('are asked for once, however often "More" is opened, and what failed once more', async () => {
    const main = await withMore(['store', 'user'])
    void askRelated()
    await main.answerRelated(0, succeed(recordOf('store')))
    void askRelated()
    await main.answerRelated(1, fail({ kind: 'not_connected', reason: 'refused', detail: '' }))
    void askRelated()
    await settled()
    expect(asked(main)).toEqual(['1 store', '1 user', '1 user'])
  })

  it('wait while a refund is being sent, and go on behind it', async () => {
    const main = await withMore(['store', 'user'])
    startRefund()
    editDraft({ reason: 'damaged' })
    void confirmRefund()
    await main.answerRelated(0, succeed(recordOf('store')))
    const during = asked(main)
    await main.answerRefund(0, fail({ kind: 'stale_answer' }))
    leaveRefund()
    void askRelated()
    await settled()
    expect([during, asked(main)]).toEqual([['1 store'], ['1 store', '1 user']])
  })
})

describe('the name of the store that took a payment', () => {
  const named = async (...lines: RelatedRecord['lines']) => {
    const main = await withMore(['store'])
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
    const main = await withMore(['store'])
    await main.answerRelated(0, succeed({ ...recordOf('store'), lines: [line('name', 'Pier Side')] }))
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
