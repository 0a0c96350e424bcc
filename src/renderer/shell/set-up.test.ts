import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { testSlipCode } from '../../shared/test-slip'
import { anAppState } from '../../shared/testing/app-state-sample'
import { followTitle } from '../boot/follow-main'
import { escapeAction, keysNow } from '../keys/key-bindings'
import { FakeMain } from '../store/testing/fake-main'
import { goToNextStep } from '../welcome/welcome'

const connected = anAppState({ storeName: '', supervisorPin: 'none', testPrint: 'left' })

function setUp() {
  const main = new FakeMain()
  main.store.setState({ app: connected })
  return { main, state: main.store.getState }
}

describe('setting a till up', () => {
  it('goes from one step that is left to the next, and then back to the place', () => {
    const { state } = setUp()
    state().showSetUp('connect')
    const shown = [1, 2, 3, 4].map(() => {
      goToNextStep(state())
      return state().setUp
    })
    expect(shown).toEqual(['name', 'pin', 'test_print', null])
  })

  it('is left by going anywhere, and by a scan', async () => {
    const { main, state } = setUp()
    for (const leave of [() => state().go('counter'), () => void state().takeScan('C1')]) {
      state().showSetUp('name')
      leave()
      await Promise.resolve()
      expect(state().setUp).toBeNull()
    }
    expect(main.lookups).toMatchObject([{ code: 'C1' }])
  })

  it('is left by Escape where it was opened in Settings, and by no Escape at the first start', () => {
    const { main, state } = setUp()
    state().showSetUp('name')
    expect(escapeAction(state())).toBeNull()
    main.store.setState({ place: 'settings' })
    escapeAction(state())?.()
    expect(state()).toMatchObject({ setUp: null, place: 'settings' })
  })

  it('is what the window is called meanwhile, and before there is a connection', () => {
    const { main, state } = setUp()
    const page = { title: '' }
    followTitle(main.store, page)
    const titles = [page.title]
    state().showSetUp('pin')
    titles.push(page.title)
    state().showSetUp(null)
    main.store.setState({ app: anAppState({ mode: 'welcome' }) })
    expect([...titles, page.title]).toEqual([
      'Counter · Tillside',
      'Set up this till · Tillside',
      'Set up this till · Tillside',
    ])
  })

  it('names no key of the counter, which is not there', () => {
    const { state } = setUp()
    state().showSetUp('name')
    expect(keysNow(state()).map(({ key }) => key)).toEqual(['?'])
  })
})

describe('what was typed and not saved', () => {
  it('is put back by Escape before Escape leaves the place', () => {
    const { main, state } = setUp()
    const done: string[] = []
    main.store.setState({ place: 'settings' })
    state().offerPutBack(() => done.push('put back'))
    escapeAction(state())?.()
    state().offerPutBack(null)
    escapeAction(state())?.()
    expect([done, state().place]).toEqual([['put back'], 'counter'])
  })
})

describe('the test slip', () => {
  const content = { subject: 'test_slip' } as const

  it.each([
    ['printed', succeed({ done: 'printed' } as const), { at: 'printed' }],
    ['cancelled', succeed({ done: 'cancelled' } as const), { at: 'cancelled' }],
    [
      'failed',
      fail({ kind: 'print_failed', why: 'not_taken' } as const),
      { at: 'failed', fault: { kind: 'print_failed', why: 'not_taken' } },
    ],
  ])('that was %s is said beside its button and by no message', async (_how, answer, slip) => {
    const { main, state } = setUp()
    main.printAnswer = answer
    await state().putOnPaper(content, 'print')
    expect(state().testSlip).toEqual({ at: 'printing' })
    const job = state().paperJob
    if (job !== null) await state().paperReady(job, 90)
    expect(state()).toMatchObject({ testSlip: slip, notice: null, faults: [], paperJob: null })
  })

  it('that cannot be laid out is one that failed', async () => {
    const { state } = setUp()
    await state().putOnPaper(content, 'print')
    const job = state().paperJob
    if (job !== null) await state().paperReady(job, null)
    expect(state().testSlip).toMatchObject({ at: 'failed', fault: { kind: 'print_failed' } })
  })

  it('is no payment: its barcode, scanned, says that it was read', async () => {
    const { main, state } = setUp()
    await state().takeScan(testSlipCode)
    expect([main.lookups, state().notice]).toEqual([[], { kind: 'test_slip_read' }])
  })
})
