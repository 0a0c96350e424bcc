import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { chordAction, escapeAction, keysNow, singleKeyAction } from '../keys/key-bindings'
import { FakeMain } from '../store/testing/fake-main'
import { anAttempt, aRecord, aShown, aStale, lockedBy, unreadLock } from '../store/testing/samples'

/** A counter with the receipt of lookup 1 on it. */
async function withReceipt(): Promise<FakeMain> {
  const main = new FakeMain()
  void main.store.getState().takeScan('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  return main
}

/** A counter with a whole refund filled in. */
async function withRefund(): Promise<FakeMain> {
  const main = await withReceipt()
  main.store.getState().startRefund()
  main.store.getState().editDraft({ reason: 'damaged' })
  return main
}

const at = (main: FakeMain) => main.store.getState().counter

describe('a scan', () => {
  it('withdraws the receipt before it at once', async () => {
    const main = await withReceipt()
    void main.store.getState().takeScan('730018824419')
    expect(at(main)).toEqual({
      at: 'looking',
      lookup: { id: lookupId(2), code: '730018824419', match: 'automatic' },
    })
  })

  it('paints only if it is the newest, whatever order the answers come in', async () => {
    const main = new FakeMain()
    void main.store.getState().takeScan('A1234')
    void main.store.getState().takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2, { code: 'B1234' })))
    await main.answerLookup(0, succeed(aShown(1, { code: 'A1234' })))
    expect([main.lookups.map((each) => each.lookup), at(main)]).toEqual([
      [lookupId(1), lookupId(2)],
      { at: 'receipt', shown: aShown(2, { code: 'B1234' }) },
    ])
  })

  it('leaves the counter empty when Escape was pressed before its answer', async () => {
    const main = new FakeMain()
    void main.store.getState().takeScan('483920174462')
    escapeAction(main.store.getState())?.()
    await main.answerLookup(0, succeed(aShown(1)))
    expect(at(main)).toEqual({ at: 'scan' })
  })

  it('then Ctrl+Enter sends nothing of the receipt before it', async () => {
    const main = await withRefund()
    void main.store.getState().takeScan('B1234')
    chordAction('confirm', main.store.getState())?.()
    await main.store.getState().confirmRefund()
    expect(main.refunds).toEqual([])
  })

  it('is refused with a sound and a word while a refund is being sent', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    await main.store.getState().takeScan('B1234')
    expect([main.sounds, main.store.getState().notice, main.lookups.length]).toEqual([
      ['refused_scan'],
      { kind: 'scan_refused' },
      1,
    ])
  })

  it('of nothing but spaces and control characters asks nobody', async () => {
    const main = new FakeMain()
    await main.store.getState().takeScan(' \u001d ')
    expect([main.lookups, at(main).at]).toEqual([[], 'missed'])
  })

  it('shows why when main says that another lookup has taken over', async () => {
    const main = new FakeMain()
    void main.store.getState().takeScan('A1234')
    await main.answerLookup(0, fail({ kind: 'lookup_superseded' }))
    expect(at(main)).toMatchObject({ at: 'missed', fault: { kind: 'lookup_superseded' } })
  })

  it('is followed by the list of what was looked up last as main pushes it', () => {
    const main = new FakeMain()
    const { code, foundBy, record, at: time } = aShown(1)
    const recent = [{ code, foundBy, record, at: time, lockedBy: null }]
    main.store.getState().recentChanged(recent)
    expect(main.store.getState().recent).toEqual(recent)
  })

  it('brings the counter back from another place and closes what was open', async () => {
    const main = new FakeMain()
    main.store.getState().go('settings')
    main.store.getState().openDialog('keys')
    void main.store.getState().takeScan('A1234')
    const { place, dialog } = main.store.getState()
    expect([place, dialog]).toEqual(['counter', null])
  })
})

