import { describe, expect, it, vi } from 'vitest'
import type { ShownTransaction } from '../../shared/contract'
import { succeed } from '../../shared/result'
import { lookupId } from '../../shared/testing/lookup-id'
import { FakeMain } from '../store/testing/fake-main'
import { anAttempt, aRecord, aShown } from '../store/testing/samples'

const after = aShown(1, { record: aRecord({ refunded: 2000, updatedAt: '2026-11-21 10:40:00' }) })

/** A counter at the outcome of a refund that main answered so. */
async function withOutcome(
  shown: ShownTransaction | null,
  change: Parameters<typeof anAttempt>[0] = {},
): Promise<FakeMain> {
  const main = new FakeMain()
  void main.store.getState().takeScan('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  const { startRefund, editDraft, confirmRefund } = main.store.getState()
  startRefund()
  editDraft({ reason: 'damaged' })
  void confirmRefund()
  await main.answerRefund(0, succeed({ attempt: anAttempt(change), shown }))
  return main
}

const at = (main: FakeMain) => main.store.getState().counter

describe('the record that a refund answers', () => {
  it('is what the window shows next, without another lookup, and is said aloud', async () => {
    const main = await withOutcome(after)
    main.store.getState().showReceipt()
    expect([at(main), main.lookups.length]).toEqual([{ at: 'receipt', shown: after }, 1])
    await vi.waitFor(
      () =>
        expect(main.store.getState().announcement.text).toBe(
          'HK$120.50, Partly refunded. HK$100.50 is refundable.',
        ),
      20_000,
    )
  })

  it('can be refunded further from', async () => {
    const main = await withOutcome(after)
    main.store.getState().showReceipt()
    main.store.getState().startRefund()
    main.store.getState().editDraft({ reason: 'damaged' })
    void main.store.getState().confirmRefund()
    expect(main.refunds[1]).toMatchObject({
      lookup: lookupId(1),
      amount: { hundredths: 10050, currency: 'HKD' },
    })
  })

  it('is not there when the answer held none: then only a lookup shows the receipt', async () => {
    const main = await withOutcome(null)
    main.store.getState().showReceipt()
    expect(at(main)).toMatchObject({ at: 'outcome', shown: null, storeId: 'store-1' })
  })

  it.each([
    { state: 'unconfirmed', since: 9000 } as const,
    { alarms: [{ alarm: 'more_than_ours', at: 9000, acknowledged: null }] } as const,
  ])('is old once the refund stands otherwise: %j', async (change) => {
    const main = await withOutcome(after)
    main.store.getState().attemptChanged(anAttempt({ nextCheckAt: '2026-11-21T10:00:00.000Z' }))
    const same = at(main)
    main.store.getState().attemptChanged(anAttempt(change))
    expect([same, at(main)]).toMatchObject([{ shown: after }, { shown: null }])
  })

  it('is not taken when main told something newer before it answered', async () => {
    const main = new FakeMain()
    void main.store.getState().takeScan('483920174462')
    await main.answerLookup(0, succeed(aShown(1)))
    const { startRefund, editDraft, confirmRefund, attemptChanged } = main.store.getState()
    startRefund()
    editDraft({ reason: 'damaged' })
    void confirmRefund()
    attemptChanged(anAttempt({ state: 'unconfirmed', since: 9000 }))
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: after }))
    expect(at(main)).toMatchObject({ attempt: { state: 'unconfirmed' }, shown: null })
  })
})
