import { describe, expect, it } from 'vitest'
import type { AppState } from '../../shared/contract/contract'
import type { RefundsOff } from '../../shared/fault'
import { anAppState, theManager } from '../../shared/testing/app-state-sample'
import { noPolicy } from '../settings/policy'
import { settingsSchema } from '../settings/settings'
import { appStateOf, makeAppStateAnnouncer } from './app-state'

const servingAnn = { id: 'p-ann', name: 'Ann', role: 'cashier' } as const
const ann = { ...theManager, ...servingAnn }
const sam = { id: 'p-sam', name: 'Sam' }

const { about } = anAppState()

type Till = { readonly isUsed: boolean; readonly keychain: AppState['keychain'] }
const newTill: Till = { isUsed: false, keychain: { works: true } }

const settings = settingsSchema.parse({ tillName: 'S', theme: 'dark', related: ['store', 'user'] })

function read(
  practice: boolean,
  token: AppState['token'],
  off: RefundsOff | null = null,
  { isUsed, keychain }: Till = newTill,
): AppState {
  return appStateOf({
    mode: practice ? 'practice' : 'service',
    wasUsed: () => isUsed,
    settings: { read: () => settings, setElsewhere: () => ['theme'] },
    secrets: {
      read: () => ({
        token,
        address: 'https://x.',
        deviceId: 'd',
        keychain,
        people: { state: 'set', people: [theManager, ann] },
      }),
    },
    refundService: {
      refundsOff: () => off,
      replaceable: () => 'person',
      undecidedCount: () => 2,
      attention: () => ({ alarms: 1, waitingForPerson: 2, checking: 3 }),
      news: () => [{ kind: 'alarm', key: '!4', at: 1, marker: '', code: '', alarm: null }],
      isSending: () => true,
    },
    practice: { names: () => ['https://old'], nameOf: (address) => `name of ${address}` },
    line: { read: () => ({ state: 'online', since: '1970-01-01T00:00:00.000Z' }) },
    rights: { holder: () => ({ person: null, role: 'manager' }) },
    signIn: { current: () => ({ person: servingAnn, locked: true }) },
    wrongPins: () => ({ what: 'right_after_wrong', person: sam, tries: 37, since: 86_400_000 }),
    signedBy: () => 'a-key',
    about,
    policy: {
      problem: '/etc/p.json: it must be JSON.',
      policy: noPolicy,
      settings: { serviceAddress: 'https://pay.example' },
    },
  })
}

describe('the app state', () => {
  it('is put together from its parts', () => {
    expect(read(false, 'keychain', 'journal_damaged')).toEqual({
      readAt: expect.any(Number),
      mode: 'service',
      ...settings,
      serviceAddress: 'https://x.',
      serviceName: 'name of https://x.',
      practiceServices: ['https://old'],
      deviceId: 'd',
      token: 'keychain',
      keychain: { works: true },
      refunds: { on: false, why: 'journal_damaged', replaceable: 'person' },
      policyProblem: '/etc/p.json: it must be JSON.',
      advice: [],
      setByPolicy: ['serviceAddress', 'theme'],
      policyAddress: 'https://pay.example',
      attention: { alarms: 1, waitingForPerson: 2, checking: 3 },
      news: [{ kind: 'alarm', key: '!4', at: 1, marker: '', code: '', alarm: null }],
      connection: { state: 'online', since: '1970-01-01T00:00:00.000Z' },
      undecided: 2,
      sending: true,
      people: {
        state: 'set',
        staffed: true,
        signedIn: servingAnn,
        locked: true,
        list: [theManager, ann],
        rights: 'manager',
      },
      wrongPins: { person: sam, tries: 37, since: '1970-01-02T00:00:00.000Z' },
      exportsSignedBy: 'a-key',
      about,
    })
  })

  it.each([
    [false, 'none', 'welcome'],
    [false, 'session_only', 'service'],
    [false, 'keychain', 'service'],
    [true, 'keychain', 'practice'],
    [true, 'none', 'practice'],
  ] as const)('with practice %s and token %s is %s', (practice, token, mode) => {
    expect(read(practice, token).mode).toBe(mode)
  })

  it.each([
    ['a keychain that does not answer', true, { works: false, detail: 'locked' }, 'no_keychain', 'service'],
    ['a keychain that says nothing and is not believed yet', true, { works: true }, 'no_keychain', 'service'],
    ['a keychain that has lost everything', true, { works: true }, 'keychain_emptied', 'welcome'],
    ['no keychain on a new till', false, { works: false, detail: 'none' }, 'no_keychain', 'welcome'],
    ['credentials that somebody forgot', true, { works: true }, null, 'welcome'],
  ] as const)('with nothing known and %s is the right one', (_, isUsed, keychain, off, mode) => {
    expect(read(false, 'none', off, { isUsed, keychain }).mode).toBe(mode)
  })

  it('is announced only when it differs from what was announced last', () => {
    const states = [read(false, 'none'), read(false, 'none'), read(true, 'none'), read(false, 'none')]
    const pushed: string[] = []
    let turn = 0
    const announce = makeAppStateAnnouncer(
      () => states[turn++] ?? read(false, 'none'),
      (state) => pushed.push(state.mode),
    )
    for (const _state of states) announce()
    expect(pushed).toEqual(['welcome', 'practice', 'welcome'])
  })
})
