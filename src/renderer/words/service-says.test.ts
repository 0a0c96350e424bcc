import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { serviceDay } from '../ui/hooks'
import { asSentence, serviceReason, serviceSays } from './common'

const long = 'word '.repeat(400).trim()

describe('what the service says', () => {
  it.each([
    ['', 'The service gave no reason.', 'the service gave no reason.'],
    [' \n\t ', 'The service gave no reason.', 'the service gave no reason.'],
    ['Internal Error', 'The service says: Internal Error.', 'Internal Error'],
    ['Refund window closed.', 'The service says: Refund window closed.', 'Refund window closed.'],
    ['Stop!', 'The service says: Stop!', 'Stop!'],
    ['Who are you?', 'The service says: Who are you?', 'Who are you?'],
    ['He said “no.”', 'The service says: He said “no.”', 'He said “no.”'],
    ['two\nlines', 'The service says: two lines.', 'two lines'],
    [long, `The service says: ${long.slice(0, 1000)}…`, `${long.slice(0, 1000)}…`],
  ])('is one sentence with one end: %j', (message, sentence, reason) => {
    expect([serviceSays(message), serviceReason(message)]).toEqual([sentence, reason])
  })

  it.each([
    ['', 'The service gave no reason (401).'],
    ['Unauthenticated', 'The service says: Unauthenticated (401).'],
    ['Unauthenticated.', 'The service says: Unauthenticated. (401)'],
  ])('carries the error’s own status behind %j', (message, sentence) => {
    expect(serviceSays(message, 401)).toBe(sentence)
  })

  it('never runs into the sentence behind it, and never grows beyond what a person reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 1500, size: 'max' }), (message) => {
        const sentence = serviceSays(message).replace(/[\u2068\u2069]/g, '')
        expect(sentence).toMatch(/[.!?…。！？]["'”’»)\]]*$/u)
        expect([...sentence].length).toBeLessThanOrEqual(1000 + 'The service says: ….'.length)
      }),
      { numRuns: runs(60) },
    )
  })

  it('gets no second full stop', () => {
    expect(['Done', 'Done.', 'Done?', 'Done…'].map(asSentence)).toEqual(['Done.', 'Done.', 'Done?', 'Done…'])
  })
})

it.each([
  ['2026-11-20', '20 Nov 2026'],
  ['2026-13-01', '2026-13-01'],
  ['2026-02-31', '2026-02-31'],
  ['tomorrow', 'tomorrow'],
])('a day of the service, %s, is named %s in Search, whether or not the calendar has it', (day, named) => {
  expect(serviceDay(day)).toBe(named)
})
