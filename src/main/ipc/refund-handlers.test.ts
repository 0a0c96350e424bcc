import { describe, expect, it } from 'vitest'
import type { ShownTransaction } from '../../shared/contract'
import { fail } from '../../shared/result'
import { documentedLengths, type Transaction } from '../../shared/transaction'
import { makeShownLookups } from '../lookup/shown-lookups'
import type { RefundOrder } from '../refund/refund-desk'
import { refundHandlers } from './refund-handlers'

const counterWindow = 3
const texts = { transactionId: 'T', customId: '', companyId: '', status: 'paid', currency: 'HKD' }
const rest = { gatewayCode: '', updatedAt: '', amount: 1000, refunded: 0 }
const record: Transaction = {
  id: 'a',
  ...texts,
  ...rest,
  fields: {},
  links: [],
  details: [],
  extra: {},
  lengths: documentedLengths,
}
const shown: ShownTransaction = {
  lookup: 5,
  record,
  foundBy: 'custom_id',
  code: 'C1',
  source: 'service',
  at: '2026-11-21T09:00:00.000Z',
  locked: null,
}
const confirmed = {
  lookup: 5,
  id: 'a',
  amount: { hundredths: 250, currency: 'HKD' },
  reason: 'Damaged',
  confirmed: true,
}

function setUp(onScreen: ShownTransaction = shown) {
  const orders: RefundOrder[] = []
  const shownLookups = makeShownLookups()
  shownLookups.begin(counterWindow, onScreen.lookup)
  shownLookups.show(counterWindow, onScreen)
  const kept = { keepDays: 30, keepCopies: 50_000, watchedFolder: '' }
  const look = { theme: 'system', paper: '80mm' } as const
  const settings = { deviceId: 'd', storeName: '', cashier: 'Ana', ...look, ...kept }
  const handlers = refundHandlers({
    shownLookups,
    settings: { read: () => settings },
    refundDesk: {
      issue: async (order) => {
        orders.push(order)
        return fail({ kind: 'refund_in_progress' })
      },
    },
  })
  return { issue: handlers['refund:issue'], orders, shownLookups }
}

describe('a confirmed refund', () => {
  it('is ordered for what main itself showed under that lookup', async () => {
    const { issue, orders } = setUp()
    expect([await issue(confirmed, counterWindow), orders]).toEqual([
      fail({ kind: 'refund_in_progress' }),
      [
        {
          shown: record,
          foundBy: { kind: 'custom_id', code: 'C1' },
          amount: { hundredths: 250, currency: 'HKD' },
          reason: 'Damaged',
          confirmed: true,
          cashier: 'Ana',
        },
      ],
    ])
  })

  it.each([
    ['another lookup', { lookup: 4 }, counterWindow],
    ['a lookup that has not begun', { lookup: 6 }, counterWindow],
    ['another transaction', { id: 'b' }, counterWindow],
    ['another currency', { amount: { hundredths: 250, currency: 'JPY' } }, counterWindow],
    ['another window', {}, 4],
  ])('is refused for %s', async (_name, change, window) => {
    const { issue, orders } = setUp()
    expect([await issue({ ...confirmed, ...change }, window), orders]).toEqual([
      fail({ kind: 'screen_outdated' }),
      [],
    ])
  })

  it('is refused once a newer lookup has begun, found or not', async () => {
    const { issue, orders, shownLookups } = setUp()
    shownLookups.begin(counterWindow, 6)
    expect([await issue(confirmed, counterWindow), orders]).toEqual([fail({ kind: 'screen_outdated' }), []])
  })

  it('is refused for a saved copy', async () => {
    const { issue, orders } = setUp({ ...shown, source: 'saved' })
    expect([await issue(confirmed, counterWindow), orders]).toEqual([fail({ kind: 'saved_copy_only' }), []])
  })
})
