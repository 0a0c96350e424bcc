import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { noRules, type RuleName, type Rules, ruleNames } from '../../shared/people/rules'
import { showing } from './testing/fake-payments'
import { must } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { ada, day, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome } = shop

const mei = { id: 'p-1', name: 'Mei' }
const jonas = { id: 'p-2', name: 'Jonas' }
const none = { second: null, never: null }
const noLimits = { currency: 'HKD', amount: none, cashierSum: none, tillSum: none }
const limits = (change: Partial<Rules['money'][number]>): Rules => ({
  ...noRules,
  money: [{ ...noLimits, ...change }],
})
const needed = (...by: RuleName[]) => ({ kind: 'second_person_needed', by, marker: '' })
const second = () => shop.till.shown('pay-2')

describe('a second person’s yes', () => {
  it('is needed before anything is asked of the service, and stands in the record with the rules', async () => {
    shop.till.store.rules = limits({ amount: { second: 1000, never: null } })
    const asked = shop.till.payments.shows.length
    const without = await outcome(2000, { cashier: mei })
    const untouched = shop.till.payments.shows.length - asked
    const allowedBy = { ...jonas, rules: ['amount'] as const }
    const withYes = must(await shop.refunds.issue(shop.till.order(2000, { cashier: mei, allowedBy })))
    const found = [without, untouched, withYes.attempt.intent.allowedBy]
    expect(found).toEqual([needed('amount'), 0, { ...jonas, rules: ['amount'] }])
  })

  it('is known to be needed while the form is filled in, from memory alone', async () => {
    shop.till.store.rules = limits({ amount: { second: 1000, never: 3000 } })
    const asked = shop.till.payments.shows.length
    const judged = [1000, 2000, 4000].map((hundredths) => shop.refunds.judge(shop.till.order(hundredths)))
    expect([judged, shop.till.payments.shows.length - asked, shop.lines()]).toEqual([
      [succeed([]), fail(needed('amount')), fail({ kind: 'refund_not_here', by: ['amount'] })],
      0,
      0,
    ])
  })

  it('is never the cashier’s own, whatever the window sent', async () => {
    shop.till.store.rules = limits({ amount: { second: 1000, never: null } })
    const allowedBy = { ...mei, rules: ruleNames }
    expect([await outcome(2000, { cashier: mei, allowedBy }), shop.sent()]).toEqual([
      { kind: 'second_person_is_the_cashier' },
      0,
    ])
  })

  it('that was given to other rules is none', async () => {
    shop.till.store.rules = { ...limits({ amount: { second: 1000, never: null } }), typed: 'second_person' }
    const allowedBy = { ...jonas, rules: ['amount'] as const }
    expect(await outcome(2000, { cashier: mei, typed: true, allowedBy })).toEqual(needed('amount', 'typed'))
  })

  it('is not written where no rule asks for it', async () => {
    const issued = must(await shop.refunds.issue(shop.till.order(2000, { allowedBy: ada })))
    expect(issued.attempt.intent.allowedBy).toBeUndefined()
  })

  it('is asked for anew where the manager changes the rules while the service is asked', async () => {
    shop.till.payments.answerShowsWith(() => {
      shop.till.store.rules = limits({ amount: { second: 1000, never: null } })
      return showing(fakeTransaction())
    })
    expect([await outcome(2000), shop.sent()]).toEqual([needed('amount'), 0])
  })
})

it('what the store does not do here is done for nobody', async () => {
  shop.till.store.rules = { ...noRules, otherStore: 'not_here' }
  shop.till.store.id = 'st-1'
  const shown = fakeTransaction()
  const elsewhere = { ...shown, fields: { ...shown.fields, store_id: 'st-2' } }
  shop.till.payments.answerShowsWith(() => showing(elsewhere))
  expect([await outcome(2000, { shown: elsewhere, allowedBy: ada }), shop.sent()]).toEqual([
    { kind: 'refund_not_here', by: ['other_store'] },
    0,
  ])
})

describe('a limit of a shift', () => {
  const rules = limits({ cashierSum: { second: 3000, never: null } })
  const again = (hundredths: number, cashier = mei) => outcome(hundredths, { cashier, shown: second() })

  it('is not dodged by a restart, another’s sign-in, or a clock that is set', async () => {
    shop.till.store.rules = rules
    must(await shop.refunds.issue(shop.till.order(2000, { cashier: mei })))
    await shop.restart()
    await shop.restart()
    const others = await again(2000, jonas)
    shop.till.clock.jumpWall(2 * day)
    const forward = await again(2000)
    shop.till.clock.jumpWall(-9 * day)
    const found = [others, forward, await again(2000)]
    expect(found).toEqual(['refunded', needed('cashier_sum'), needed('cashier_sum')])
  })

  it('is not dodged by a clock that was set and five hours of work, where the service says what time it is', async () => {
    shop.till.store.rules = rules
    const { clock, payments } = shop.till
    const startedAt = clock.monotonic()
    payments.answerShowsWith(({ code }) => {
      const facts = ['pay-1', 'pay-2'].map(payments.facts).find((one) => one.transactionId === code)
      const dated = 1_900_000_000_000 + clock.monotonic() - startedAt
      return showing(fakeTransaction(facts), { dated })
    })
    must(await shop.refunds.issue(shop.till.order(2000, { cashier: mei })))
    clock.jumpWall(2 * day)
    await clock.advance(day / 5)
    const forward = await again(2000)
    await shop.restart()
    expect([forward, await again(2000)]).toEqual([needed('cashier_sum'), needed('cashier_sum')])
  })

  it('begins anew in the form, too, on the day that the service said last', async () => {
    shop.till.store.rules = rules
    const { clock, payments } = shop.till
    let dated = 1_900_000_000_000
    payments.answerShowsWith(() => showing(second(), { dated }))
    await again(2000)
    const judge = () => shop.refunds.judge(shop.till.order(2000, { cashier: mei })).ok
    clock.jumpWall(2 * day)
    const forward = judge()
    dated += 2 * day
    shop.refunds.observe(must(await payments.show({ kind: 'internal_id', code: 'pay-2' })))
    expect([forward, judge()]).toEqual([false, true])
  })
})
