import { expect, it } from 'vitest'
import type { PaymentStanding } from '../../shared/attempt/payment-standing'
import { fail, succeed } from '../../shared/base/result'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import { makeShownLookups } from '../lookup/look-up'
import { aStale, free } from '../lookup/testing/an-attempt'
import { refundHandlers } from './refund'
import { fakeParts } from './testing/fake-parts'

const shown = aShownRecord()
const standing: PaymentStanding = { id: shown.record.id, lock: null, stale: aStale }
const mei = { id: 'p-mei', name: 'Mei', role: 'supervisor' } as const
const proof = { with: 'pin', person: mei.id, pin: '482915' } as const
const word = { supervisor: 'Mei', why: 'The bank sent it back' }
const outdated = fail({ kind: 'screen_outdated' } as const)

function setUp() {
  const asked: unknown[] = []
  const shownLookups = makeShownLookups(free)
  shownLookups.begin(shown.lookup)
  shownLookups.show(shown)
  const handlers = refundHandlers(
    fakeParts({
      shownLookups,
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
    }),
  )
  return { handlers, asked, shownLookups }
}

it('tells how the payment on screen stands, and nothing of a screen that is old', async () => {
  const { handlers, shownLookups } = setUp()
  const standingOf = handlers['payment:standing']
  const now = await standingOf({ lookup: shown.lookup })
  shownLookups.begin(lookupId(9))
  expect([now, await standingOf({ lookup: shown.lookup })]).toEqual([succeed(standing), succeed(null)])
})

it('accepts a lower amount for the payment on screen, and nothing for a screen that is old', async () => {
  const { handlers, asked, shownLookups } = setUp()
  const { before, answer } = handlers['payment:accept-lower']
  const order = { lookup: shown.lookup, refunded: 0, proof, why: word.why }
  const onScreen = [await before(order), await answer(order, mei)]
  shownLookups.begin(lookupId(9))
  expect([onScreen, await before(order), await answer(order, mei), asked]).toEqual([
    [succeed(null), succeed({ ...standing, stale: null })],
    outdated,
    outdated,
    [[shown.record.id, 0, word]],
  ])
})

it('releases a lock that no attempt holds', async () => {
  const { handlers, asked } = setUp()
  const order = { line: 7, saw: 'Portal: no refund', proof, why: word.why }
  const outcome = [await handlers['payment:release'](order, mei), asked]
  expect(outcome).toEqual([succeed({}), [[7, { saw: 'Portal: no refund', ...word }]]])
})
