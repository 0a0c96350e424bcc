import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Fault } from '../../shared/fault'
import { fail, succeed } from '../../shared/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { titleWords } from '../boot/follow-main'
import { escapeAction, singleKeyAction } from '../keys/key-bindings'
import { FakeMain, settled } from '../store/testing/fake-main'
import { anAttempt, aRecord, aShown } from '../store/testing/samples'

const offline: Fault = { kind: 'not_connected', reason: 'refused', detail: '' }
const typed = { scope: 'part', amountText: '20.25', reason: 'wrong_item' } as const
const draft = { ...typed, amountCheck: 'taken', otherReason: '', confirmed: false }

/** A receipt on the paper, its form filled in. */
async function withForm(): Promise<FakeMain> {
  const main = new FakeMain()
  void main.store.getState().takeScan('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  main.store.getState().startRefund()
  main.store.getState().editDraft(typed)
  return main
}

/** The moment in which an outcome takes no press is over. */
function later(main: FakeMain): void {
  main.store.setState({ pressesFrom: 0 })
}

/** The line was down, and is back. */
async function lineBack(main: FakeMain): Promise<void> {
  const at = { since: '2026-11-21T09:00:00.000Z' }
  main.store.setState({ app: anAppState({ connection: { state: 'offline', ...at } }) })
  main.store.getState().appStateChanged(anAppState({ connection: { state: 'online', ...at } }))
  await settled()
}

const counter = (main: FakeMain) => main.store.getState().counter
const form = { at: 'refund', shown: aShown(2), draft }

describe('what was filled in', () => {
  it('is there again after Esc and R', async () => {
    const main = await withForm()
    escapeAction(main.store.getState())?.()
    const between = counter(main).at
    singleKeyAction('r', main.store.getState())?.()
    expect([between, counter(main)]).toEqual(['receipt', { ...form, shown: aShown(1) }])
  })

  it('is gone with the next receipt, and with the next customer', async () => {
    const main = await withForm()
    void main.store.getState().takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2, { record: aRecord({ id: 'internal-2' }) })))
    const after = main.store.getState().keptDraft
    const other = await withForm()
    escapeAction(other.store.getState())?.()
    other.store.getState().nextCustomer()
    expect([after, other.store.getState().keptDraft]).toEqual([null, null])
  })

  it.each([
    ['was stopped', fail({ kind: 'stale_answer' } satisfies Fault)],
    ['was not sent', succeed({ attempt: anAttempt({ state: 'not_sent' }), shown: null })],
    ['was refused', succeed({ attempt: anAttempt({ state: 'refused' }), shown: null })],
  ] as const)(
    'is on the form again, on a fresh look-up, when a refund that %s is tried again',
    async (_, answer) => {
      const main = await withForm()
      void main.store.getState().confirmRefund()
      await main.answerRefund(0, answer)
      void main.store.getState().tryAgain()
      const asked = main.lookups.length
      await main.answerLookup(1, succeed(aShown(2)))
      expect([asked, counter(main)]).toEqual([2, form])
    },
  )

  it('is worked out from the refund itself where the window was loaded again', async () => {
    const main = new FakeMain()
    const { intent } = anAttempt()
    const attempt = anAttempt({ state: 'not_sent', intent: { ...intent, amount: 2025, reason: 'Scratched' } })
    main.store.getState().resumeAttempt(attempt)
    void main.store.getState().tryAgain()
    await main.answerLookup(0, succeed(aShown(1)))
    expect(counter(main)).toEqual({
      at: 'refund',
      shown: aShown(1),
      draft: {
        scope: 'part',
        amountText: '20.25',
        amountCheck: 'taken',
        reason: 'other',
        otherReason: 'Scratched',
        confirmed: false,
      },
    })
  })

  it('is not kept once the money went back', async () => {
    const main = await withForm()
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: aShown(2) }))
    expect(main.store.getState().keptDraft).toBe(null)
  })
})

