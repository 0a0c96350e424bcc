import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { anAppState } from '../../shared/testing/app-state-sample'
import { aRecord } from '../../shared/testing/record-sample'
import { actionOf, singleKeyAction } from '../keys/key-bindings'
import { dismissFault, notify, type OpenDialog, store } from '../store/store'
import { type PlayedMain, playAnswered, playForm, playMain, settled } from '../store/testing/play-main'
import { anAttempt, aShown, unreadLock } from '../store/testing/samples'
import { appStateChanged } from './app-state'
import { attemptChanged, lookUpAgain, nextCustomer, refreshCopy, takeScan, tryAgain } from './lookups'
import { closeDialog, openAttempt, openDialog, typedInDialog } from './navigation'
import { confirmRefund, editDraft, startRefund } from './refunds'

const offline: Fault = { kind: 'not_connected', reason: 'refused', detail: '' }
const typed = { scope: 'part', amountText: '20.25', reason: 'wrong_item' } as const
const draft = { ...typed, amountCheck: 'taken', otherReason: '', confirmed: false }

const printFailed = { kind: 'fault', fault: { kind: 'print_failed', why: 'printer' } } as const
const lineAway = { kind: 'fault', fault: offline } as const

const withForm = () => playForm(typed)

async function lineBack(): Promise<void> {
  const at = { since: '2026-11-21T09:00:00.000Z' }
  store.setState({ app: anAppState({ connection: { state: 'offline', ...at } }) })
  appStateChanged(anAppState({ connection: { state: 'online', ...at } }))
  await settled()
}

const press = (key: string) => singleKeyAction(key, store.getState())?.()
const pressEscape = () => actionOf('Escape', store.getState())?.()
const counter = () => store.getState().counter
const form = { at: 'refund', shown: aShown(2), draft, needs: null }

describe('what was filled in', () => {
  it('is there again after Esc and R', async () => {
    await withForm()
    pressEscape()
    const between = counter().at
    press('r')
    expect([between, counter()]).toEqual(['receipt', { ...form, shown: aShown(1) }])
  })

  it('is gone with the next receipt, and with the next customer', async () => {
    const main = await withForm()
    void takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2, { record: aRecord({ id: 'internal-2' }) })))
    const after = store.getState().keptForm
    await withForm()
    pressEscape()
    nextCustomer()
    expect([after, store.getState().keptForm]).toEqual([null, null])
  })

  it.each([
    ['was stopped', fail({ kind: 'stale_answer' } satisfies Fault)],
    ['was not sent', succeed({ attempt: anAttempt({ state: 'not_sent' }), shown: null })],
    ['was refused', succeed({ attempt: anAttempt({ state: 'refused' }), shown: null })],
  ] as const)(
    'is on the form again, on a fresh look-up, when a refund that %s is tried again',
    async (_, answer) => {
      const main = await playAnswered(answer, typed)
      void tryAgain()
      expect(main.lookups.length).toBe(2)
      await main.answerLookup(1, succeed(aShown(2)))
      expect(counter()).toEqual(form)
    },
  )

  it('is worked out from the refund itself where the window was loaded again', async () => {
    const main = playMain()
    const { intent } = anAttempt()
    const reason = { code: 'other', text: 'Scratched' }
    const attempt = anAttempt({ state: 'not_sent', intent: { ...intent, amount: 2025, reason } })
    store.setState({ counter: { at: 'outcome', attempt, shown: null, storeId: '' } })
    void tryAgain()
    await main.answerLookup(0, succeed(aShown(1)))
    const before = { ...draft, reason: 'other', otherReason: 'Scratched' }
    expect(counter()).toEqual({ ...form, shown: aShown(1), draft: before })
  })

  it('is not kept once the money went back, also where that came out later', async () => {
    await playAnswered(succeed({ attempt: anAttempt(), shown: aShown(2) }), typed)
    const atOnce = store.getState().keptForm
    await playAnswered(succeed({ attempt: anAttempt({ state: 'refusal_seen' }), shown: null }), typed)
    const kept = store.getState().keptForm
    attemptChanged(anAttempt({ state: 'unconfirmed' }))
    expect([atOnce, kept, store.getState().keptForm]).toEqual([null, expect.anything(), null])
  })

  it('is not kept where Tillside failed during the refund: the money may have gone', async () => {
    await playAnswered(fail({ kind: 'bug', detail: 'No such line' }), typed)
    expect([counter().at, store.getState().keptForm]).toEqual(['broken', null])
  })
})

describe('Try again while the line is away', () => {
  async function triedAgainOffline(saved: boolean): Promise<PlayedMain> {
    const main = await playAnswered(
      succeed({ attempt: anAttempt({ state: 'not_sent' }), shown: null }),
      typed,
    )
    if (saved) main.savedCopy = aShown(1, { source: 'saved' })
    void tryAgain()
    await settled()
    await main.answerLookup(1, fail(offline))
    return main
  }

  it.each([
    ['a saved copy', true, 'receipt'],
    ['no saved copy', false, 'missed'],
  ] as const)('opens the form when it is back, with %s meanwhile', async (_, saved, meanwhile) => {
    const main = await triedAgainOffline(saved)
    const between = counter().at
    await lineBack()
    await main.answerLookup(2, succeed(aShown(3)))
    expect([between, counter()]).toEqual([meanwhile, { ...form, shown: aShown(3) }])
  })

  it('opens none once the cashier did something else', async () => {
    await triedAgainOffline(true)
    nextCustomer()
    await lineBack()
    expect([counter().at, store.getState().keptForm]).toEqual(['scan', null])
  })
})

