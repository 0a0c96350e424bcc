/** Mistakes about what was seen before: high-water values and how stale answers end (rule 2). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const stalenessMutants: readonly Mutant[] = [
  {
    name: 'a lower sum is not stale',
    rule: 2,
    focus: focus.staleness,
    changes: [{ in: 'isLower', body: 'return false' }],
  },
  {
    name: 'an answer that contradicts itself raises',
    rule: 2,
    focus: focus.staleness,
    changes: [
      {
        in: 'soundRefunded',
        value:
          '(amount !== null && refunded > amount) || (currency ?? snapshot.currency) !== snapshot.currency',
        becomes: 'false',
      },
    ],
  },
  {
    name: 'a lower sum can never be accepted',
    rule: 2,
    focus: focus.staleness,
    changes: [
      { in: 'mayAccept', statement: 'return lowerFor < lowerBelievedAfterMs', becomes: "return 'minutes'" },
    ],
  },
  {
    name: 'a lower sum may be accepted while an attempt is undecided',
    rule: 2,
    changes: [{ in: 'mayAccept', statement: 'if (isUndecidedIn(', becomes: '' }],
    unseen: {
      why: 'whoever accepts what is so loses nothing by it, and no base moves',
      seenBy: 'src/shared/refund/lowering.test.ts',
    },
  },
  {
    name: 'a lower sum that leaves our own refunds out may be accepted at once',
    rule: 2,
    changes: [{ in: 'mayAccept', statement: 'if (missingRefunds(', becomes: '' }],
    unseen: {
      why: 'a person who accepts what is so may accept it at once',
      seenBy: 'src/shared/refund/lowering.test.ts',
    },
  },
  {
    name: 'a value that comes back after a lowering says nothing',
    rule: 2,
    changes: [{ in: 'hasReturned', body: 'return false' }],
    unseen: {
      why: 'rare: a refund has to bounce, the lower sum to be accepted, and the former one to be shown again',
      seenBy: 'src/shared/refund/lowering.test.ts',
    },
  },
]
