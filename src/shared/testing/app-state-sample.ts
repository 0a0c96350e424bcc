import type { AppState } from '../contract/contract'
import { relatedKinds } from '../payment/codes'
import type { ListedPerson } from '../people/people'
import { noRules, usualReasons } from '../people/rules'
import { addUpDay, type Day } from '../refund/day'

export const theManager: ListedPerson = {
  ...({ id: 'p-sam', name: 'Sam', role: 'manager' } as const),
  ...{ hasPin: true, hasBadge: false, stopped: false },
}

export const theCashier: ListedPerson = { ...theManager, id: 'p-ann', name: 'Ann', role: 'cashier' }

/** The people of an open till with a manager, changed so. */
export function thePeople(change: Partial<AppState['people']> = {}): AppState['people'] {
  const open = { state: 'set', staffed: false, signedIn: null, locked: false, rights: null } as const
  return { ...open, list: [theManager], ...change }
}

export const nobodySetUp = thePeople({ state: 'none', list: [] })

/** A connected till at rest, with what a test wants different. */
export function anAppState(change: Partial<AppState> = {}): AppState {
  return {
    readAt: 0,
    mode: 'service',
    tillName: 'Harbour Road',
    storeId: 'store-1',
    related: relatedKinds,
    cashier: 'May',
    rules: noRules,
    reasons: usualReasons,
    advice: [],
    language: 'system',
    paperLanguages: [],
    theme: 'light',
    paper: '80mm',
    textSize: 100,
    soundVolume: 60,
    testPrint: 'none',
    serviceAddress: 'https://pay.example',
    serviceName: 'https://pay.example',
    practiceServices: [],
    deviceId: 'device-1',
    token: 'keychain',
    keychain: { works: true },
    refunds: { on: true },
    policyProblem: null,
    setByPolicy: [],
    policyAddress: '',
    attention: { alarms: 0, waitingForPerson: 0, checking: 0 },
    news: [],
    connection: { state: 'online', since: '2026-11-21T09:00:00.000Z' },
    undecided: 0,
    sending: false,
    people: thePeople(),
    lockMinutes: 3,
    lockAfterRefund: false,
    wrongPins: null,
    exportsSignedBy: '',
    about: {
      version: '0.1.0',
      testBuild: false,
      build: 'checkout',
      locale: 'en-GB',
      profile: '/tmp',
      foreignProfile: false,
      profileMovedFrom: null,
    },
    ...change,
  }
}

/** A day without a refund, with what a test wants different. */
export function aDay(change: Partial<Day> = {}): Day {
  return { ...addUpDay(new Map()).day(), ...change }
}
