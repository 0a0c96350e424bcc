import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Answer } from '../../shared/contract/contract'
import { testSlipCode } from '../../shared/contract/set-up'
import { anAppState, nobodySetUp } from '../../shared/testing/app-state-sample'
import { takeScan } from '../actions/lookups'
import { go, showSetUp } from '../actions/navigation'
import { paperReady, putOnPaper } from '../actions/paper'
import { followTitle } from '../boot/window'
import { actionOf, keysNow } from '../keys/key-bindings'
import { store, type TestSlip } from '../store/store'
import { playMain } from '../store/testing/play-main'
import { goToNextStep } from '../welcome/welcome'

const connected = anAppState({ tillName: '', people: nobodySetUp, testPrint: 'left' })

function setUp() {
  const main = playMain({ app: connected })
  return { main, state: store.getState }
}

describe('setting a till up', () => {
  it('goes from one step that is left to the next, and then back to the place', () => {
    const { state } = setUp()
    showSetUp('connect')
    const shown = [1, 2, 3, 4].map(() => {
      goToNextStep()
      return state().setUp
    })
    expect(shown).toEqual(['name', 'manager', 'test_print', null])
  })

  it('is left by going anywhere, and by a scan', async () => {
    const { main, state } = setUp()
    for (const leave of [() => go('counter'), () => void takeScan('C1')]) {
      showSetUp('name')
      leave()
      await Promise.resolve()
      expect(state().setUp).toBeNull()
    }
    expect(main.lookups).toMatchObject([{ code: 'C1' }])
  })

  it('is left by Escape where it was opened in Settings, and by no Escape at the first start', () => {
    const { state } = setUp()
    showSetUp('name')
    expect(actionOf('Escape', state())).toBeNull()
    store.setState({ place: 'settings' })
    actionOf('Escape', state())?.()
    expect(state()).toMatchObject({ setUp: null, place: 'settings' })
  })

  it('is what the window is called meanwhile, and before there is a connection', () => {
    setUp()
    const page = { title: '' }
    followTitle(page)
    const titles = [page.title]
    showSetUp('manager')
    titles.push(page.title)
    showSetUp(null)
    store.setState({ app: anAppState({ mode: 'welcome' }) })
    const title = 'Set up this till · Tillside'
    expect([...titles, page.title]).toEqual(['Counter · Tillside', title, title])
  })

  it('names no key of the counter, which is not there', () => {
    const { state } = setUp()
    showSetUp('name')
    expect(keysNow(state()).map(({ key }) => key)).toEqual(['?'])
  })
})

it('what was typed and not saved is put back by Escape before Escape leaves the place', () => {
  const { state } = setUp()
  const done: string[] = []
  store.setState({ place: 'settings' })
  store.setState({ putBack: () => done.push('put back') })
  actionOf('Escape', state())?.()
  store.setState({ putBack: null })
  actionOf('Escape', state())?.()
  expect([done, state().place]).toEqual([['put back'], 'counter'])
})

describe('the test slip', () => {
  const content = { subject: 'test_slip' } as const
  const notTaken = { kind: 'print_failed', why: 'printer' } as const

  it.each<[string, Answer<'paper:print'>, TestSlip]>([
    ['printed', succeed({ done: 'printed' }), { at: 'printed' }],
    ['cancelled', succeed({ done: 'cancelled' }), { at: 'cancelled' }],
    ['failed', fail(notTaken), { at: 'failed', fault: notTaken }],
  ])('that was %s is said beside its button and by no message', async (_how, answer, slip) => {
    const { main, state } = setUp()
    main.printAnswer = answer
    await putOnPaper(content, 'print')
    expect(state().testSlip).toEqual({ at: 'printing' })
    const [job] = state().papers
    if (job !== undefined) await paperReady(job, 90)
    expect(state()).toMatchObject({ testSlip: slip, notice: null, faults: [], papers: [] })
  })

  it('is no payment: its barcode, scanned, says that it was read', async () => {
    const { main, state } = setUp()
    await takeScan(testSlipCode)
    expect([main.lookups, state().notice]).toEqual([[], { kind: 'test_slip_read' }])
  })
})
