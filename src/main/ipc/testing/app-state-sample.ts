import type { AppState } from '../../../shared/contract'

/** The app state of a till with nothing set up. */
export const appState: AppState = {
  mode: 'welcome',
  storeName: '',
  storeId: '',
  related: [],
  cashier: '',
  theme: 'system',
  paper: '80mm',
  keepDays: 30,
  keepCopies: 50_000,
  serviceAddress: '',
  deviceId: 'd',
  token: 'none',
  keychain: { works: true },
  refunds: { on: true },
  services: [],
  attention: 0,
  connection: { state: 'unknown', since: '1970-01-01T00:00:00.000Z' },
  undecided: 0,
  sending: false,
  wrongPins: null,
  exportsSignedBy: '',
  supervisorPin: 'none',
  about: { version: '', electron: '', testBuild: false, chrome: '', node: '', platform: '', profile: '' },
}