describe('Try again while the line is away', () => {
  async function triedAgainOffline(saved: boolean): Promise<FakeMain> {
    const main = await withForm()
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, succeed({ attempt: anAttempt({ state: 'not_sent' }), shown: null }))
    if (saved) main.savedCopy = aShown(1, { source: 'saved' })
    void main.store.getState().tryAgain()
    await settled()
    await main.answerLookup(1, fail(offline))
    return main
  }

  it.each([
    ['a saved copy', true, 'receipt'],
    ['no saved copy', false, 'missed'],
  ] as const)('opens the form when it is back, with %s meanwhile', async (_, saved, meanwhile) => {
    const main = await triedAgainOffline(saved)
    const between = counter(main).at
    await lineBack(main)
    await main.answerLookup(2, succeed(aShown(3)))
    expect([between, counter(main)]).toEqual([meanwhile, { ...form, shown: aShown(3) }])
  })

  it('opens none once the cashier did something else', async () => {
    const main = await triedAgainOffline(true)
    main.store.getState().nextCustomer()
    await lineBack(main)
    expect([counter(main).at, main.store.getState().formWish]).toEqual(['scan', null])
  })
})

describe('a lookup that nobody asked for', () => {
  it('is known as such, so that it takes the focus from no text field', async () => {
    const main = new FakeMain()
    main.savedCopy = aShown(1, { source: 'saved' })
    void main.store.getState().takeScan('483920174462')
    await settled()
    await main.answerLookup(0, fail(offline))
    const asked = main.store.getState().ownLookup
    void main.store.getState().refreshCopy()
    await main.answerLookup(1, succeed(aShown(2)))
    expect([asked, main.store.getState().ownLookup]).toEqual([null, main.lookups[1]?.lookup])
  })
})

describe('Confirm on a form that is not whole', () => {
  it('sends nothing, sounds, and leads to what is missing each time', async () => {
    const main = await withForm()
    main.store.getState().editDraft({ reason: null })
    await main.store.getState().confirmRefund()
    await main.store.getState().confirmRefund()
    expect([main.refunds, main.sounds, counter(main)]).toEqual([
      [],
      ['refused_scan', 'refused_scan'],
      { ...form, shown: aShown(1), draft: { ...draft, reason: null }, askedFor: 2 },
    ])
  })
})

describe('a second tap or key', () => {
  afterEach(() => void vi.useRealTimers())

  it('does nothing in the moment in which an outcome appears, and what it says after it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const main = await withForm()
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: null }))
    const press = async () => {
      singleKeyAction('p', main.store.getState())?.()
      escapeAction(main.store.getState())?.()
      await settled()
      return [counter(main).at, main.store.getState().paperJob === null]
    }
    const atOnce = await press()
    vi.advanceTimersByTime(600)
    expect([atOnce, await press()]).toEqual([
      ['outcome', true],
      ['scan', false],
    ])
  })

  it('does nothing again when the outcome becomes another one by itself', async () => {
    const main = await withForm()
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, succeed({ attempt: anAttempt({ state: 'unconfirmed' }), shown: null }))
    later(main)
    main.store.getState().attemptChanged(anAttempt({ state: 'refunded', since: 3000 }))
    escapeAction(main.store.getState())?.()
    expect(counter(main).at).toBe('outcome')
  })
})

describe('a dialog in which something was typed', () => {
  it('is not closed by a scan, which is refused with a sound and a word', async () => {
    const main = new FakeMain()
    main.store.getState().openDialog('decide')
    main.store.getState().typedInDialog()
    await main.store.getState().takeScan('B1234')
    const { dialog, notice } = main.store.getState()
    expect([dialog, notice, main.sounds, main.lookups]).toEqual([
      'decide',
      { kind: 'scan_refused_dialog' },
      ['refused_scan'],
      [],
    ])
  })

  it('says nothing of the next dialog, which a scan closes as ever', async () => {
    const main = new FakeMain()
    main.store.getState().openDialog('decide')
    main.store.getState().typedInDialog()
    main.store.getState().closeDialog()
    main.store.getState().openDialog('keys')
    void main.store.getState().takeScan('B1234')
    await settled()
    expect([main.store.getState().dialog, main.lookups.length]).toEqual([null, 1])
  })
})

