import { expect, it, onTestFinished } from 'vitest'
import { systemWordsIn } from '../system/languages'
import { setSystemWords, systemWords } from '../system/words'
import { startFailure } from './life'

const coded = (code: string) => Object.assign(new Error(`it is ${code}`), { code })
const refunds =
  'Nothing can be looked up or refunded. Refunds that were sent are in this till’s record. Don’t send one again.'

it.each([
  [coded('MODULE_NOT_FOUND'), 'A part of the program is missing or can’t be loaded. '],
  [coded('ERR_DLOPEN_FAILED'), 'A part of the program is missing or can’t be loaded. '],
  [coded('ENOSPC'), 'The disk of this PC is full.'],
  [coded('EROFS'), 'This account may not write to Tillside’s own folder.'],
  [coded('constructor'), 'Something went wrong that Tillside doesn’t know.'],
  ['no error at all', 'Something went wrong that Tillside doesn’t know.'],
])('says in words why the program could not start: %s', (cause, reason) => {
  const logged: unknown[] = []
  const log = {
    error: (message: string, of?: unknown) => {
      logged.push([message, of])
      return 'E-4F09A2'
    },
  }
  expect([startFailure(cause, log), logged]).toEqual([
    {
      title: 'Tillside couldn’t start',
      paragraphs: [expect.stringContaining(reason), refunds],
      next: expect.stringContaining('name E-4F09A2'),
      reference: 'E-4F09A2',
    },
    [['The program could not start.', cause]],
  ])
})

it('says it in the language of the page', () => {
  onTestFinished(() => setSystemWords(systemWordsIn('en')))
  setSystemWords(systemWordsIn('ja'))
  const { title, paragraphs } = startFailure(coded('ENOSPC'), { error: () => 'E-1' })
  expect([systemWords.closing, title, paragraphs[0]]).toEqual([
    '返金を終えてから閉じます · Tillside',
    'Tillsideを起動できませんでした',
    'このPCのディスクがいっぱいです。',
  ])
})
