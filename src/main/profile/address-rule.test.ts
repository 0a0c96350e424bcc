import { describe, expect, it } from 'vitest'
import { addressRule } from './address-rule'

const store = { mode: 'service', build: 'shipped', isTestBuild: false, allowLoopbackService: false } as const

describe('which payment services a till may be connected to', () => {
  it.each([
    ['of a store', {}, 'not_this_pc'],
    ['of a store whose administrator allows it', { allowLoopbackService: true }, 'any'],
    ['of a store, in practice', { mode: 'practice' }, 'any'],
    ['started from out/', { build: 'development' }, 'any'],
    [
      'started from out/ on a test build of Electron',
      { build: 'development', isTestBuild: true },
      'this_pc_only',
    ],
    ['packaged on a test build of Electron', { build: 'trial', isTestBuild: true }, 'this_pc_only'],
    [
      'packaged on a test build of Electron, whatever the policy says',
      { build: 'trial', isTestBuild: true, allowLoopbackService: true },
      'this_pc_only',
    ],
  ] as const)('a till %s', (_name, change, rule) => {
    expect(addressRule({ ...store, ...change })).toBe(rule)
  })
})
