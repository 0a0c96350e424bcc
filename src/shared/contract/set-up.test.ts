import { describe, expect, it } from 'vitest'
import { stepAfter, stepsLeft } from './set-up'

const newTill = {
  mode: 'welcome',
  tillName: '',
  people: { state: 'none' },
  keychain: { works: true },
  testPrint: 'none',
} as const
const connected = { ...newTill, mode: 'service', testPrint: 'left' } as const

describe('what is left of setting a till up', () => {
  it.each([
    ['on a new till', newTill, ['connect', 'name', 'test_print']],
    ['right after connecting', connected, ['name', 'manager', 'test_print']],
    [
      'without a keychain, which keeps nobody',
      { ...connected, keychain: { works: false, detail: '' } },
      ['name', 'test_print'],
    ],
    ['with a name', { ...connected, tillName: 'Harbour Road' }, ['manager', 'test_print']],
    [
      'with a manager who must be let in again',
      { ...connected, people: { state: 'stopped' } },
      ['name', 'test_print'],
    ],
    ['after the test print', { ...connected, testPrint: 'done' }, ['name', 'manager']],
    [
      'on a till that was provisioned, which nobody asked for a test print',
      { ...connected, testPrint: 'none' },
      ['name', 'manager'],
    ],
    ['in practice', { ...newTill, mode: 'practice' }, []],
  ] as const)('%s', (_when, app, left) => {
    expect(stepsLeft(app)).toEqual(left)
  })

  it('leads from each step to the next that is left, past what is done already', () => {
    const named = { ...connected, tillName: 'Harbour Road' }
    expect([
      stepAfter('connect', connected),
      stepAfter('connect', named),
      stepAfter('manager', named),
      stepAfter('test_print', named),
    ]).toEqual(['name', 'manager', 'test_print', null])
  })
})
