import { describe, expect, it } from 'vitest'
import { attemptStates, isOnItsWay, maySettleByItself, meaningOf } from './attempt-states'

const statesWhere = (holds: (meaning: ReturnType<typeof meaningOf>) => boolean) =>
  attemptStates.filter((state) => holds(meaningOf(state)))

describe('the states of an attempt', () => {
  it('that ended without money never apply while the amount may still move', () => {
    expect([
      statesWhere(({ moneyOut }) => moneyOut === 'no'),
      statesWhere(({ moneyOut }) => moneyOut === 'yes'),
    ]).toEqual([['not_sent', 'refused', 'not_refunded'], ['refunded']])
  })

  it('are on their way until an answer', () => {
    expect(attemptStates.filter(isOnItsWay)).toEqual(['sending'])
  })

  it('may be settled by a check alone while a rule can still tell', () => {
    expect(attemptStates.filter(maySettleByItself)).toEqual(['refusal_seen', 'unconfirmed'])
  })

  it('never leave a payment stuck: what locks it is on its way, or is asked about and can be decided', () => {
    const stuck = statesWhere(
      ({ moneyOut, asked, decided }) =>
        moneyOut === 'unknown' && (asked === 'while_watched' || decided === 'never'),
    )
    expect(stuck.filter((state) => !isOnItsWay(state))).toEqual([])
  })

  it('lead to a lock, or to themselves, when a check of a settled attempt is written', () => {
    const settled = attemptStates.filter((state) => meaningOf(state).moneyOut !== 'unknown')
    const led = new Set(settled.flatMap((state) => meaningOf(state).checkLeadsTo))
    expect([...led].map((state) => meaningOf(state).moneyOut)).toEqual(['unknown'])
  })
})
