import { describe, expect, it } from 'vitest'
import { attemptStates, isOnItsWay, meaningOf } from './attempt-states'

const statesWhere = (holds: (meaning: ReturnType<typeof meaningOf>) => boolean) =>
  attemptStates.filter((state) => holds(meaningOf(state)))

describe('the states of an attempt', () => {
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
