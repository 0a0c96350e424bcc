import { describe, expect, it, vi } from 'vitest'
import { succeed } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import { lookupId } from '../../shared/testing/lookup-id'
import { aRecord } from '../../shared/testing/record-sample'
import { store } from '../store/store'
import { type PlayedMain, playMain } from '../store/testing/play-main'
import { anAttempt, aShown } from '../store/testing/samples'
import { attemptChanged, takeScan } from './lookups'
import { confirmRefund, editDraft, showReceipt, startRefund } from './refunds'

const after = aShown(1, { record: aRecord({ refunded: 2000, updatedAt: '2026-11-21 10:40:00' }) })

/** A counter at the outcome that main answered. */
async function withOutcome(
  shown: ShownTransaction | null,
  change: Parameters<typeof anAttempt>[0] = {},
): Promise<PlayedMain> {
  const main = playMain()
  void takeScan('483920174462')
  await main.answerLookup(0, succeed(aShown(1)))
  startRefund()
  editDraft({ reason: 'damaged' })
  void confirmRefund()
  await main.answerRefund(0, succeed({ attempt: anAttempt(change), shown }))
  return main
}

const at = () => store.getState().counter

describe('the record that a refund answers', () => {
  it('is what the window shows next, without another lookup, and is said aloud', async () => {
    const main = await withOutcome(after)
    showReceipt()
    expect([at(), main.lookups.length]).toEqual([{ at: 'receipt', shown: after }, 1])
    await vi.waitFor(
      () =>
        expect(store.getState().announcement.text).toBe(
          'HK$120.50, Partly refunded. HK$100.50 is refundable.',
        ),
      20_000,
    )
  })

  it('can be refunded further from', async () => {
    const main = await withOutcome(after)
    showReceipt()
    startRefund()
    editDraft({ reason: 'damaged' })
    void confirmRefund()
    expect(main.refunds[1]).toMatchObject({
      lookup: lookupId(1),
      amount: { hundredths: 10050, currency: 'HKD' },
    })
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
    const main = playMain()
    void takeScan('483920174462')
    await main.answerLookup(0, succeed(aShown(1)))
    startRefund()
    editDraft({ reason: 'damaged' })
    void confirmRefund()
    attemptChanged(anAttempt({ state: 'unconfirmed', since: 9000 }))
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: after }))
    expect(at()).toMatchObject({ attempt: { state: 'unconfirmed' }, shown: null })
  })
})
