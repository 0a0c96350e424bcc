import { expect, it, vi } from 'vitest'
import { judgeCounts } from './claims'

const counts = { violations: [], posts: 12, postsBeyondOne: 0, undecidedWithoutState: 0, states: {} }

/** Judges without a word to the terminal. */
function judged(changes: object, ran: boolean) {
  const say = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    return judgeCounts({ ...counts, ...changes }, '40 cut points', ran)
  } finally {
    say.mockRestore()
  }
}

it('a part that ran whole and found nothing holds its three claims', () => {
  expect(judged({}, true)).toEqual({ passed: 3, failures: [] })
})

it.each([
  ['was not run whole', {}, false, 'not all of it was run'],
  ['found a violation', { violations: ['seed 4: two refunds'] }, true, '1 violations: seed 4: two refunds'],
  ['sent no refund at all', { posts: 0 }, true, '0 refunds sent'],
  ['sent a refund twice', { postsBeyondOne: 1 }, true, '1 beyond one per marker'],
  ['left an attempt without a state', { undecidedWithoutState: 1 }, true, '1 attempts left without a state'],
])('a part that %s has failed in that, and says so', (_what, changes, ran, cause) => {
  expect(judged(changes, ran)).toEqual({ passed: 2, failures: [expect.stringContaining(cause)] })
})
