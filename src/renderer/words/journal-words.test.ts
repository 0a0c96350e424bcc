import { expect, it } from 'vitest'
import { refundsOffReasons } from '../../shared/fault'
import { takenOverAdvice, takenOverLines, whatHappened } from './activity'

const taken = { attempts: 12, undecided: 2, unread: 1, missing: 3 }

it('says how much was taken over, stays in doubt, stays locked unread, and is missing', () => {
  expect(takenOverLines(taken)).toEqual([
    ['Refunds carried over', '12'],
    ['Still without an answer, and locked', '2'],
    ['Locked payments that couldn’t be read', '1'],
    ['Lines that couldn’t be read', '3'],
  ])
})

it('never says that nothing is missing where nobody knows', () => {
  const portal = 'Check the provider’s portal before refunding an older payment.'
  expect([
    takenOverAdvice(taken),
    takenOverAdvice({ ...taken, unread: 0, missing: null }),
    takenOverAdvice({ ...taken, missing: 0 }),
    takenOverAdvice({ ...taken, unread: 0, missing: 0 }),
    takenOverLines({ ...taken, missing: null }).at(-1)?.[1],
  ]).toEqual([portal, portal, portal, 'Nothing is missing.', 'Not known'])
})

it('says for each record that can be replaced what happened to it', () => {
  const said = refundsOffReasons.map(whatHappened).filter((words) => words !== '')
  expect(new Set(said).size).toBe(5)
})
