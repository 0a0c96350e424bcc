import { expect, it } from 'vitest'
import { languageFor, speechOf } from './languages'

it.each([
  [['en-HK'], 'en'],
  [['fr-FR', 'en-GB'], 'en'],
  [['tlh'], 'en'],
  [['not a tag'], 'en'],
  [[], 'en'],
] as const)('speaks to a PC of %j in %s', (preferred, language) => {
  expect(languageFor(preferred)).toBe(language)
})

it('goes by Settings before the PC, on paper too', () => {
  expect([
    speechOf({ language: 'system', paperLanguages: [] }, { preferred: ['en-GB'], given: '' }),
    speechOf({ language: 'en', paperLanguages: ['en'] }, { preferred: ['fr'], given: 'en-GB' }),
  ]).toEqual([
    { screen: 'en', paper: ['en'] },
    { screen: 'en', paper: ['en'] },
  ])
})
