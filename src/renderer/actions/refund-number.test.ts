import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { store } from '../store/store'
import { settled } from '../store/testing/fake-main'
import { playMain } from '../store/testing/play-main'
import { lookUp, takeScan } from './lookups'

const typed = 'r-7k3qx9a2md'

describe('a refund no. that is scanned or typed', () => {
  it('opens that refund in Activity where this till knows it, and looks nothing up', async () => {
    playMain()
    await lookUp(typed, 'automatic')
    const { place, openMarker, counter } = store.getState()
    expect([place, openMarker, counter.at]).toEqual(['activity', 'R-7K3QX9A2MD', 'scan'])
  })

  it('is looked up like any code where this till does not', async () => {
    playMain({}, { 'activity:open': async () => fail({ kind: 'attempt_unknown' }) })
    void takeScan(typed)
    await settled()
    expect(store.getState()).toMatchObject({
      place: 'counter',
      counter: { at: 'looking', lookup: { code: typed } },
    })
  })

  it('opens nothing once the cashier has gone on', async () => {
    playMain()
    const opening = lookUp(typed, 'automatic')
    void lookUp('C1', 'automatic')
    await opening
    expect(store.getState()).toMatchObject({ place: 'counter', counter: { lookup: { code: 'C1' } } })
  })
})

it('falls back to Automatic with each lookup, whatever kind of code was chosen for it', () => {
  playMain()
  store.setState({ match: 'custom_id' })
  void takeScan('C1')
  expect(store.getState()).toMatchObject({
    match: 'automatic',
    counter: { lookup: { match: 'custom_id' } },
  })
})
