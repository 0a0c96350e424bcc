/**
 * The counter with nothing on it, as markup. The build puts it into the page (scripts/building/starting-frame.ts), so that
 * it is painted before any script runs, and is what the counter draws by construction.
 */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AppState } from '../../shared/contract'
import type { BridgeApi } from '../../shared/operations'
import { CounterPaper } from '../counter/counter-paper'
import { App } from '../shell/app'
import type { CounterState } from '../store/counter-state'
import { StoreProvider } from '../store/store-context'
import { makeAppStore } from './make-store'

/** Nothing is known yet of the till but which of its two counters opens. */
function startingApp(mode: 'practice' | 'service'): AppState {
  const nothingSince = '1970-01-01T00:00:00.000Z'
  return {
    mode,
    storeName: '',
    storeId: '',
    related: [],
    cashier: '',
    theme: 'system',
    paper: '80mm',
    textSize: 100,
    soundVolume: 0,
    testPrint: 'none',
    keepDays: 1,
    keepCopies: 1,
    serviceAddress: '',
    serviceName: '',
    practiceServices: [],
    deviceId: '',
    token: 'none',
    keychain: { works: true },
    refunds: { on: false, why: 'journal_opening', replaceable: null },
    policyProblem: null,
    setByPolicy: [],
    policyAddress: '',
    services: [],
    attention: { alarms: 0, waitingForPerson: 0, checking: 0 },
    news: [],
    connection: { state: 'unknown', since: nothingSince },
    undecided: 0,
    sending: false,
    wrongPins: null,
    exportsSignedBy: '',
    supervisorPin: 'none',
    supervisorSession: false,
    about: {
      version: '',
      electron: '',
      testBuild: false,
      build: 'package',
      chrome: '',
      node: '',
      platform: '',
      locale: 'en-GB',
      profile: '',
      foreignProfile: false,
      profileMovedFrom: null,
    },
  }
}

/** Nothing that is drawn at first asks main for anything. */
const noApi = new Proxy({} as BridgeApi, {
  get: (_none, name) => () => {
    throw new Error(`${String(name)} was asked for while the starting frame was drawn`)
  },
})

function drawn(part: ReactNode, mode: 'practice' | 'service', counter: CounterState): string {
  const deps = { api: noApi, play: () => undefined, makeLookupId: () => '' }
  const made = makeAppStore(deps, startingApp(mode))
  made.setState({ counter })
  const store = { ...made, getInitialState: made.getState }
  return renderToStaticMarkup(<StoreProvider provided={{ store, api: noApi }}>{part}</StoreProvider>)
}

/** The page's first frame for either counter, and the paper of a code that is being looked up, which has no text yet. */
export function startingMarkup(): Readonly<Record<'practice' | 'service' | 'looking', string>> {
  const lookup = { id: '', code: '', match: 'automatic' } as const
  return {
    practice: drawn(<App />, 'practice', { at: 'scan' }),
    service: drawn(<App />, 'service', { at: 'scan' }),
    looking: drawn(<CounterPaper />, 'service', { at: 'looking', lookup }),
  }
}
