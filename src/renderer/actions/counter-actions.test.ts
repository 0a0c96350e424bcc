import { describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { aRecord } from '../../shared/testing/record-sample'
import { actionOf, singleKeyAction } from '../keys/key-bindings'
import { store } from '../store/store'
import { playAnswered, playForm, playMain, playReceipt, settled } from '../store/testing/play-main'
import { anAttempt, aSending, aShown, aStale, lockedBy, unreadLock } from '../store/testing/samples'
import { askMissedAgain, attemptChanged, nextCustomer, takeScan } from './lookups'
import { go, openDialog } from './navigation'
import { confirmRefund, editDraft, leaveRefund, showReceipt, startRefund } from './refunds'
import { readPrivate } from './related'

const at = () => store.getState().counter

describe('a scan', () => {
  it('withdraws the receipt before it at once', async () => {
    await playReceipt()
    void takeScan('730018824419')
    const lookup = { id: lookupId(2), code: '730018824419', match: 'automatic', typed: false }
    expect(at()).toEqual({ at: 'looking', lookup })
  })

  it('paints only if it is the newest, whatever order the answers come in', async () => {
    const main = playMain()
    void takeScan('A1234')
    void takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2, { code: 'B1234' })))
    await main.answerLookup(0, succeed(aShown(1, { code: 'A1234' })))
    expect([main.lookups.map((each) => each.lookup), at()]).toEqual([
      [lookupId(1), lookupId(2)],
      { at: 'receipt', shown: aShown(2, { code: 'B1234' }) },
    ])
  })

  it('sounds where it finds nothing, and not again where the window asks by itself', async () => {
    const main = playMain()
    const away = fail({ kind: 'not_connected', reason: 'refused', detail: '' } as const)
    void takeScan('483920174462')
    await main.answerLookup(0, away)
    const scanned = store.getState().sounded
    void askMissedAgain()
    await main.answerLookup(1, away)
    expect([scanned.sound, at().at, store.getState().sounded]).toEqual(['refused_scan', 'missed', scanned])
  })

  it('of pages of text is too long for a code, and no mistake of ours', async () => {
    const main = playMain()
    void takeScan('9'.repeat(5000))
    await settled()
    const fault = { kind: 'code_too_long', maxLength: 64 }
    expect([main.lookups.length, at()]).toMatchObject([0, { at: 'missed', fault }])
  })

  it('is refused with a sound and a word while a refund is being sent', async () => {
    const main = await playForm()
    void confirmRefund()
    await takeScan('B1234')
    const { notice } = store.getState()
    expect([main.sounds, notice, main.lookups.length]).toEqual([
      ['refused_scan'],
      { kind: 'scan_refused' },
      1,
    ])
  })

  it('leaves an outcome for others to read that has only just come', async () => {
    const main = await playAnswered(fail({ kind: 'stale_answer' }))
    await takeScan('B1234')
    const first = [at().at, main.lookups.length, store.getState().notice]
    store.setState({ place: 'activity' })
    void takeScan('B1234')
    expect([first, at().at]).toEqual([['stopped', 1, { kind: 'scan_refused' }], 'looking'])
  })

  it('of nothing but spaces and control characters asks nobody', async () => {
    const main = playMain()
    await takeScan(' \u001d ')
    expect([main.lookups, at().at]).toEqual([[], 'missed'])
  })

  it('brings the counter back from another place and closes what was open', async () => {
    playMain()
    go('settings')
    openDialog({ at: 'keys' })
    void takeScan('A1234')
    const { place, dialog } = store.getState()
    expect([place, dialog]).toEqual(['counter', null])
  })
})

