import { expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { appWords } from '../words/app-words'
import { PracticeBand } from './app'

it('practice has its band, and nothing else has', () => {
  const bands = (['practice', 'service', 'welcome'] as const).map((mode) =>
    wordsIn(draw(<PracticeBand />, { mode })),
  )
  expect(bands).toEqual([appWords.practiceBand, '', ''])
  expect(appWords.practiceBand.length).toBeGreaterThan(10)
})
