/** Mistakes about what was seen before: high-water values and how stale answers end (rule 2). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const stalenessMutants: readonly Mutant[] = [
  {
    name: 'a lower sum is not stale',
    rule: 2,
    focus: focus.staleness,
    changes: [{ in: 'staleness', statement: 'if (snapshot.refunded !== null', becomes: '' }],
  },
  {
    name: 'an older time is not stale',
    rule: 2,
    changes: [{ in: 'staleness', statement: "return time !== ''", becomes: 'return null' }],
    unseen: {
      why: 'rare: a payment whose time went back has to be refunded in the minutes until that time is believed',
      seenBy: 'src/shared/high-water.test.ts',
    },
  },
  {
    name: 'times are compared whatever their form',
    rule: 2,
    focus: focus.staleness,
    changes: [
      { in: 'comparable', value: "comparableTime.test(time) ? time : ''", becomes: 'time' },
      {
        in: 'agreedTime',
        value: 'comparableTime.test(time) && time < highWater.updatedAt',
        becomes: 'false',
      },
    ],
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
    name: 'an older time is stale for ever',
    rule: 2,
    focus: focus.staleness,
    changes: [{ in: 'believedTime', body: 'return null' }],
  },
  {
    name: 'one answer is enough for an older time',
    rule: 2,
    changes: [
      {
        in: 'agreedTime',
        value: 'time === undefined || last.length < 3 || last.some((other) => other !== time)',
        becomes: 'false',
      },
    ],
    unseen: {
      why: 'the older time is the true one there, so that believing it sooner does no harm',
      seenBy: 'src/shared/lowering.test.ts',
    },
  },
  {
    name: 'a lower sum can never be accepted',
    rule: 2,
    focus: focus.staleness,
    changes: [
      { in: 'mayAccept', statement: 'return staleFor < staleBelievedAfter', becomes: "return 'minutes'" },
    ],
  },
  {
    name: 'a lower sum may be accepted while an attempt is undecided or watched',
    rule: 2,
    changes: [{ in: 'mayAccept', statement: 'if (onPayment.some(', becomes: '' }],
    unseen: {
      why: 'whoever accepts what is so loses nothing by it, and no base moves',
      seenBy: 'src/shared/lowering.test.ts',
    },
  },
  {
    name: 'a lower sum that leaves our own refunds out may be accepted at once',
    rule: 2,
    changes: [{ in: 'mayAccept', statement: 'if (missingRefunds(', becomes: '' }],
    unseen: {
      why: 'a person who accepts what is so may accept it at once',
      seenBy: 'src/shared/lowering.test.ts',
    },
  },
  {
    name: 'a value that comes back after a lowering says nothing',
    rule: 2,
    changes: [{ in: 'hasReturned', body: 'return false' }],
    unseen: {
      why: 'rare: a refund has to bounce, the lower sum to be accepted, and the former one to be shown again',
      seenBy: 'src/shared/lowering.test.ts',
    },
  },
]
