import { expect, it } from 'vitest'
import { languageFor, speechOf } from './choices'

it.each([
  [['en-HK'], 'en'],
  [['fr-FR', 'en-GB'], 'en'],
  [['zh-HK', 'en'], 'zh-Hant-HK'],
  [['zh-TW'], 'zh-Hant-HK'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG', 'en'], 'zh-Hans'],
  [['ja-JP', 'en'], 'ja'],
  [['tlh'], 'en'],
  [['not a tag'], 'en'],
  [[], 'en'],
] as const)('speaks to a PC of %j in %s', (preferred, language) => {
  expect(languageFor(preferred)).toBe(language)
})

it('goes by Settings before the PC, on paper too', () => {
  expect([
    speechOf({ language: 'system', paperLanguages: [] }, { preferred: ['en-GB'], given: '' }),
    speechOf({ language: 'zh-Hant-HK', paperLanguages: [] }, { preferred: ['fr'], given: '' }),
    speechOf({ language: 'en', paperLanguages: ['zh-Hant-HK', 'en'] }, { preferred: ['fr'], given: 'zh-HK' }),
  ]).toEqual([
    { screen: 'en', paper: ['en'] },
    { screen: 'zh-Hant-HK', paper: ['en'] },
    { screen: 'zh-Hant-HK', paper: ['zh-Hant-HK', 'en'] },
  ])
})
