import { expect, it } from 'vitest'
import { attempt, decision, intent, ownMarker } from '../testing/refund-samples'
import { doneRefund, isRemembered, nothingPast, ownBeside, refundsIn, soFar } from './past'

const day = 24 * 60 * 60 * 1000
const told = { line: 4, refunded: 2000 }
const answered = attempt('refunded', { refundedLine: 4, told })

it('what happened is remembered for thirty days, and setting the clock back makes nothing forgotten', () => {
  const isAt = (at: number) => isRemembered({ at: 0, ran: 0 }, { at, ran: 2 * day })
  expect([30 * day - 1, 30 * day, -day].map(isAt)).toEqual([true, false, true])
})

it('for a day of running time it is remembered whatever the clock says', () => {
  const hasRun = (ran: number) => isRemembered({ at: 0, ran: 5 }, { at: 40 * day, ran })
  expect([hasRun(day), hasRun(day + 5)]).toEqual([true, false])
})

it('little is kept of what its answer settled; what a person decided, or did not end as refunded, stays whole', () => {
  const { since } = answered
  const short = {
    ...{ marker: ownMarker, id: 'pay-1', currency: 'HKD', base: 0, amount: 2000 },
    ...{ cashier: '', begun: { at: answered.createdAt, ran: 0, zone: 0 }, at: since, line: 4, told },
  }
  expect([
    doneRefund(answered),
    doneRefund({ ...answered, decision: decision('refunded') }),
    doneRefund({ ...answered, told: null }),
    doneRefund({ ...answered, refundedLine: null }),
    doneRefund(attempt('refused', { told })),
  ]).toEqual([short, null, null, null, null])
})

it('done refunds count, whole or short, and nothing else does', () => {
  const other = { ...answered, intent: intent({ marker: 'R-OTHER00000' }), refundedLine: 9, told: null }
  const short = doneRefund({ ...answered, told: { line: 4, refunded: 2500 } })
  const past = { ...nothingPast, attempts: [other, attempt('refused')], done: short === null ? [] : [short] }
  expect(refundsIn(past).map(({ marker, line, amount, least }) => [marker, line, amount, least])).toEqual([
    [ownMarker, 4, 2000, 2500],
    ['R-OTHER00000', 9, 2000, 2000],
  ])
})

it('beside an attempt the markers of others are known, and the sum of those that began later, in its currency', () => {
  const done = [1, 2, 3].flatMap((ran) => {
    const { intent: made } = answered
    const of = { ...made, marker: `R-${ran}`, amount: ran * 1000, currency: ran === 3 ? 'USD' : 'HKD' }
    return doneRefund({ ...answered, intent: of, ran: { created: ran, since: ran } }) ?? []
  })
  const one = attempt('unconfirmed', { ran: { created: 1, since: 1 }, intent: intent({ amount: 1000 }) })
  const past = { ...nothingPast, attempts: [one], done }
  // A refund of the same amount may have been delivered twice: its marker is no explanation.
  expect(ownBeside(past, one)).toEqual({ ownMarkers: ['R-2', 'R-3'], ownSince: 2000 })
  const by = { supervisor: 'Sam', why: 'It bounced' }
  const lowered = { kind: 'lowered', at: 1, id: 'pay-1', from: 2000, to: 0, by } as const
  expect(ownBeside({ ...past, lines: [{ line: 5, event: lowered }] }, one).ownSince).toBe(0)
})

it('the rules count what was refunded or may have been, and not what certainly was not', () => {
  const states = ['sending', 'unconfirmed', 'refusal_seen', 'refunded_probably', 'refunded'] as const
  const never = ['not_sent', 'refused', 'not_refunded'] as const
  const by = { intent: intent({ cashier: { id: 'p-1', name: 'Mei' } }) }
  const { createdAt: at, ran } = answered
  const counted = {
    payment: 'pay-1',
    cashier: 'p-1',
    currency: 'HKD',
    amount: 2000,
    at,
    ran: ran.created,
    zone: 0,
  }
  expect([...states, ...never].map((state) => soFar(attempt(state, by)))).toEqual([
    ...states.map(() => counted),
    ...never.map(() => null),
  ])
})

it('a refund without a cashier counts as one by everybody who did not sign in', () => {
  const nobodys = { ...answered, intent: intent({ cashier: null }) }
  expect([soFar(nobodys)?.cashier, doneRefund(nobodys)?.cashier]).toEqual(['', ''])
})
