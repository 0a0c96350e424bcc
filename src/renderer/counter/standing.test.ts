import { describe, expect, it } from 'vitest'
import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { PaymentStanding } from '../../shared/payment-standing'
import { fail, succeed } from '../../shared/result'
import { lookupId } from '../../shared/testing/lookup-id'
import { FakeMain, settled } from '../store/testing/fake-main'
import { anAttempt, aShown, aStale, lockedBy, unreadLock } from '../store/testing/samples'

const free: PaymentStanding = { id: 'internal-1', lock: null, stale: null }
const again = { lookup: lookupId(2), code: '483920174462', match: 'transaction_id' }
const undecided = anAttempt({ state: 'unconfirmed' })

/** A counter with that receipt on it. */
async function withReceipt(shown: ShownTransaction): Promise<FakeMain> {
  const main = new FakeMain()
  void main.store.getState().takeScan('483920174462')
  await main.answerLookup(0, succeed(shown))
  return main
}

const shownOf = (main: FakeMain) => {
  const { counter } = main.store.getState()
  return counter.at === 'receipt' || counter.at === 'refund' ? counter.shown : null
}

describe('the payment on screen', () => {
  it('is locked as soon as a refund of it is undecided', async () => {
    const main = await withReceipt(aShown(1))
    main.store.getState().attemptChanged(undecided)
    expect(shownOf(main)?.lock).toEqual(lockedBy(undecided))
  })

  it('is looked up again when its refund is settled and main says that nothing else locks it', async () => {
    const main = await withReceipt(aShown(1, { lock: lockedBy(undecided) }))
    main.standing = free
    main.store.getState().attemptChanged(anAttempt({ state: 'refunded' }))
    await settled()
    expect(main.lookups[1]).toEqual(again)
  })

  it('stays locked while another refund waits behind the one that was settled', async () => {
    const { intent } = undecided
    const behind = anAttempt({ state: 'unconfirmed', intent: { ...intent, marker: 'R-1111111111' } })
    const main = await withReceipt(aShown(1, { lock: lockedBy(undecided) }))
    main.standing = { ...free, lock: lockedBy(behind) }
    main.store.getState().attemptChanged(behind)
    const first = shownOf(main)?.lock
    main.store.getState().attemptChanged(anAttempt({ state: 'refunded' }))
    await settled()
    expect([first, shownOf(main)?.lock, main.lookups.length]).toEqual([
      lockedBy(undecided),
      lockedBy(behind),
      1,
    ])
  })

  it('takes every lock and every doubt that main tells of, also while the form is open', async () => {
    const main = await withReceipt(aShown(1))
    main.store.getState().startRefund()
    main.store.getState().standingChanged({ ...free, lock: unreadLock, stale: aStale() })
    main.store.getState().standingChanged({ ...free, id: 'another payment' })
    expect([main.store.getState().counter.at, shownOf(main)]).toMatchObject([
      'refund',
      { lock: unreadLock, stale: aStale() },
    ])
  })

  it('is looked up again once nothing stands in the way any more, and not before', async () => {
    const main = await withReceipt(aShown(1, { lock: unreadLock, stale: aStale() }))
    main.store.getState().standingChanged({ ...free, stale: aStale() })
    const before = main.lookups.length
    main.store.getState().standingChanged(free)
    expect([before, main.lookups[1]]).toEqual([1, again])
  })

  it('is put away, not looked up, when that happens in another place', async () => {
    const main = await withReceipt(aShown(1, { lock: unreadLock }))
    main.store.getState().openAttempt('R-7K3QX9A2MD')
    main.store.getState().notify({ kind: 'released' })
    main.store.getState().standingChanged(free)
    const { place, counter, notice } = main.store.getState()
    const said = { kind: 'released' }
    expect([place, counter.at, notice, main.lookups.length]).toEqual(['activity', 'scan', said, 1])
  })
})

describe('what a supervisor wrote down', () => {
  it('is read again in Activity, and the payment on screen with it', async () => {
    const main = await withReceipt(aShown(1, { lock: unreadLock }))
    const before = main.store.getState().attemptsChanged
    main.standing = free
    await main.store.getState().entriesChanged()
    expect([main.store.getState().attemptsChanged - before, main.lookups[1]]).toEqual([1, again])
  })

  it('needs no payment on the screen', async () => {
    const main = new FakeMain()
    await main.store.getState().entriesChanged()
    expect([main.store.getState().attemptsChanged, main.lookups]).toEqual([1, []])
  })
})

describe('a refund that a supervisor must allow', () => {
  const needed: Fault = { kind: 'supervisor_needed', marker: 'R-7K3QX9A2MD' }
  const supervisor = { pin: '482915', name: 'Mei' }

  async function stopped(): Promise<FakeMain> {
    const main = await withReceipt(aShown(1))
    main.store.getState().startRefund()
    main.store.getState().editDraft({ scope: 'part', amountText: '20.25', reason: 'damaged' })
    void main.store.getState().confirmRefund()
    await main.answerRefund(0, fail(needed))
    return main
  }

  it('is sent again as it was typed, in the supervisor’s name', async () => {
    const main = await stopped()
    const asked = main.store.getState().counter
    void main.store.getState().confirmWithSupervisor(supervisor)
    const attempt = anAttempt()
    await main.answerRefund(1, succeed({ attempt, shown: null }))
    expect([asked, main.refunds[0]?.proof, main.refunds[1], main.store.getState().counter]).toMatchObject([
      { at: 'stopped', supervisorFor: { marker: 'R-7K3QX9A2MD', name: '' } },
      undefined,
      {
        ...main.refunds[0],
        proof: { with: 'pin', ...supervisor },
        amount: { hundredths: 2025, currency: 'HKD' },
      },
      { at: 'outcome', attempt },
    ])
  })

  it('asks again after a wrong PIN, and not after anything else', async () => {
    const main = await stopped()
    const { confirmWithSupervisor } = main.store.getState()
    void confirmWithSupervisor(supervisor)
    await main.answerRefund(1, fail({ kind: 'pin_wrong', waitSeconds: 0 }))
    const wrong = main.store.getState().counter
    void confirmWithSupervisor(supervisor)
    await main.answerRefund(2, fail({ kind: 'screen_outdated' }))
    expect([wrong, main.store.getState().counter]).toMatchObject([
      { at: 'stopped', fault: { kind: 'pin_wrong' }, supervisorFor: { marker: 'R-7K3QX9A2MD', name: 'Mei' } },
      { at: 'stopped', fault: { kind: 'screen_outdated' }, supervisorFor: null },
    ])
  })

  it('is not sent once the payment is locked, and by nobody for a refund that was stopped otherwise', async () => {
    const main = await stopped()
    main.store.getState().standingChanged({ ...free, lock: unreadLock })
    await main.store.getState().confirmWithSupervisor(supervisor)
    const other = await withReceipt(aShown(1))
    await other.store.getState().confirmWithSupervisor(supervisor)
    expect([main.refunds.length, shownOf(main)?.lock, other.refunds.length]).toEqual([1, unreadLock, 0])
  })
})
