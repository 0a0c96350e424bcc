import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { makeAppStore } from '../boot/make-store'
import { FakeMain, fakeBridge, settled } from '../store/testing/fake-main'

const typed = 'r-7k3qx9a2md'

describe('a refund no. that is scanned or typed', () => {
  it('opens that refund in Activity where this till knows it, and looks nothing up', async () => {
    const main = new FakeMain()
    await main.store.getState().lookUp(typed, 'automatic')
    const { place, openMarker, counter } = main.store.getState()
    expect([place, openMarker, counter.at]).toEqual(['activity', 'R-7K3QX9A2MD', 'scan'])
  })

  it('is looked up like any code where this till does not', async () => {
    const main = new FakeMain()
    const unknown = async () => fail({ kind: 'attempt_unknown' } as const)
    const api = fakeBridge({ ...main.answers, 'activity:open': unknown })
    const store = makeAppStore({ api, play: () => {}, makeLookupId: () => lookupId(1) }, anAppState())
    void store.getState().takeScan(typed)
    await settled()
    expect(store.getState()).toMatchObject({
      place: 'counter',
      counter: { at: 'looking', lookup: { code: typed } },
    })
  })

  it('opens nothing once the cashier has gone on', async () => {
    const main = new FakeMain()
    const opening = main.store.getState().lookUp(typed, 'automatic')
    void main.store.getState().lookUp('C1', 'automatic')
    await opening
    expect(main.store.getState()).toMatchObject({ place: 'counter', counter: { lookup: { code: 'C1' } } })
  })
})

it('falls back to Automatic with each lookup, whatever kind of code was chosen for it', () => {
  const main = new FakeMain()
  main.store.getState().chooseMatch('custom_id')
  void main.store.getState().takeScan('C1')
  expect(main.store.getState()).toMatchObject({
    match: 'automatic',
    counter: { lookup: { match: 'custom_id' } },
  })
})
