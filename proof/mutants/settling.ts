/** Mistakes in states, waits, decisions and watches (rules 8 to 10). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const settlingMutants: readonly Mutant[] = [
  {
    name: 'an undecided refund is forgotten as soon as it is unconfirmed',
    rule: 3,
    focus: focus.people,
    changes: [
      {
        in: 'isUndecided',
        value: "meaningOf(state).moneyOut === 'unknown'",
        becomes: "meaningOf(state).moneyOut === 'unknown' && state !== 'unconfirmed'",
      },
    ],
  },
  {
    name: 'a refusal that is not settled yet locks nothing',
    rule: 6,
    focus: focus.people,
    changes: [
      {
        in: 'isUndecided',
        value: "meaningOf(state).moneyOut === 'unknown'",
        becomes: "meaningOf(state).moneyOut === 'unknown' && state !== 'refusal_seen'",
      },
    ],
  },
  {
    name: 'what is probably refunded locks nothing',
    rule: 8,
    focus: focus.people,
    changes: [
      {
        in: 'isUndecided',
        value: "meaningOf(state).moneyOut === 'unknown'",
        becomes: "meaningOf(state).moneyOut === 'unknown' && state !== 'refunded_probably'",
      },
    ],
  },
  {
    name: 'F10 nothing is asked after an hour',
    rule: 8,
    focus: focus.watches,
    changes: [
      {
        in: 'untilNextCheck',
        statement: 'switch (asked)',
        becomes:
          'if (times.age > 3_600_000) return null\n  switch (attempt.state) { case "unconfirmed": case "refunded_probably": return Math.max(0, untilUnconfirmed(times)); case "refusal_seen": return Math.max(0, untilQuiet(times), untilRetry(times)); default: return attempt.watch !== null && isWatched(attempt) ? Math.max(0, untilWatched(attempt.watch, times)) : null }',
      },
    ],
  },
  {
    name: 'F11 undecided refunds are forgotten after 25 hours',
    rule: 8,
    focus: focus.watches,
    changes: [
      {
        in: 'nextAt',
        file: 'refund/ask.ts',
        statement: 'if (!isHere(known, attempt))',
        becomes:
          'if (!isHere(known, attempt) || probes.checkTimes(attempt).age > 25 * 3_600_000) return null',
      },
    ],
  },
  {
    name: 'undecided refunds are never asked about again',
    rule: 8,
    focus: focus.watches,
    changes: [{ in: 'untilUnconfirmed', body: 'return 3_600_000_000' }],
  },
  {
    name: 'the day of the PIN runs while the till is off',
    rule: 10,
    changes: [
      {
        in: 'runningTime',
        body: 'return () => before + Date.now()',
      },
    ],
    unseen: {
      why: 'the histories ask for the PIN within the day only where nobody set a clock',
      seenBy: 'src/main/refund/watches.real.test.ts',
    },
  },
  {
    name: 'not refunded may be said at once',
    rule: 9,
    focus: focus.people,
    changes: [{ in: 'minNotRefundedMs', constant: '0' }],
  },
  {
    name: 'a refusal that never becomes quiet cannot be decided',
    rule: 9,
    changes: [{ in: 'mayDecideAtAll', statement: 'return rest > 0', becomes: "return { kind: 'no' }" }],
    unseen: {
      why: 'once faults have ended every refusal becomes quiet',
      seenBy: 'src/shared/refund/decide-rules.test.ts',
    },
  },
  {
    name: 'without a usable show nothing can ever be decided',
    rule: 9,
    focus: focus.people,
    changes: [{ in: 'takeDecision', value: 'rest > 0 || !order.portal', becomes: 'true' }],
  },
  {
    name: 'what is probably refunded cannot be decided',
    rule: 9,
    focus: focus.people,
    changes: [
      {
        in: 'mayDecideAtAll',
        statement: "if (decided === 'at_once')",
        becomes:
          "if (state === 'refunded_probably') return { kind: 'no' }\n  if (decided === 'at_once') return { kind: 'now' }",
      },
    ],
  },
  {
    name: 'a decision against a rise that nobody saw is taken',
    rule: 9,
    changes: [{ in: 'takeDecision', value: 'said > attempt.seen.refunded', becomes: 'false' }],
    unseen: {
      why: 'the check before the decision has told the rise already; only the rule’s own test can leave that out',
      seenBy: 'src/shared/refund/decide-rules.test.ts',
    },
  },
  {
    name: 'a decided refund does not raise the high-water value',
    rule: 9,
    changes: [
      {
        in: 'decidedRefunded',
        statement: "return decision.to === 'refunded'",
        becomes: 'return decision.refunded',
      },
    ],
    unseen: {
      why: 'rare: a node that lags has to answer the next refund after a person was right before it',
      seenBy: 'src/shared/attempt/high-water.test.ts',
    },
  },
  {
    name: 'F5 refusals are not watched',
    rule: 9,
    focus: focus.watches,
    changes: [
      {
        in: 'checked',
        file: 'shared/refund/refund.ts',
        value: '{ ...seen, watch: beginWatch(at, refunded), told: { line, refunded } }',
        becomes: 'seen',
      },
    ],
  },
  {
    name: 'F6 movement after a settled refusal is ignored',
    rule: 9,
    focus: focus.watches,
    changes: [
      {
        in: 'ofRise',
        statement: 'if (mayLock !== undefined)',
        becomes: "if (mayLock !== undefined) return mayLock.state === 'refused' ? [] : [locked(mayLock)]",
      },
      {
        in: 'ofNamed',
        statement: 'if (isWatched(attempt))',
        becomes:
          "if (attempt.state === 'refused') return []\n  if (isWatched(attempt)) return [locked(attempt)]",
      },
    ],
  },
  {
    name: 'a decided not refunded is not watched',
    rule: 9,
    changes: [
      {
        in: 'decided',
        file: 'shared/refund/refund.ts',
        value: 'beginWatch(at, decision.refunded)',
        becomes: 'null',
      },
    ],
    unseen: {
      why: 'what lands while nobody asks is counted apart, and the PIN is needed for a day with and without a watch',
      seenBy: 'src/main/refund/watches.real.test.ts',
    },
  },
  {
    name: 'F8 our own marker after the watch raises no alarm',
    rule: 9,
    changes: [{ in: 'ofNamed', value: 'told', place: 2, becomes: 'true' }],
    unseen: {
      why: 'rare: a write has to land days after it was refused or decided, when the watch has ended',
      seenBy: 'src/shared/refund/watch-judgement.test.ts',
    },
  },
  {
    name: 'F9 what was told, or is explained by our own refunds, counts against a watch',
    rule: 9,
    focus: focus.watches,
    changes: [{ in: 'expectedSum', statement: 'return Math.max(0', becomes: 'return 0' }],
  },
  {
    name: 'what an alarm or news told is told again and again',
    rule: 9,
    changes: [{ in: 'expectedSum', value: '[...told, ...news]', becomes: '[...told]' }],
    unseen: {
      why: 'news too many loses no money',
      seenBy: 'src/shared/refund/watch-judgement.test.ts',
    },
  },
  {
    name: 'a decision on a refund in another currency explains a rise that nobody was told',
    rule: 9,
    changes: [
      {
        in: 'expectedSum',
        value: 'each.told !== null && each.currency === currency',
        becomes: 'each.told !== null',
      },
    ],
    unseen: {
      why: 'rare: the service has to name another currency just when the next refund is begun, and a person to decide on it',
      seenBy: 'src/shared/refund/watch-judgement.test.ts',
    },
  },
  {
    name: 'a second delivery of an answered refund is told to nobody',
    rule: 9,
    changes: [
      {
        in: 'ofRise',
        value: 'amount === now.refunded - expected',
        becomes: 'false',
      },
    ],
    unseen: {
      why: 'what lands when nobody looks is counted apart by the books',
      seenBy: 'src/shared/refund/watch-judgement.test.ts',
    },
  },
  {
    name: 'a lower sum that was accepted is not expected',
    rule: 9,
    changes: [
      {
        in: 'expectedSum',
        value: 'lowered?.line ?? Number.NEGATIVE_INFINITY',
        becomes: 'Number.NEGATIVE_INFINITY',
      },
    ],
    unseen: {
      why: 'rare: a refund has to bounce, the lower sum to be accepted, and another rise to stay below the former one',
      seenBy: 'src/shared/refund/watch-judgement.test.ts',
    },
  },
  {
    name: 'a watch writes a line for every show',
    rule: 9,
    changes: [{ in: 'writeWatch', statement: 'if (watch === null || untilShow(', becomes: '' }],
    unseen: {
      why: 'it is complete after four of them, and what lands then is counted apart',
      seenBy: 'src/main/refund/watches.real.test.ts',
    },
  },
  {
    name: 'another till’s marker explains a rise altogether',
    rule: 9,
    changes: [
      {
        in: 'ofRise',
        value: "alarm(newest, 'risen_by_another_till')",
        becomes: '[]',
      },
    ],
    unseen: {
      why: 'rare: another till has to refund what this one watches, and the service to show its remark',
      seenBy: 'src/shared/refund/watch-judgement.test.ts',
    },
  },
  {
    name: 'a watch that was never fed says nothing',
    rule: 9,
    changes: [{ in: 'isOverdue', body: 'return false' }],
    unseen: {
      why: 'thirty days without a show are longer than a history',
      seenBy: 'src/shared/refund/watch.test.ts',
    },
  },
  {
    name: 'a decided refund that never comes raises no alarm',
    rule: 9,
    changes: [
      {
        in: 'watched',
        file: 'shared/refund/refund.ts',
        value: "neverReached ? 'never_reached' : null",
        becomes: 'null',
      },
    ],
    unseen: {
      why: 'only a hasty person says so, and what a hasty person says is counted apart',
      seenBy: 'src/shared/refund/refund-watched.test.ts',
    },
  },
]
