import { expect, it } from 'vitest'
import type { AppState } from '../../shared/contract/contract'
import { anAppState } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { words } from '../words/words'
import { Bands } from './app'

const { practiceBand, foreignBand } = words.shell
const { about, serviceName } = anAppState()
const bandsOf = (app: Partial<AppState>) => wordsIn(draw(<Bands />, app))

it.each([
  ['the practice profile', { mode: 'practice' }, practiceBand],
  ['a till', { mode: 'service' }, ''],
  ['a till that is not set up', { mode: 'welcome', serviceName: '' }, ''],
  ['a till whose service says that it is practice', { practiceServices: [serviceName] }, practiceBand],
  ['a till that only was at such a service before', { practiceServices: ['https://other.example'] }, ''],
  ['a till on a profile that is not its own', { about: { ...about, foreignProfile: true } }, foreignBand],
  [
    'such a till at a practice service',
    { practiceServices: [serviceName], about: { ...about, foreignProfile: true } },
    `${practiceBand} ${foreignBand}`,
  ],
] as const)('the band across the window of %s says what it is', (_what, app, words) => {
  expect(bandsOf(app)).toBe(words)
})
