/** Mistakes about services and their addresses (rule 14), and about how the service is asked (rule 8). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const servingMutants: readonly Mutant[] = [
  {
    name: 'a new address is another service, and nobody is asked',
    rule: 14,
    focus: focus.services,
    changes: [{ in: 'namingOf', value: 'isOpen', place: 2, becomes: 'false' }],
  },
  {
    name: 'a new address is the same service, and nobody is asked',
    rule: 14,
    changes: [{ in: 'namingOf', value: 'nextService(registry())', becomes: 'registry().highest' }],
    unseen: {
      why: 'the addresses of the histories show the same ids, so that a lock too many is all that comes of it',
      seenBy: 'src/main/refund/services.test.ts',
    },
  },
  {
    name: 'a move that was told makes another service',
    rule: 14,
    changes: [{ in: 'namingOf', statement: 'if (before !== null', becomes: '' }],
    unseen: {
      why: 'rare: what was sent by the former name has to be undecided, and the payment refunded by the new one',
      seenBy: 'src/main/refund/services.test.ts',
    },
  },
  {
    name: 'refunds go on though nobody said which service it is',
    rule: 14,
    focus: focus.services,
    changes: [
      {
        in: 'makeParts/refundsOff',
        statement: 'return withheld()',
        becomes: 'return withheld()',
      },
      { in: 'checkPayment', statement: 'if (services.isUnsettled())', becomes: '' },
      {
        in: 'showAfresh',
        statement: 'if (payment === null)',
        becomes:
          'if (payment === null) return succeed({ show, asked: { wall, monotonic: show.askedAt }, payment: { service: 1, services: [1], id: show.record.id } })',
      },
    ],
  },
  {
    name: 'what an address named before locks no more',
    rule: 14,
    focus: focus.services,
    changes: [{ in: 'withRelated', body: 'return new Set(numbers)' }],
  },
  {
    name: 'a refund is asked about by one code alone',
    rule: 8,
    changes: [{ in: 'checkCodes', statement: 'return known.filter(', becomes: 'return known.slice(0, 1)' }],
    unseen: {
      why: 'every code of a payment is answered again once faults have ended',
      seenBy: 'src/shared/check-codes.test.ts',
    },
  },
  {
    name: 'only a check that was asked for counts, not a look-up',
    rule: 8,
    focus: focus.judging,
    changes: [{ in: 'observing', file: 'refunds-on.ts', value: 'take(till, show)', becomes: 'undefined' }],
  },
  {
    name: 'a service that says it has too much to do is asked as often as ever',
    rule: 8,
    changes: [{ in: 'nextPace', body: 'return 0' }],
    unseen: {
      why: 'how often the service is asked breaks no promise about money',
      seenBy: 'src/main/refund/ask.test.ts',
    },
  },
]
