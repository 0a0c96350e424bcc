/** Mistakes about services and their addresses (rule 14), and about how the service is asked (rule 8). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const servingMutants: readonly Mutant[] = [
  {
    name: 'a lock holds at its own address alone',
    rule: 14,
    focus: focus.services,
    changes: [
      {
        in: 'checkPayment',
        statement: 'if (lock !== null)',
        becomes:
          "if (lock !== null && (!('intent' in lock) || lock.intent.serviceAddress === till.serviceName())) return fail(lockedBy(lock))",
      },
      {
        in: 'refusalOf',
        statement: 'if (lockIn(',
        becomes:
          "const held = lockIn(standing(), intent.id)\nif (held !== null && (!('intent' in held) || held.intent.serviceAddress === intent.serviceAddress)) return { kind: 'locked' }",
      },
    ],
  },
  {
    name: 'an attempt is judged by rule at whatever address',
    rule: 14,
    focus: focus.services,
    changes: [{ in: 'mayJudge', value: 'isUsable(facts) && !facts.elsewhere', becomes: 'isUsable(facts)' }],
  },
  {
    name: 'a watch counts the shows of another address',
    rule: 14,
    changes: [{ in: 'judgeWhatIsSettled', value: '!isElsewhere(attempt, show)', becomes: 'true' }],
    unseen: {
      why: 'the other name of the live service shows what it shows',
      seenBy: 'src/main/refund/addresses.real.test.ts',
    },
  },
  {
    name: 'a watch of an address that was left never ends',
    rule: 14,
    changes: [
      {
        in: 'endOverdueWatches',
        value: 'isOverdue(watch, at)',
        becomes: 'isOverdue(watch, at) && intent.serviceAddress === till.serviceName()',
      },
    ],
    unseen: {
      why: 'the books ask that whoever is told of a rise is told, not that a watch ends',
      seenBy: 'src/main/refund/addresses.real.test.ts',
    },
  },
  {
    name: 'a refund is asked about by one code alone',
    rule: 8,
    changes: [{ in: 'checkCodes', statement: 'return known.filter(', becomes: 'return known.slice(0, 1)' }],
    unseen: {
      why: 'every code of a payment is answered again once faults have ended',
      seenBy: 'src/shared/refund/check-codes.test.ts',
    },
  },
  {
    name: 'only a check that was asked for counts, not a look-up',
    rule: 8,
    focus: focus.judging,
    changes: [{ in: 'makeOpenRefunds/observe', value: 'take(till, show)', becomes: 'undefined' }],
  },
  {
    name: 'a service that says it has too much to do is asked as often as ever',
    rule: 8,
    changes: [{ in: 'nextPace', body: 'return 0' }],
    unseen: {
      why: 'how often the service is asked breaks no promise about money',
      seenBy: 'src/main/refund/ask.real.test.ts',
    },
  },
]
