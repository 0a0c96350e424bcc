import { describe, expect, it } from 'vitest'
import { lost, minute, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { refund, honestRefund, outcome, showsWithin } = shop

describe('refunds that the policy withholds', () => {
  it('stay off and send nothing, and come on at the next start without that', async () => {
    await shop.refunds.close()
    shop.refunds = await shop.till.start({ withheld: () => 'policy_wrong' })
    const off = [shop.refunds.refundsOff(), await outcome(2000), shop.sent()]
    expect(off).toEqual(['policy_wrong', { kind: 'refunds_off', why: 'policy_wrong' }, 0])
    expect(await shop.restart()).toBe(null)
    await honestRefund(2000)
    expect(shop.sent()).toBe(1)
  })

  it('go on being asked about where they were undecided before', async () => {
    await refund(lost, 2000)
    await shop.refunds.close()
    shop.refunds = await shop.till.start({ withheld: () => 'policy_wrong' })
    expect(await showsWithin(10 * minute)).toBeGreaterThan(0)
  })
})
