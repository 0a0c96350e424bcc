import { describe, expect, it } from 'vitest'
import { attemptStates, isOnItsWay, maySettleByItself, meaningOf } from './attempt-states'
import { eventAtStart } from './refund'

const statesWhere = (holds: (meaning: ReturnType<typeof meaningOf>) => boolean) =>
  attemptStates.filter((state) => holds(meaningOf(state)))

describe('the states of an attempt', () => {
  it('ended without money are never what an attempt is while its amount may still move', () => {
    expect([
      statesWhere(({ moneyOut }) => moneyOut === 'no'),
      statesWhere(({ moneyOut }) => moneyOut === 'yes'),
    ]).toEqual([['not_sent', 'refused', 'not_refunded', 'cancelled'], ['refunded']])
  })

  it('are on their way until an answer, and a start ends exactly those', () => {
    expect([
      attemptStates.filter(isOnItsWay),
      attemptStates.filter((state) => eventAtStart(state, 5) !== null),
      eventAtStart('intended', 5),
      eventAtStart('sending', 5),
    ]).toEqual([
      ['intended', 'sending'],
      ['intended', 'sending'],
      { kind: 'cancelled', at: 5, why: 'found_at_start' },
      { kind: 'interrupted', at: 5 },
    ])
  })

  it('may be settled by a check alone while a rule can still tell', () => {
    expect(attemptStates.filter(maySettleByItself)).toEqual(['refusal_seen', 'unconfirmed'])
  })

  it('leave nobody helpless: what locks a payment is on its way, or is asked about and can be decided', () => {
    const stuck = statesWhere(
      ({ moneyOut, foundAtStart, asked, decided }) =>
        moneyOut === 'unknown' && foundAtStart === null && (asked === 'while_watched' || decided === 'never'),
    )
    expect(stuck).toEqual([])
  })

  it('are locked again, or stay as they are, when a check is written of what was settled', () => {
    const settled = attemptStates.filter((state) => meaningOf(state).moneyOut !== 'unknown')
    const led = new Set(settled.flatMap((state) => meaningOf(state).checkLeadsTo))
    expect([...led].map((state) => meaningOf(state).moneyOut)).toEqual(['unknown'])
  })
})