describe('messages', () => {
  it('of what failed stay through other messages, each once, until they are read or the next receipt is looked up', async () => {
    const main = new FakeMain()
    const { notify, dismissFault } = main.store.getState()
    const first = { kind: 'fault', fault: { kind: 'print_failed', why: 'not_taken' } } as const
    const second = { kind: 'fault', fault: offline } as const
    notify(first)
    notify(second)
    notify({ ...first })
    notify({ kind: 'settings_saved' })
    const { faults, notice } = main.store.getState()
    const [read] = faults
    if (read !== undefined) dismissFault(read)
    const left = main.store.getState().faults
    void main.store.getState().takeScan('B1234')
    expect([faults, notice, left, main.store.getState().faults]).toEqual([
      [second, first],
      { kind: 'settings_saved' },
      [first],
      [],
    ])
  })

  it('of what failed are closed by Esc, the newest first, before it leaves anything', async () => {
    const main = await withForm()
    const { notify } = main.store.getState()
    const first = { kind: 'fault', fault: { kind: 'print_failed', why: 'not_taken' } } as const
    notify(first)
    notify({ kind: 'fault', fault: offline })
    const press = () => {
      escapeAction(main.store.getState())?.()
      const { faults, counter } = main.store.getState()
      return [faults, counter.at]
    }
    expect([press(), press(), press()]).toEqual([
      [[first], 'refund'],
      [[], 'refund'],
      [[], 'receipt'],
    ])
  })

  it('of what failed are not taken away by what the window asks by itself', async () => {
    const main = new FakeMain()
    void main.store.getState().takeScan('B1234')
    await main.answerLookup(0, fail(offline))
    main.store.getState().notify({ kind: 'fault', fault: offline })
    await lineBack(main)
    expect([main.lookups.length, main.store.getState().faults.length]).toEqual([2, 1])
  })

  it('say why R does nothing while the line is down', async () => {
    const main = new FakeMain()
    main.savedCopy = aShown(1, { source: 'saved' })
    void main.store.getState().takeScan('B1234')
    await main.answerLookup(0, fail(offline))
    main.store.getState().startRefund()
    const { counter, notice } = main.store.getState()
    expect([counter.at, notice, main.sounds]).toEqual([
      'receipt',
      { kind: 'offline_refund' },
      ['refused_scan'],
    ])
  })

  it('that a dialog for a supervisor was closed go by themselves: whoever closed it knows', () => {
    const main = new FakeMain()
    main.store.getState().notify({ kind: 'fault', fault: { kind: 'act_needs_supervisor', by: 'pin' } })
    const { faults, notice } = main.store.getState()
    expect([faults, notice]).toEqual([[], { kind: 'not_allowed' }])
  })
})

describe('the window’s title', () => {
  it('follows the place, and what the counter shows', () => {
    const outcome = { at: 'outcome', shown: null, storeId: '' } as const
    expect([
      titleWords('counter', { at: 'scan' }),
      titleWords('activity', { at: 'scan' }),
      titleWords('counter', { at: 'receipt', shown: aShown(1) }),
      titleWords('counter', { ...outcome, attempt: anAttempt({ state: 'unconfirmed' }) }),
      titleWords('counter', { ...outcome, attempt: anAttempt({ state: 'sending' }) }),
    ]).toEqual([
      'Counter · Tillside',
      'Activity · Tillside',
      'Receipt · Tillside',
      'Unconfirmed · Tillside',
      'Sending · Tillside',
    ])
  })
})

describe('R pressed while the refund record is still being opened', () => {
  const opening = anAppState({ refunds: { on: false, why: 'journal_opening', replaceable: null } })

  /** A receipt that was looked up and wanted before refunds were on. */
  async function wished(): Promise<FakeMain> {
    const main = new FakeMain()
    main.store.getState().appStateChanged(opening)
    void main.store.getState().takeScan('483920174462')
    await main.answerLookup(0, succeed(aShown(1)))
    singleKeyAction('r', main.store.getState())?.()
    return main
  }

  it('opens the form once it is open', async () => {
    const main = await wished()
    const before = counter(main).at
    main.store.getState().appStateChanged(anAppState())
    expect([before, counter(main).at]).toEqual(['receipt', 'refund'])
  })

  it('opens none when refunds stay off, or the cashier has gone on', async () => {
    const main = await wished()
    main.store
      .getState()
      .appStateChanged(anAppState({ refunds: { on: false, why: 'no_keychain', replaceable: null } }))
    const off = counter(main).at
    const other = await wished()
    other.store.getState().nextCustomer()
    void other.store.getState().takeScan('483920174462')
    await other.answerLookup(1, succeed(aShown(2)))
    other.store.getState().appStateChanged(anAppState())
    expect([off, counter(other).at]).toEqual(['receipt', 'receipt'])
  })
})
