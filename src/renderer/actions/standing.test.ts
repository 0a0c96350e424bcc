import { describe, expect, it } from 'vitest'
import type { PaymentStanding } from '../../shared/attempt/payment-standing'
import { fail, succeed } from '../../shared/base/result'
import { lookupId } from '../../shared/testing/lookup-id'
import { askRights } from '../store/main'
import { notify, store } from '../store/store'
import { playAnswered, playForm, playMain, playReceipt, settled } from '../store/testing/play-main'
import { anAttempt, aShown, aStale, lockedBy, unreadLock } from '../store/testing/samples'
import { attemptChanged, entriesChanged, standingChanged, takeScan } from './lookups'
import { openAttempt, typedInDialog } from './navigation'
import { confirmRefund, leaveRefund, startRefund } from './refunds'

const free: PaymentStanding = { id: 'internal-1', lock: null, stale: null }
const again = { lookup: lookupId(2), code: '483920174462', match: 'transaction_id', typed: false }
const undecided = anAttempt({ state: 'unconfirmed' })

const shownOf = () => {
  const { counter } = store.getState()
  return counter.at === 'receipt' || counter.at === 'refund' ? counter.shown : null
}

describe('the payment on screen', () => {
  it('is locked as soon as a refund of it is undecided', async () => {
    await playReceipt(aShown(1))
    attemptChanged(undecided)
    expect(shownOf()?.lock).toEqual(lockedBy(undecided))
  })

  it('is looked up again when its refund is settled and main says that nothing else locks it', async () => {
    const main = await playReceipt(aShown(1, { lock: lockedBy(undecided) }))
    main.standing = free
    attemptChanged(anAttempt({ state: 'refunded' }))
    await settled()
    expect(main.lookups[1]).toEqual(again)
  })

  it('stays locked while another refund waits behind the one that was settled', async () => {
    const { intent } = undecided
    const behind = anAttempt({ state: 'unconfirmed', intent: { ...intent, marker: 'R-1111111111' } })
    const main = await playReceipt(aShown(1, { lock: lockedBy(undecided) }))
    main.standing = { ...free, lock: lockedBy(behind) }
    attemptChanged(behind)
    const first = shownOf()?.lock
    attemptChanged(anAttempt({ state: 'refunded' }))
    await settled()
    expect([first, shownOf()?.lock, main.lookups.length]).toEqual([lockedBy(undecided), lockedBy(behind), 1])
  })

  it('takes every lock and every doubt that main tells of, also while the form is open', async () => {
    await playReceipt(aShown(1))
    startRefund()
    standingChanged({ ...free, lock: unreadLock, stale: aStale() })
    standingChanged({ ...free, id: 'another payment' })
    expect([store.getState().counter.at, shownOf()]).toMatchObject([
      'refund',
      { lock: unreadLock, stale: aStale() },
    ])
  })

  it('is looked up again once nothing stands in the way any more, and not before', async () => {
    const main = await playReceipt(aShown(1, { lock: unreadLock, stale: aStale() }))
    standingChanged({ ...free, stale: aStale() })
    const before = main.lookups.length
    standingChanged(free)
    expect([before, main.lookups[1]]).toEqual([1, again])
  })

  it('is put away, not looked up, when that happens in another place', async () => {
    const main = await playReceipt(aShown(1, { lock: unreadLock }))
    openAttempt('R-7K3QX9A2MD')
    notify({ kind: 'released' })
    standingChanged(free)
    const notice = { kind: 'released' }
    expect(store.getState()).toMatchObject({ place: 'activity', counter: { at: 'scan' }, notice })
    expect(main.lookups.length).toBe(1)
  })
})

it('a lookup that nobody asked for leaves the dialog in which somebody types, and the drawer', async () => {
  const main = await playReceipt(aShown(1, { lock: unreadLock }))
  askRights({ role: 'supervisor', by: 'person' })
  typedInDialog(true)
  store.setState({ drawerOpen: true })
  standingChanged(free)
  expect(main.lookups.length).toBe(2)
  expect(store.getState()).toMatchObject({ dialog: { at: 'rights' }, dialogTyped: true, drawerOpen: true })
})

describe('what a supervisor wrote down', () => {
  it('is read again in Activity, and the payment on screen with it', async () => {
    const main = await playReceipt(aShown(1, { lock: unreadLock }))
    const before = store.getState().attemptsChanged
    main.standing = free
    await entriesChanged()
    expect([store.getState().attemptsChanged - before, main.lookups[1]]).toEqual([1, again])
  })

  it('needs no payment on the screen', async () => {
    const main = playMain()
    await entriesChanged()
    expect([store.getState().attemptsChanged, main.lookups]).toEqual([1, []])
  })
})

describe('what main tells of the payment while a refund is being sent', () => {
  it.each([
    [
      { kind: 'undecided', marker: undecided.intent.marker },
      { lock: lockedBy(undecided), stale: null },
    ],
    [{ kind: 'stale_answer' }, { lock: null, stale: aStale() }],
  ] as const)('stands on the receipt behind the refund that it stopped: %j', async (fault, blocked) => {
    const main = await playForm()
    void confirmRefund()
    await settled()
    standingChanged({ ...free, ...blocked })
    await main.answerRefund(0, fail(fault))
    leaveRefund()
    expect(shownOf()).toMatchObject(blocked)
  })

  it.each([
    ['a lock', { lock: lockedBy(undecided) }],
    ['a lower sum', { stale: aStale() }],
  ])('leaves no receipt behind its own outcome, whose record is older: %s', async (_what, blocked) => {
    const main = await playForm()
    void confirmRefund()
    await settled()
    standingChanged({ ...free, ...blocked })
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: aShown(1) }))
    expect(store.getState().counter).toMatchObject({ at: 'outcome', shown: null })
  })

  it('is not taken for that refund where it is of an earlier one', async () => {
    await playForm()
    void confirmRefund()
    await settled()
    attemptChanged(anAttempt())
    expect(store.getState().counter).toMatchObject({ at: 'sending', attempt: null })
  })
})

it.each([
  ['an open form', () => playForm()],
  ['the refund that it stopped', () => playAnswered(fail({ kind: 'undecided', marker: 'R-7K3QX9A2MD' }))],
])(
  'a block that came over %s, and ends, has the payment looked up again: its amounts are outdated',
  async (_over, play) => {
    const main = await play()
    standingChanged({ ...free, lock: lockedBy(undecided) })
    standingChanged(free)
    await settled()
    expect([main.lookups.length, store.getState().counter.at]).toEqual([2, 'looking'])
  },
)

it('a block that came over an outcome has Show receipt look the payment up: the record of the answer is outdated', async () => {
  const attempt = anAttempt({ state: 'refunded' })
  await playAnswered(succeed({ attempt, shown: aShown(1) }))
  const kept = store.getState().counter
  standingChanged({ ...free, lock: lockedBy(undecided) })
  expect([kept, store.getState().counter]).toMatchObject([{ shown: aShown(1) }, { shown: null }])
})

it.each([
  ['a block that was told', { ...free, lock: lockedBy(undecided) }, aShown(1)],
  ['the end of one', free, aShown(1, { stale: aStale() })],
])('%s before the look-up’s answer came stands on the receipt', async (_what, told, answer) => {
  const main = playMain()
  main.standing = told
  void takeScan('483920174462')
  standingChanged(told)
  await main.answerLookup(0, succeed(answer))
  await main.answerLookup(1, succeed(aShown(2)))
  expect(shownOf()).toMatchObject({ lock: told.lock, stale: told.stale })
})