it('a scanned code stays a scanned one when it is looked up as another code type', async () => {
  const main = playMain()
  void takeScan('B1234')
  await settled()
  await main.answerLookup(0, fail({ kind: 'service_error', httpStatus: 500, message: '' }))
  void lookUpAgain('cashier', 'custom_id')
  await settled()
  expect(main.lookups[1]).toMatchObject({ code: 'B1234', match: 'custom_id', typed: false })
})

it('a lookup that nobody asked for is known as such, so that it takes the focus from no text field', async () => {
  const main = playMain()
  main.savedCopy = aShown(1, { source: 'saved' })
  void takeScan('483920174462')
  await settled()
  await main.answerLookup(0, fail(offline))
  const asked = store.getState().backgroundLookup
  void refreshCopy()
  await main.answerLookup(1, succeed(aShown(2)))
  expect([asked, store.getState().backgroundLookup]).toEqual([null, main.lookups[1]?.lookup])
})

it('a lookup that an outage cut off is repeated once it is over, but once only where no answer comes', async () => {
  const main = playMain()
  const cutOff = fail({ kind: 'no_answer', reason: 'reset', detail: '' } satisfies Fault)
  void takeScan('483920174462')
  await main.answerLookup(0, cutOff)
  await lineBack()
  const repeated = main.lookups.length
  await main.answerLookup(1, cutOff)
  await lineBack()
  expect([repeated, main.lookups.length, counter().at]).toEqual([2, 2, 'missed'])
})

it('Confirm on a form that is not whole sends nothing, sounds, and says and leads to what is missing each time', async () => {
  const main = await withForm()
  editDraft({ reason: null })
  await confirmRefund()
  await confirmRefund()
  expect(store.getState().announcement.text).toBe('Choose a reason.')
  expect([main.refunds, main.sounds, counter()]).toEqual([
    [],
    ['refused_scan', 'refused_scan'],
    { ...form, shown: aShown(1), draft: { ...draft, reason: null }, confirmAttempts: 2 },
  ])
})

describe('a second tap or key', () => {
  afterEach(() => void vi.useRealTimers())

  it('does nothing in the moment in which an outcome appears, and what it says after it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await playAnswered(succeed({ attempt: anAttempt(), shown: null }), typed)
    const pressBoth = async () => {
      press('p')
      pressEscape()
      await settled()
      return [counter().at, store.getState().papers.length === 0]
    }
    const atOnce = await pressBoth()
    vi.advanceTimersByTime(600)
    expect([atOnce, await pressBoth()]).toEqual([
      ['outcome', true],
      ['scan', false],
    ])
  })

  it('does nothing again when the outcome becomes another one by itself', async () => {
    await playAnswered(succeed({ attempt: anAttempt({ state: 'unconfirmed' }), shown: null }), typed)
    store.setState({ pressesFrom: 0 })
    attemptChanged(anAttempt({ state: 'refunded', since: 3000 }))
    pressEscape()
    expect(counter().at).toBe('outcome')
  })
})

describe('a dialog in which something was typed', () => {
  it.each<[string, OpenDialog, boolean]>([
    ['is', { at: 'decide' }, true],
    [
      'nor the one that says what a new record took over is',
      { at: 'record_begun', takenOver: { attempts: 2, undecided: 1, unread: 0, missing: 1 } },
      false,
    ],
  ])('%s not closed by a scan, which is refused with a sound and a word', async (_which, dialog, isTyped) => {
    const main = playMain()
    openDialog(dialog)
    if (isTyped) typedInDialog(true)
    await takeScan('B1234')
    expect(store.getState()).toMatchObject({ dialog, notice: { kind: 'scan_refused_dialog' } })
    expect([main.sounds, main.lookups]).toEqual([['refused_scan'], []])
  })

  it('says nothing of the next dialog, which a scan closes as ever', async () => {
    const main = playMain()
    openDialog({ at: 'decide' })
    typedInDialog(true)
    closeDialog()
    openDialog({ at: 'keys' })
    void takeScan('B1234')
    await settled()
    expect([store.getState().dialog, main.lookups.length]).toEqual([null, 1])
  })
})

