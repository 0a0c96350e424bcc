import { afterEach, expect, it } from 'vitest'
import { startFailure } from '../window/life'
import { systemWordsIn } from './languages'
import { setSystemWords, systemWords } from './words'

afterEach(() => setSystemWords(systemWordsIn('en')))

it('says outside the page what the page’s language says, with the reference that support needs', () => {
  const said = (['en', 'ja'] as const).map((language) => {
    setSystemWords(systemWordsIn(language))
    const failed = startFailure(Object.assign(new Error('full'), { code: 'ENOSPC' }), { error: () => 'E-1' })
    return [systemWords.closing, failed.title, failed.paragraphs[0], failed.next.includes('E-1')]
  })
  expect(said).toEqual([
    [
      'Finishing a refund, then closing · Tillside',
      'Tillside couldn’t start',
      'The disk of this PC is full.',
      true,
    ],
    [
      '返金を終えてから閉じます · Tillside',
      'Tillsideを起動できませんでした',
      'このPCのディスクがいっぱいです。',
      true,
    ],
  ])
})
