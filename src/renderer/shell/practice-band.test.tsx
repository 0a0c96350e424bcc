import { expect, it } from 'vitest'
import type { AppState } from '../../shared/contract/contract'
import { anAppState } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { words } from '../words/words'
import { PracticeBand } from './app'

const { practiceBand } = words.shell
const { serviceName } = anAppState()
const bandOf = (app: Partial<AppState>) => wordsIn(draw(<PracticeBand />, app))

it.each([
  ['the practice profile', { mode: 'practice' }, practiceBand],
  ['a till', { mode: 'service' }, ''],
  ['a till that is not set up', { mode: 'welcome', serviceName: '' }, ''],
  ['a till whose service says that it is practice', { practiceServices: [serviceName] }, practiceBand],
  ['a till that only was at such a service before', { practiceServices: ['https://other.example'] }, ''],
] as const)('the band across the window of %s says what it is', (_what, app, words) => {
  expect(bandOf(app)).toBe(words)
})
