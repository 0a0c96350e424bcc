import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Answer } from '../../shared/contract/contract'
import { store } from '../store/store'
import { playMain, settled } from '../store/testing/play-main'
import { anAttempt, aShown } from '../store/testing/samples'
import { lookUp, takeScan } from './lookups'
import { go } from './navigation'

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

  it.each([true, false])(
    'is not lost when the scan before it is answered meanwhile: known here, %s',
    async (isKnown) => {
      let answer: (known: Answer<'activity:open'>) => void = () => undefined
      const opening = new Promise<Answer<'activity:open'>>((resolve) => {
        answer = resolve
      })
      const main = playMain({}, { 'activity:open': () => opening })
      void takeScan('C1')
      void takeScan(typed)
      await settled()
      await main.answerLookup(0, succeed(aShown(1)))
      const now = { kind: 'now' } as const
      const evidence = { events: [], decidable: { refunded: now, notRefunded: now }, storeId: '' }
      answer(isKnown ? succeed({ attempt: anAttempt(), ...evidence }) : fail({ kind: 'attempt_unknown' }))
      await settled()
      const { counter, place, openMarker } = store.getState()
      expect([place, openMarker, counter.at, main.lookups.map(({ code }) => code)]).toEqual(
        isKnown ? ['activity', 'R-7K3QX9A2MD', 'scan', ['C1']] : ['counter', null, 'looking', ['C1', typed]],
      )
    },
  )

  it('opens nothing over a place that the cashier went to meanwhile, and leaves nothing looking', async () => {
    playMain()
    const opening = lookUp(typed, 'automatic')
    go('settings')
    await opening
    expect([store.getState().place, store.getState().counter.at]).toEqual(['settings', 'scan'])
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
