import { describe, expect, it } from 'vitest'
import { noPolicy } from '../settings/policy'
import type { BuildKind } from '../system/build'
import type { ProfileMode } from './place'
import { addressRule } from './profile'

/** A store's till, under an empty policy by default. */
function ruleOf(change: {
  readonly mode?: ProfileMode
  readonly kind?: BuildKind
  readonly isForThisPcOnly?: boolean
  readonly allowLoopbackService?: boolean
  readonly only?: string
  readonly problem?: string
}) {
  const { mode = 'service', kind = 'package', isForThisPcOnly = false, problem = null } = change
  const policy = { ...noPolicy, allowLoopbackService: change.allowLoopbackService ?? false }
  const settings = change.only === undefined ? {} : { serviceAddress: change.only }
  return addressRule(mode, { policy, settings, problem }, kind, isForThisPcOnly)
}

describe('which payment services a till may be connected to', () => {
  it.each([
    ['of a store', {}, 'not_this_pc'],
    ['of a store whose administrator allows it', { allowLoopbackService: true }, 'any'],
    [
      'of a store whose administrator allows it in a policy that is wrong',
      { allowLoopbackService: true, problem: 'no' },
      'not_this_pc',
    ],
    ['of a store, in practice', { mode: 'practice' }, 'any'],
    ['started from out/', { kind: 'checkout' }, 'any'],
    [
      'started from out/ on a test build of Electron',
      { kind: 'checkout', isForThisPcOnly: true },
      'this_pc_only',
    ],
    [
      'packaged with a test build, whatever the policy says',
      { isForThisPcOnly: true, allowLoopbackService: true },
      'this_pc_only',
    ],
    [
      'of a store whose administrator names its service',
      { only: 'https://pay.example' },
      { only: 'https://pay.example', hosts: 'not_this_pc' },
    ],
  ] as const)('a till %s', (_name, change, rule) => {
    expect(ruleOf(change)).toEqual(rule)
  })
})
