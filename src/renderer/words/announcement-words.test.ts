import { expect, it } from 'vitest'
import { anAppState } from '../../shared/testing/app-state-sample'
import { aRecord } from '../../shared/testing/record-sample'
import { anAttempt, aShown, lockedBy } from '../store/testing/samples'
import { announceFound } from './counter'

const said = (change: Parameters<typeof aShown>[1]) =>
  announceFound(aShown(1, change), anAppState(), new Map())

it('says first of a locked payment that it must not be refunded', () => {
  const lock = lockedBy(anAttempt({ state: 'unconfirmed' }))
  expect(said({ lock })).toBe('Do not refund: an earlier refund has no answer yet. HK$120.50, Paid.')
})

it('says what is left of a payment that was refunded in part, and no more of one that was not', () => {
  expect([said({}), said({ record: aRecord({ refunded: 2025 }) })]).toEqual([
    'HK$120.50, Paid.',
    expect.stringContaining('HK$100.25 is refundable.'),
  ])
})