describe('a refund', () => {
  it('carries the lookup, the id, the amount and the reason', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    expect(main.refunds).toEqual([
      {
        lookup: lookupId(1),
        id: 'internal-1',
        amount: { hundredths: 12050, currency: 'HKD' },
        reason: 'Damaged item',
        confirmed: false,
      },
    ])
  })

  it('is sent once, however often it is confirmed', async () => {
    const main = await withRefund()
    for (let press = 0; press < 100; press += 1) void main.store.getState().confirmRefund()
    expect(main.refunds.length).toBe(1)
  })

  it('is not sent without a reason', async () => {
    const main = await withReceipt()
    main.store.getState().startRefund()
    await main.store.getState().confirmRefund()
    expect([main.refunds, main.store.getState().announcement.text]).toEqual([[], 'Choose a reason.'])
  })

  it('shows its outcome, and what main learns later', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    const unconfirmed = anAttempt({ state: 'unconfirmed' })
    await main.answerRefund(0, succeed({ attempt: unconfirmed, shown: null }))
    const before = at(main)
    main.store.getState().attemptChanged(anAttempt({ state: 'refunded', since: 9000 }))
    expect([before, at(main)]).toEqual([
      { at: 'outcome', attempt: unconfirmed, shown: null, storeId: 'store-1' },
      {
        at: 'outcome',
        attempt: anAttempt({ state: 'refunded', since: 9000 }),
        shown: null,
        storeId: 'store-1',
      },
    ])
  })

  it('that main stopped before sending says so, and can be gone back from', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, fail({ kind: 'stale_answer' }))
    const stopped = at(main).at
    main.store.setState({ pressesFrom: 0 })
    escapeAction(main.store.getState())?.()
    expect([stopped, at(main)]).toEqual(['stopped', { at: 'receipt', shown: aShown(1) }])
  })

  it('that another till was faster with leaves the receipt of the newer answer', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    const record = aRecord({ refunded: 12050, status: 'refunded' })
    await main.answerRefund(0, fail({ kind: 'refunded_elsewhere', record }))
    const stopped = at(main)
    main.store.getState().leaveRefund()
    expect([stopped, at(main)]).toEqual([
      expect.objectContaining({ at: 'stopped', shown: { ...aShown(1), record } }),
      { at: 'receipt', shown: { ...aShown(1), record } },
    ])
  })

  it('is never called not sent when Something went wrong in Tillside', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, fail({ kind: 'bug', detail: 'channel closed' }))
    expect(at(main)).toEqual({
      at: 'broken',
      shown: aShown(1),
      amount: { hundredths: 12050, currency: 'HKD' },
      detail: 'channel closed',
    })
  })

  it('being sent cannot be left', async () => {
    const main = await withRefund()
    void main.store.getState().confirmRefund()
    const state = main.store.getState()
    state.go('settings')
    state.nextCustomer()
    state.openDialog('keys')
    const { place, dialog, counter } = main.store.getState()
    expect([
      place,
      dialog,
      counter.at,
      escapeAction(main.store.getState()),
      keysNow(main.store.getState()),
    ]).toEqual(['counter', null, 'sending', null, []])
  })

  it.each([
    ['an undecided refund', aShown(1, { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) }), anAppState()],
    ['a refund that can’t be read any more', aShown(1, { lock: unreadLock }), anAppState()],
    ['an answer that is older than another', aShown(1, { stale: aStale() }), anAppState()],
    ['a saved copy', aShown(1, { source: 'saved' }), anAppState()],
    ['a failed payment', aShown(1, { record: aRecord({ status: 'failed' }) }), anAppState()],
    [
      'refunds being off',
      aShown(1),
      anAppState({ refunds: { on: false, why: 'no_keychain', replaceable: null } }),
    ],
    [
      'no network',
      aShown(1),
      anAppState({ connection: { state: 'offline', since: '2026-11-21T09:00:00Z' } }),
    ],
  ])('cannot be started with %s', async (_why, shown, app) => {
    const main = new FakeMain()
    main.store.getState().appStateChanged(app)
    void main.store.getState().takeScan('483920174462')
    await main.answerLookup(0, succeed(shown))
    const key = singleKeyAction('r', main.store.getState())
    key?.()
    expect(at(main).at).toBe('receipt')
  })

  it('asks once more for a status that nobody knows', async () => {
    const main = new FakeMain()
    void main.store.getState().takeScan('483920174462')
    await main.answerLookup(0, succeed(aShown(1, { record: aRecord({ status: 'on_hold' }) })))
    const { startRefund, editDraft, confirmRefund } = main.store.getState()
    startRefund()
    editDraft({ reason: 'damaged' })
    await confirmRefund()
    const without = main.refunds.length
    editDraft({ confirmed: true })
    void confirmRefund()
    expect([without, main.refunds[0]?.confirmed]).toEqual([0, true])
  })
})
