/** Mistakes between Confirm and the answer (rules 1, 3 and 4). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const sendingMutants: readonly Mutant[] = [
  {
    name: 'a changed record does not stop a refund',
    rule: 1,
    focus: focus.sending,
    changes: [
      { in: 'refund', file: 'refund/protocol.ts', statement: 'if (changes.length > 0)', becomes: '' },
    ],
  },
  {
    name: 'the fresh show may bring another payment',
    rule: 1,
    changes: [{ in: 'showAfresh', statement: 'if (show.record.id !== order.shown.id ||', becomes: '' }],
    unseen: {
      why: 'the record would have to be another’s with the same amount and status in that very second',
      seenBy: 'src/main/refund/issue-refund-stops.real.test.ts',
    },
  },
  {
    name: 'a stale fresh show is good enough',
    rule: 2,
    focus: focus.sending,
    changes: [
      { in: 'showAfresh', statement: 'if (facts.lowerFor !== null)', becomes: '' },
      { in: 'showAfresh', statement: 'if (!isFresh(asked, till.clock))', becomes: '' },
    ],
  },
  {
    name: 'a refund may begin however long ago its fresh show was',
    rule: 1,
    focus: focus.clocks,
    changes: [{ in: 'isFresh', body: 'return true' }],
  },
  {
    name: 'the wall clock is not asked how fresh a show is',
    rule: 1,
    focus: focus.clocks,
    changes: [
      {
        in: 'isFresh',
        value: 'passed <= maxFreshMs && onTheWall <= maxFreshMs && onTheWall >= -wallToleranceMs',
        becomes: 'passed <= maxFreshMs',
      },
    ],
  },
  {
    name: 'the wall clock alone says how fresh a show is',
    rule: 1,
    changes: [
      {
        in: 'isFresh',
        value: 'passed <= maxFreshMs && onTheWall <= maxFreshMs && onTheWall >= -wallToleranceMs',
        becomes: 'onTheWall <= maxFreshMs',
      },
    ],
    unseen: {
      why: 'show and connection have deadlines of their own, which are shorter than a minute on the other clock',
      seenBy: 'src/main/refund/send-refund.real.test.ts',
    },
  },
  {
    name: 'the monotonic clock has no say in how old a fresh show is',
    rule: 1,
    changes: [{ in: 'isFresh', value: 'passed <= maxFreshMs', becomes: 'true' }],
    unseen: {
      why: 'rare: the wall clock has to be set back within the one minute of a refund, by less than what has passed',
      seenBy: 'src/main/refund/order.test.ts',
    },
  },
  {
    name: 'the refund goes to whatever address is stored',
    rule: 1,
    changes: [{ in: 'post', file: 'refund/protocol.ts', value: 'intent.serviceAddress', becomes: 'null' }],
    unseen: {
      why: 'the address would have to change while the one show of a refund is under way',
      seenBy: 'src/main/refund/addresses.real.test.ts',
    },
  },
  {
    name: 'the lock is dropped',
    rule: 3,
    focus: focus.people,
    changes: [
      { in: 'checkPayment', statement: 'if (lock !== null)', becomes: '' },
      { in: 'refusalOf', statement: 'if (lockIn(', becomes: '' },
    ],
  },
  {
    name: 'sending is written after the refund was sent',
    rule: 3,
    focus: focus.power,
    changes: [
      {
        in: 'writeDown',
        value: "journal.append(intent.marker, { kind: 'sending', at: clock.now(), intent })",
        becomes:
          "({ ok: true, value: { intent, state: 'sending', createdAt: 0, since: 0, ran: { created: 0, since: 0 }, begun: 1, line: 1, refundedLine: null, alarms: [], forPerson: null, refusal: null, decision: null, watch: null, told: null, seen: { refunded: 0, highest: 0, markers: [] }, slips: 0 } } as ReturnType<typeof journal.append>)",
      },
      {
        in: 'refund',
        file: 'refund/protocol.ts',
        value: 'settle(till, sending.value, reply)',
        becomes:
          "(till.pendingEvents.append(sending.value.intent.marker, { kind: 'sending', at: till.clock.now(), intent: sending.value.intent }), settle(till, sending.value, reply))",
      },
    ],
  },
  {
    name: 'a lost answer is tried again by itself',
    rule: 3,
    focus: focus.sending,
    changes: [
      {
        in: 'refund',
        file: 'refund/protocol.ts',
        value: 'await post(till, sender, sending.value, asked)',
        becomes:
          "await post(till, sender, sending.value, asked).then((reply) => reply.answer.kind === 'no_answer' ? post(till, sender, sending.value, asked) : reply)",
      },
    ],
  },
  {
    name: 'F4 the head is never kept before the refund is sent',
    rule: 3,
    focus: focus.keychains,
    changes: [
      { in: 'refund', file: 'refund/protocol.ts', value: 'await till.headAnchor.keep()', becomes: 'true' },
      { in: 'makeHeadAnchor/advance', body: '' },
    ],
  },
  {
    name: 'a keychain that refuses the head does not stop a refund',
    rule: 3,
    focus: focus.keychains,
    changes: [
      {
        in: 'refund',
        file: 'refund/protocol.ts',
        value: 'await till.headAnchor.keep()',
        becomes: '(await till.headAnchor.keep()) || true',
      },
    ],
  },
  {
    name: 'F12 an answer that the disk did not take is forgotten',
    rule: 3,
    changes: [{ in: 'makePendingEvents/append', statement: 'kept = [...kept', becomes: '' }],
    unseen: {
      why: 'what is forgotten is found again by the checks, as after a power cut',
      seenBy: 'src/main/refund/refund-service-disk.real.test.ts',
    },
  },
  {
    name: 'the amount is left out',
    rule: 4,
    focus: focus.sending,
    changes: [
      {
        in: 'post',
        file: 'refund/protocol.ts',
        value: 'intent.whole ? null : intent.amount',
        becomes: 'null',
      },
    ],
  },
  {
    name: 'another amount than the confirmed one is sent',
    rule: 4,
    focus: focus.sending,
    changes: [{ in: 'intentOf', value: 'order.amount.hundredths', becomes: 'rule.rest.hundredths' }],
  },
  {
    name: 'the marker stands at the end of the reason',
    rule: 4,
    focus: focus.sending,
    changes: [
      {
        in: 'reasonWithMarker',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
        statement: 'return `${marker}',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
        becomes: 'return `${withoutMarkers(plain)} ${marker}`.trim()',
      },
    ],
  },
  {
    name: 'a reason may be as long as it likes',
    rule: 4,
    changes: [{ in: 'maxSentReason', constant: '10_000' }],
    unseen: { why: 'no cashier of the histories types so much', seenBy: 'src/shared/attempt/marker.test.ts' },
  },
  {
    name: 'the base of an attempt moves with what checks say',
    rule: 8,
    focus: focus.judging,
    changes: [
      {
        in: 'checked',
        file: 'shared/refund/refund.ts',
        value: 'withVerdict(attempt, verdict, at, line)',
        becomes:
          "((next) => check.kind === 'seen' && check.snapshot.refunded !== null ? { ...next, intent: { ...next.intent, base: check.snapshot.refunded } } : next)(withVerdict(attempt, verdict, at, line))",
      },
    ],
  },
  {
    name: 'a limit counts the refund at hand alone',
    rule: 1,
    focus: focus.people,
    changes: [
      { in: 'levelsOf', value: 'refunds.filter((each) => each.currency === currency)', becomes: '[]' },
    ],
  },
  {
    name: 'a clock that is set ends a limit',
    rule: 1,
    focus: focus.clocks,
    changes: [{ in: 'isWithin', value: 'facts.ran - ran < minMs', becomes: 'false' }],
    unseen: {
      why: 'the clock has to be set between two refunds that are above a sum together alone',
      seenBy: 'src/shared/people/rules.test.ts',
    },
  },
  {
    name: 'the cashier may be the second person',
    rule: 1,
    focus: focus.people,
    changes: [{ in: 'checkRules', statement: 'if (allowedBy !== null', becomes: '' }],
  },
  {
    name: 'within a day of “not refunded” no second person is asked',
    rule: 9,
    focus: focus.people,
    changes: [{ in: 'levelsOf', value: "only(facts.isDoubted, 'second_person')", becomes: "'free'" }],
  },
]
