import { describe, expect, it } from 'vitest'
import { addressRule } from './profile'

const store = {
  mode: 'service',
  kind: 'package',
  isForThisPcOnly: false,
  allowLoopbackService: false,
  only: null,
} as const

describe('which payment services a till may be connected to', () => {
  it.each([
    ['of a store', {}, 'not_this_pc'],
    ['of a store whose administrator allows it', { allowLoopbackService: true }, 'any'],
    ['of a store, in practice', { mode: 'practice' }, 'any'],
    ['started from out/', { kind: 'checkout' }, 'any'],
    [
      'started from out/ on a test build of Electron',
      { kind: 'checkout', isForThisPcOnly: true },
      'this_pc_only',
    ],
    ['packaged for trial', { kind: 'trial_package', isForThisPcOnly: true }, 'this_pc_only'],
    [
      'packaged for trial, whatever the policy says',
      { kind: 'trial_package', isForThisPcOnly: true, allowLoopbackService: true },
      'this_pc_only',
    ],
    [
      'of a store whose administrator names its service',
      { only: 'https://pay.example' },
      { only: 'https://pay.example', hosts: 'not_this_pc' },
    ],
    [
      'of a store whose administrator names its service, in practice',
      { mode: 'practice', only: 'https://pay.example' },
      'any',
    ],
  ] as const)('a till %s', (_name, change, rule) => {
    expect(addressRule({ ...store, ...change })).toEqual(rule)
  })
})
