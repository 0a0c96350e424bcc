import { expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Output } from '../../shared/contract/contract'
import { anAppState, thePeople } from '../../shared/testing/app-state-sample'
import { appStateChanged } from '../actions/app-state'
import { takeRequested, takeScan } from '../actions/lookups'
import { showUnderWay } from '../actions/refunds'
import { apply, lookUpBuffered } from '../boot/window'
import { scanTarget } from '../keys/key-bindings'
import { type State, store } from '../store/store'
import { playMain, settled } from '../store/testing/play-main'
import { anAttempt, aShown } from '../store/testing/samples'

const lockedTill = (locked: boolean) => anAppState({ people: thePeople({ staffed: true, locked }) })

/** A window that follows requests, of which one may wait already; `ask` makes one as another program. */
async function following(
  state: Partial<State> = {},
  waiting: Output<'lookup:take-requested'> = { at: 'none' },
) {
  const main = playMain(state, {
    'lookup:take-requested': async () => {
      const given = waiting
      if (given.at === 'code' && store.getState().app.people.locked) return succeed({ at: 'waits' })
      waiting = { at: 'none' }
      return succeed(given)
    },
  })
  window.tillside.onEvent(apply)
  void takeRequested()
  await settled()
  const ask = async (code: string, answer: typeof waiting = { at: 'code', code }) => {
    waiting = answer
    main.tell({ kind: 'lookup:requested', value: {} })
    await settled()
  }
  return { main, ask }
}

it('a code that another program asks for is looked up, counts as typed, and that is said', async () => {
  const { main, ask } = await following()
  await ask('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  expect(main.lookups).toMatchObject([{ code: '483920174462', typed: true }])
  expect(store.getState()).toMatchObject({
    counter: { at: 'receipt' },
    notice: { kind: 'lookup_requested' },
  })
})

it('is looked up as any type of code, whichever the cashier chose for the own one', async () => {
  const { main, ask } = await following({ match: 'custom_id' })
  await ask('483920174462')
  expect(main.lookups.map(({ match }) => match)).toEqual(['automatic'])
})

it('is nobody’s badge, not even where a form waits for one', async () => {
  const taken: string[] = []
  const { main, ask } = await following()
  store.setState({ badgeTakers: [{ isNew: true, take: (code) => taken.push(code) }] })
  await ask('483920174462')
  void takeScan('BADGE-1')
  await settled()
  expect([main.lookups.map(({ code }) => code), taken]).toEqual([['483920174462'], ['BADGE-1']])
})

it('what may be a PIN is looked up nowhere, and taken where it is a badge that a form waits for; else Enter is asked for again', async () => {
  const taken: string[] = []
  const take = (code: string) => void taken.push(code)
  const main = playMain(
    { badgeTakers: [{ isNew: false, take }] },
    { 'people:scan': async ({ code }) => succeed({ isBadge: code === 'BADGE-1' }) },
  )
  const said: unknown[] = []
  const scan = async (text: string) => {
    store.setState({ notice: null })
    scanTarget.onMaybePin(text)
    await settled()
    said.push(store.getState().notice)
  }
  await scan('482913')
  await scan('BADGE-1')
  store.setState({ badgeTakers: [{ isNew: true, take }] })
  await scan('482913')
  const again = { kind: 'pin_even' }
  expect([main.lookups, taken, said]).toEqual([[], ['BADGE-1'], [again, null, again]])
})

it.each([
  ['that came to the open window', false],
  ['that it was started with', true],
])('a locked till says that a code %s waits, and looks it up after the sign-in', async (_which, early) => {
  const code = '483920174462'
  const { main, ask } = await following({ app: lockedTill(true) }, early ? { at: 'code', code } : undefined)
  if (!early) await ask(code)
  const { notice } = store.getState()
  const before = main.lookups.length
  appStateChanged(lockedTill(false))
  await settled()
  expect([notice, before]).toEqual([{ kind: 'lookup_waits' }, 0])
  expect(main.lookups).toMatchObject([{ code: '483920174462' }])
})

it('a code of another program takes no outcome away that nobody has read: after the sign-in, or after the page was loaded anew', async () => {
  const attempt = anAttempt({ state: 'unconfirmed' })
  const outcome = { at: 'outcome', attempt, shown: null, storeId: '' } as const
  const waiting = { at: 'code', code: '483920174462' } as const
  const { main } = await following({ app: lockedTill(true), counter: outcome }, waiting)
  appStateChanged(lockedTill(false))
  await settled()
  const signedIn = [main.lookups, store.getState().counter, store.getState().notice]
  const { main: anew, ask } = await following()
  showUnderWay(attempt)
  await ask('483920174462')
  const loadedAnew = [anew.lookups, store.getState().counter, store.getState().notice]
  const refused = [[], outcome, { kind: 'scan_refused' }]
  expect([signedIn, loadedAnew]).toEqual([refused, refused])
})

it('a code that was typed before the counter stood counts as typed, a scanned one as scanned', async () => {
  const { main } = await following()
  lookUpBuffered({ text: '483920174462', typed: true })
  lookUpBuffered({ text: '483920174463', typed: false })
  await settled()
  expect(main.lookups.map(({ typed }) => typed)).toEqual([true, false])
})

it('nothing is looked up by a till that is not connected yet', async () => {
  const { main, ask } = await following({ app: anAppState({ mode: 'welcome' }) })
  await ask('483920174462')
  expect([main.lookups, store.getState().notice]).toEqual([[], null])
})

it('a badge that came to be looked up after all stands nowhere on the counter', async () => {
  const { main, ask } = await following()
  await ask('B-48213377')
  await main.answerLookup(0, fail({ kind: 'code_is_badge' }))
  const { counter, faults } = store.getState()
  expect([counter, faults]).toEqual([{ at: 'scan' }, [{ kind: 'fault', fault: { kind: 'code_is_badge' } }]])
})
