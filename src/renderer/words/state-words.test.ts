import { describe, expect, it } from 'vitest'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { isUndecided } from '../../shared/refund/refund'
import { anAttempt } from '../store/testing/samples'
import { listedState, lockedState, outcomeAdvice } from './states'

const said = ({ sign, word }: { readonly sign: string; readonly word: string }) => `${sign} ${word}`

describe('the state of a refund in a list', () => {
  it('says of a refusal that it is still being checked, and of a settled one nothing more', () => {
    expect([said(listedState('refusal_seen')), said(listedState('refused'))]).toEqual([
      '✕ Not refunded · being checked',
      '✕ Not refunded',
    ])
  })

  it('is the same for the payment in Recent and for the refund in Activity', () => {
    const locking = attemptStates.filter(isUndecided)
    expect(locking.map(lockedState)).toEqual(locking.map(listedState))
    expect(locking.map((state) => said(lockedState(state)))).toEqual([
      '… Sending',
      '✕ Not refunded · being checked',
      '? Unconfirmed',
      '≈ Probably refunded',
    ])
  })

  it('is no warning while the refund is just being sent', () => {
    expect(lockedState('sending').tone).toBe('soft')
  })

  it('says of a payment that an older record or a lowered amount locks just that', () => {
    expect((['unread', 'lowering_returned'] as const).map((by) => said(lockedState(by)))).toEqual([
      '! Locked',
      '! Locked',
    ])
  })
})

it('of a refund that was sent to another address nobody says that it is checked: a supervisor is called', () => {
  const says = [false, true].map((elsewhere) => outcomeAdvice(anAttempt({ state: 'unconfirmed', elsewhere })))
  expect(says).toEqual([
    expect.stringContaining('We keep checking'),
    expect.stringContaining('call a supervisor'),
  ])
})
