import { expect, it } from 'vitest'
import { buildWords } from './app'

const versions = { version: '', electron: '', chrome: '', node: '', platform: '' }
const about = { ...versions, profile: '', foreignProfile: false, locale: 'en-GB', profileMovedFrom: null }

it.each([
  ['package', false, ''],
  ['checkout', false, ''],
  ['checkout', true, 'Test build of Electron'],
  ['trial_package', false, 'For trial only'],
  ['trial_package', true, 'For trial only · Test build of Electron'],
  ['test_package', true, 'Test package, open to debuggers · Test build of Electron'],
] as const)('says on the screen what is not for a store: a %s, test build %s', (build, testBuild, words) => {
  expect(buildWords({ ...about, build, testBuild })).toBe(words)
})
