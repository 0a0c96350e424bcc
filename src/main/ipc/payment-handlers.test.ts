import { expect, it } from 'vitest'
import type { PaymentStanding } from '../../shared/payment-standing'
import { fail, succeed } from '../../shared/result'
import { lookupId } from '../../shared/testing/lookup-id'
import { makeShownLookups } from '../lookup/shown-lookups'
import { aStale } from '../lookup/testing/an-attempt'
import { shown } from '../lookup/testing/related-deps'
import type { SupervisorPin } from '../vault/supervisor-pin'
import { paymentHandlers } from './payment-handlers'

const standing: PaymentStanding = { id: shown.record.id, lock: null, stale: aStale }
const word = { supervisor: 'Mei', why: 'The bank sent it back' }
const wrong = fail({ kind: 'pin_wrong', waitSeconds: 0 } as const)
const outdated = fail({ kind: 'screen_outdated' } as const)

function setUp(meanwhile: () => void = () => undefined) {
  const asked: unknown[] = []
  const pins: string[] = []
  const shownLookups = makeShownLookups()
  shownLookups.begin(shown.lookup)
  shownLookups.show(shown, { service: null })
  const check: SupervisorPin['check'] = async (pin) => {
    pins.push(pin)
    meanwhile()
    return pin === '482915' ? succeed(null) : wrong
  }
  const handlers = paymentHandlers({
    shownLookups,
    supervisorPin: { check },
    refundService: {
      standingOf: (id) => ({ ...standing, id }),
      acceptLower: async (...order) => {
        asked.push(order)
        return succeed({ ...standing, stale: null })
      },
      release: (...order) => {
        asked.push(order)
        return succeed(null)
      },
    },
  })
  return { handlers, asked, pins, shownLookups }
}

it('tells how the payment on screen stands, and nothing of a screen that is old', async () => {
  const { handlers, shownLookups } = setUp()
  const standingOf = handlers['payment:standing']
  const now = await standingOf({ lookup: shown.lookup })
  shownLookups.begin(lookupId(9))
  expect([now, await standingOf({ lookup: shown.lookup })]).toEqual([succeed(standing), succeed(null)])
})

it('has a lower amount accepted only with the right PIN, for the payment on screen', async () => {
  const { handlers, asked } = setUp()
  const accept = handlers['payment:accept-lower']
  const order = { lookup: shown.lookup, refunded: 0, ...word }
  expect([await accept({ ...order, pin: '1111' }), await accept({ ...order, pin: '482915' }), asked]).toEqual(
    [wrong, succeed({ ...standing, stale: null }), [[shown.record.id, 0, word]]],
  )
})

it('accepts nothing for a screen that is old, before or after the PIN was checked', async () => {
  const parts = setUp(() => parts.shownLookups.begin(lookupId(9)))
  const accept = parts.handlers['payment:accept-lower']
  const order = { lookup: shown.lookup, refunded: 0, pin: '482915', ...word }
  expect([await accept(order), await accept(order), parts.pins, parts.asked]).toEqual([
    outdated,
    outdated,
    ['482915'],
    [],
  ])
})

it('releases a lock that no attempt holds only with the right PIN', async () => {
  const { handlers, asked } = setUp()
  const release = handlers['payment:release']
  const order = { line: 7, saw: 'Portal: no refund', ...word }
  expect([
    await release({ ...order, pin: '1111' }),
    await release({ ...order, pin: '482915' }),
    asked,
  ]).toEqual([wrong, succeed({}), [[7, { saw: 'Portal: no refund', ...word }]]])
})