describe('messages', () => {
  it('of what failed stay through other messages, each once, until they are read or the next receipt is looked up', async () => {
    playMain()
    for (const notice of [printFailed, lineAway, { ...printFailed }]) notify(notice)
    notify({ kind: 'settings_saved' })
    const { faults, notice } = store.getState()
    const [read] = faults
    if (read !== undefined) dismissFault(read)
    const left = store.getState().faults
    void takeScan('B1234')
    expect([faults, notice]).toEqual([[lineAway, printFailed], { kind: 'settings_saved' }])
    expect([left, store.getState().faults]).toEqual([[printFailed], []])
  })

  it('of what failed are closed by Esc, the newest first, before it leaves anything', async () => {
    await withForm()
    notify(printFailed)
    notify(lineAway)
    const pressed = () => {
      pressEscape()
      return [store.getState().faults, counter().at]
    }
    expect([pressed(), pressed(), pressed()]).toEqual([
      [[printFailed], 'refund'],
      [[], 'refund'],
      [[], 'receipt'],
    ])
  })

  it('of what failed are not taken away by what the window asks by itself', async () => {
    const main = playMain()
    void takeScan('B1234')
    await main.answerLookup(0, fail(offline))
    notify(lineAway)
    await lineBack()
    expect([main.lookups.length, store.getState().faults.length]).toEqual([2, 1])
  })

  it('say why R does nothing while the line is down', async () => {
    const main = playMain()
    main.savedCopy = aShown(1, { source: 'saved' })
    void takeScan('B1234')
    await main.answerLookup(0, fail(offline))
    startRefund()
    expect(store.getState()).toMatchObject({ counter: { at: 'receipt' }, notice: { kind: 'unasked_refund' } })
    expect(main.sounds).toEqual(['refused_scan'])
  })

  it('that a dialog for a supervisor was closed go by themselves: whoever closed it knows', () => {
    playMain()
    notify({ kind: 'fault', fault: { kind: 'act_needs_role', role: 'manager', by: 'person' } })
    const { faults, notice } = store.getState()
    expect([faults, notice]).toEqual([[], { kind: 'not_allowed' }])
  })
})

describe('R pressed while the refund record is still being opened', () => {
  const opening = anAppState({ refunds: { on: false, why: 'journal_opening', replaceable: null } })

  /** A receipt whose Refund was pressed before refunds were on. */
  async function wished(): Promise<PlayedMain> {
    const main = playMain()
    appStateChanged(opening)
    void takeScan('483920174462')
    await main.answerLookup(0, succeed(aShown(1)))
    press('r')
    return main
  }

  it('opens the form once it is open', async () => {
    await wished()
    const before = counter().at
    appStateChanged(anAppState())
    expect([before, counter().at]).toEqual(['receipt', 'refund'])
  })

  it('shows the lock that only the record knew', async () => {
    const main = await wished()
    const { id } = aShown(1).record
    main.standing = { id, lock: unreadLock, stale: null }
    appStateChanged(anAppState())
    await settled()
    const now = counter()
    expect(now.at === 'refund' && now.shown.lock).toEqual(unreadLock)
  })

  it('opens none when refunds stay off, or the cashier has gone on', async () => {
    await wished()
    appStateChanged(anAppState({ refunds: { on: false, why: 'no_keychain', replaceable: null } }))
    const off = counter().at
    const other = await wished()
    nextCustomer()
    void takeScan('483920174462')
    await other.answerLookup(1, succeed(aShown(2)))
    appStateChanged(anAppState())
    expect([off, counter().at]).toEqual(['receipt', 'receipt'])
  })

  it('opens none behind a refund that was opened in Activity', async () => {
    await wished()
    openAttempt('R-7K3QX9A2MD')
    appStateChanged(anAppState())
    expect([store.getState().place, counter().at]).toEqual(['activity', 'receipt'])
  })
})

it('a tap that was meant for what stood there confirms no form that an outage or the opening record brings back', async () => {
  const main = await withForm()
  await lineBack()
  await confirmRefund()
  const afterOutage = [counter().at, main.refunds.length]
  appStateChanged(anAppState({ refunds: { on: false, why: 'no_keychain', replaceable: null } }))
  store.setState({ pressesFrom: 0 })
  appStateChanged(anAppState())
  await confirmRefund()
  expect([afterOutage, main.refunds.length]).toEqual([['refund', 0], 0])
  store.setState({ pressesFrom: 0 })
  void confirmRefund()
  expect(main.refunds.length).toBe(1)
})

it('the second tap of Refund does not confirm a form that was left filled in, also where the service was asked first', async () => {
  const main = await withForm()
  pressEscape()
  startRefund()
  void confirmRefund()
  const atOnce = [counter().at, main.refunds.length]
  pressEscape()
  main.savedCopy = aShown(2, { source: 'saved' })
  void takeScan('483920174462')
  await settled()
  startRefund()
  await main.answerLookup(1, succeed(aShown(2)))
  void confirmRefund()
  expect([atOnce, counter().at, main.refunds.length]).toEqual([['refund', 0], 'refund', 0])
  // Whoever changes something is at the form.
  editDraft({ reason: 'damaged' })
  void confirmRefund()
  await settled()
  expect(main.refunds).toHaveLength(1)
})

it('the second tap of Try again does not confirm the form that opens in its place', async () => {
  const main = await playAnswered(succeed({ attempt: anAttempt({ state: 'not_sent' }), shown: null }))
  void tryAgain()
  await main.answerLookup(1, succeed(aShown(2)))
  await confirmRefund()
  expect([store.getState().counter.at, main.refunds.length]).toEqual(['refund', 1])
})
