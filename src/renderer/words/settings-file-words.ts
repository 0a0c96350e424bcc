import type { AppState } from '../../shared/contract'
import type { Explanation } from './explanation'

export const settingsFileWords = {
  title: 'This till’s settings',
  keep: 'Save the settings in use',
} as const

const notTaken =
  'What a supervisor sets isn’t read from that file: store, related records, saved receipts and the watched folder.'
const next = 'Check the settings below. Once a supervisor saves them again, this message goes away.'

/** What is wrong with the settings file; null where nothing is, or nobody knows. */
export function explainSettingsFile(found: AppState['settingsFile']): Explanation | null {
  switch (found) {
    case 'changed':
      return {
        title: 'The settings were changed outside Tillside',
        meaning: `${notTaken} What was saved last is in use.`,
        next,
      }
    case 'older':
      return {
        title: 'The settings file is an older copy',
        meaning: `${notTaken} What was saved last is in use.`,
        next,
      }
    case 'lost':
      return {
        title: 'The keychain has lost the key that settings are checked with',
        meaning: `${notTaken} The usual values are in use.`,
        next,
      }
    default:
      return null
  }
}