describe('a refund', () => {
  it('carries the lookup, the id, the amount and the reason', async () => {
    const main = await playForm()
    void confirmRefund()
    expect(main.refunds).toEqual([
      {
        lookup: lookupId(1),
        id: 'internal-1',
        refunded: 0,
        amount: { hundredths: 12050, currency: 'HKD' },
        reason: { code: 'damaged', text: '' },
        confirmed: false,
      },
    ])
  })

  it('is sent once, however often it is confirmed', async () => {
    const main = await playForm()
    for (let press = 0; press < 100; press += 1) void confirmRefund()
    expect(main.refunds.length).toBe(1)
  })

  it('shows its outcome, and what main learns later, which is told by sound and to a screen reader', async () => {
    const main = await playForm()
    void confirmRefund()
    const [attempt, later] = [anAttempt({ state: 'unconfirmed' }), anAttempt({ since: 9000 })]
    await main.answerRefund(0, succeed({ attempt, shown: null }))
    const [before, { announcement }] = [at(), store.getState()]
    attemptChanged(later)
    const outcome = { at: 'outcome', shown: null, storeId: 'store-1' }
    expect([before, at()]).toEqual([
      { ...outcome, attempt },
      { ...outcome, attempt: later },
    ])
    expect(main.sounds).toEqual(['attention', 'done'])
    expect(store.getState().announcement.number).toBeGreaterThan(announcement.number)
  })

  it('that main stopped before sending says so, and can be gone back from', async () => {
    await playAnswered(fail({ kind: 'stale_answer' }))
    const stopped = at().at
    store.setState({ pressesFrom: 0 })
    actionOf('Escape', store.getState())?.()
    expect([stopped, at()]).toEqual(['stopped', { at: 'receipt', shown: aShown(1) }])
  })

  it.each([
    { kind: 'refunded_elsewhere', record: aRecord({ refunded: 12050, status: 'refunded' }) },
    { kind: 'transaction_changed', changes: [], record: aRecord({ refunded: 500 }) },
  ] as const)('stopped as $kind leaves the receipt of the newer answer', async (fault) => {
    const main = await playForm()
    void confirmRefund()
    const { record } = fault
    await main.answerRefund(0, fail(fault))
    const stopped = at()
    leaveRefund()
    const shown = { ...aShown(1), record }
    expect([stopped, at()]).toMatchObject([
      { at: 'stopped', shown },
      { at: 'receipt', shown },
    ])
  })

  it('stopped because the rest was refunded elsewhere says how much that was, without what was refunded before', async () => {
    const main = await playReceipt(aShown(1, { record: aRecord({ refunded: 2000 }) }))
    startRefund()
    editDraft({ reason: 'damaged' })
    void confirmRefund()
    await main.answerRefund(0, fail({ kind: 'refunded_elsewhere', record: aRecord({ refunded: 12050 }) }))
    expect(at()).toMatchObject({ at: 'stopped', amount: { hundredths: 10050, currency: 'HKD' } })
  })

  it('is never called not sent when Something went wrong in Tillside', async () => {
    await playAnswered(fail({ kind: 'bug', detail: 'channel closed' }))
    expect(at()).toEqual({
      at: 'broken',
      shown: aShown(1),
      amount: { hundredths: 12050, currency: 'HKD' },
      detail: 'channel closed',
    })
    const { announcement } = store.getState()
    expect(announcement.text).toBe(
      'Something went wrong in Tillside during a refund of HK$120.50. Do not refund on any till and do not pay cash. Activity shows whether it was sent.',
    )
  })

  it('being sent cannot be left', async () => {
    await playForm()
    void confirmRefund()
    go('settings')
    nextCustomer()
    openDialog({ at: 'keys' })
    expect(store.getState()).toMatchObject({ place: 'counter', dialog: null, counter: { at: 'sending' } })
  })

  it.each([
    ['an undecided refund', { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) }, {}],
    ['a refund that can’t be read any more', { lock: unreadLock }, {}],
    ['an answer that is older than another', { stale: aStale() }, {}],
    ['a saved copy', { source: 'saved' }, {}],
    ['a failed payment', { record: aRecord({ status: 'failed' }) }, {}],
    ['refunds being off', {}, { refunds: { on: false, why: 'no_keychain', replaceable: null } }],
    ['no network', {}, { connection: { state: 'offline', since: '2026-11-21T09:00:00Z' } }],
  ] as const)('cannot be started with %s', async (_why, change, app) => {
    await playReceipt(aShown(1, change))
    store.setState({ app: anAppState(app) })
    singleKeyAction('r', store.getState())?.()
    expect(at().at).toBe('receipt')
  })

  it('asks once more for a status that nobody knows', async () => {
    const main = await playReceipt(aShown(1, { record: aRecord({ status: 'on_hold' }) }))
    startRefund()
    editDraft({ reason: 'damaged' })
    await confirmRefund()
    const without = main.refunds.length
    editDraft({ confirmed: true })
    void confirmRefund()
    expect([without, main.refunds[0]?.confirmed]).toEqual([0, true])
  })
})

const after = aShown(1, { record: aRecord({ refunded: 2000, updatedAt: '2026-11-21 10:40:00' }) })

/** A counter at the outcome that main answered with this record. */
const withOutcome = (shown: ShownTransaction | null) => playAnswered(succeed({ attempt: anAttempt(), shown }))

describe('the record that a refund answers', () => {
  it('is what the window shows next, without another lookup, and is said aloud; more of it can be refunded', async () => {
    const main = await withOutcome(after)
    showReceipt()
    expect([at(), main.lookups.length]).toEqual([{ at: 'receipt', shown: after }, 1])
    const said = 'HK$120.50, Partly refunded. HK$100.50 is refundable.'
    await vi.waitFor(() => expect(store.getState().announcement.text).toBe(said), 20_000)
    startRefund()
    editDraft({ reason: 'damaged' })
    void confirmRefund()
    expect(main.refunds[1]).toMatchObject({ lookup: lookupId(1), amount: { hundredths: 10050 } })
  })

  it('is not there when the answer held none: then only a lookup shows the receipt', async () => {
    await withOutcome(null)
    showReceipt()
    expect(at()).toMatchObject({ at: 'outcome', shown: null, storeId: 'store-1' })
  })

  it.each([
    { state: 'unconfirmed', since: 9000 } as const,
    { alarms: [{ alarm: 'more_than_ours', at: 9000, acknowledged: null }] } as const,
  ])('is old once the refund stands otherwise: %j', async (change) => {
    await withOutcome(after)
    attemptChanged(anAttempt({ nextCheckAt: '2026-11-21T10:00:00.000Z' }))
    const same = at()
    attemptChanged(anAttempt(change))
    expect([same, at()]).toMatchObject([{ shown: after }, { shown: null }])
  })

  it('is not taken when main told something newer before it answered', async () => {
    const main = await playForm()
    void confirmRefund()
    attemptChanged(anAttempt({ state: 'sending' }))
    // An alarm of the same moment: only its line is later.
    const alarmed = anAttempt({
      line: anAttempt().line + 1,
      alarms: [{ alarm: 'more_than_ours', at: 1, acknowledged: null }],
    })
    attemptChanged(alarmed)
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: after }))
    expect(at()).toMatchObject({ attempt: alarmed, shown: null })
  })
})

it('no dialog for a role opens over a refund that is being sent', async () => {
  const needed = fail({ kind: 'act_needs_role', role: 'supervisor', by: 'person' } as const)
  playMain({ counter: aSending() }, { 'lookup:private': async () => needed })
  await readPrivate(lookupId(1))
  expect(store.getState().dialog).toBeNull()
})
