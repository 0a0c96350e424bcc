import { expect, it } from 'vitest'
import { succeed } from '../../shared/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { FakeMain, settled } from '../store/testing/fake-main'
import { aShown } from '../store/testing/samples'
import { followRequestedLookups } from './requested-lookups'

/** A window that follows requests; `ask` makes another program's. */
async function following(main: FakeMain) {
  let waiting: string | null = null
  let told: () => void = () => undefined
  followRequestedLookups(main.store, {
    takeRequestedLookup: async () => {
      const code = waiting
      waiting = null
      return succeed({ code })
    },
    onLookupRequested: (listener) => {
      told = () => listener({})
      return () => undefined
    },
  })
  await settled()
  return async (code: string) => {
    waiting = code
    told()
    await settled()
  }
}

it('a code that another program asks for is looked up as if it were scanned, and that is said', async () => {
  const main = new FakeMain()
  const ask = await following(main)
  await ask('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  const { counter, notice } = main.store.getState()
  expect([main.lookups.map(({ code }) => code), counter.at, notice]).toEqual([
    ['483920174462'],
    'receipt',
    { kind: 'lookup_requested' },
  ])
})

it('nothing is looked up while a refund is being sent, and whoever asked is told why', async () => {
  const main = new FakeMain()
  const ask = await following(main)
  main.store.setState({
    counter: { at: 'sending', amount: { hundredths: 500, currency: 'HKD' }, shown: aShown(1), attempt: null },
  })
  await ask('483920174462')
  const { counter, notice } = main.store.getState()
  expect([main.lookups, counter.at, notice]).toEqual([[], 'sending', { kind: 'scan_refused' }])
})

it('nothing is looked up by a till that is not connected yet', async () => {
  const main = new FakeMain()
  main.store.setState({ app: anAppState({ mode: 'welcome' }) })
  const ask = await following(main)
  await ask('483920174462')
  expect([main.lookups, main.store.getState().notice]).toEqual([[], null])
})
