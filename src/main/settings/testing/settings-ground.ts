import { succeed } from '../../../shared/base/result'
import { noRules, usualReasons } from '../../../shared/people/rules'
import { defaultSealed, type SealedSettings, type SealedStore } from '../../people/kept-people'

/** Sealed settings in memory. */
export function memorySealed(): SealedStore {
  let settings: SealedSettings = defaultSealed
  return {
    read: () => settings,
    fixed: () => [],
    async keep(change) {
      settings = { ...settings, ...change }
      return succeed(null)
    },
  }
}

/** What settings need besides their folder. */
export function settingsGround(folder: string) {
  return { folder, warn: (_message: string) => {}, sealed: memorySealed() }
}

/** The defaults. */
export const defaultSettings = {
  tillName: '',
  storeId: '',
  related: ['store', 'user', 'fixed_code', 'emv_code'],
  cashier: '',
  language: 'system',
  paperLanguages: [],
  theme: 'system',
  paper: '80mm',
  textSize: 100,
  soundVolume: 60,
  testPrint: 'none',
  keepDays: 30,
  keepCopies: 50_000,
  rules: noRules,
  reasons: [...usualReasons],
  lockMinutes: 3,
  lockAfterRefund: false,
}
