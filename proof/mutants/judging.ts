/** Mistakes in what an answer or a show means (rules 5 to 8). */
import * as focus from './focus'
import type { Mutant } from './mutant'

export const judgingMutants: readonly Mutant[] = [
  {
    name: 'an answer that says less than ours counts as refunded',
    rule: 5,
    focus: focus.answers,
    changes: [{ in: 'judgeRecord', statement: 'if (moved < intent.amount)', becomes: '' }],
  },
  {
    name: 'F7 an answer that says more than ours raises no alarm',
    rule: 5,
    changes: [
      {
        in: 'judgeRecord',
        value: "verdict('refunded', { alarm: 'more_than_ours' })",
        becomes: "verdict('refunded')",
      },
    ],
    unseen: {
      why: 'rare: another system has to refund the payment while ours is on its way, and both have to fit',
      seenBy: 'src/shared/refund/refund-judgement.test.ts',
    },
  },
  {
    name: 'an answer with another transaction’s record is believed',
    rule: 5,
    changes: [
      {
        in: 'judgeRecord',
        value: 'now.id !== intent.id || now.currency !== intent.currency || now.refunded === null',
        becomes: 'now.refunded === null',
      },
    ],
    unseen: {
      why: 'the other payment would have to have been refunded by the very same sum',
      seenBy: 'src/shared/refund/refund-judgement.test.ts',
    },
  },
  {
    name: 'a server error counts as a refusal',
    rule: 6,
    focus: focus.answers,
    changes: [
      {
        in: 'refusals',
        file: 'refund-judgement.ts',
        constant: 'new Set([400, 401, 403, 404, 409, 422, 429, 500, 502, 503])',
      },
    ],
  },
  {
    name: 'a time-out or too early counts as a refusal',
    rule: 7,
    focus: focus.answers,
    changes: [
      {
        in: 'refusals',
        file: 'refund-judgement.ts',
        constant: 'new Set([400, 401, 403, 404, 409, 422, 429, 408, 425])',
      },
    ],
  },
  {
    name: 'an error whose status is not HTTP’s counts as a refusal',
    rule: 6,
    focus: focus.answers,
    changes: [
      {
        in: 'judgeAnswer',
        value: 'answer.httpStatus === answer.status && refusals.has(answer.httpStatus)',
        becomes: 'refusals.has(answer.status)',
      },
    ],
  },
  {
    name: 'a lost answer counts as not sent',
    rule: 7,
    focus: focus.answers,
    changes: [
      { in: 'judgeAnswer', value: "verdict('unconfirmed')", place: 1, becomes: "verdict('not_sent')" },
    ],
  },
  {
    name: 'a refusal is settled by one quiet show',
    rule: 6,
    focus: focus.judging,
    changes: [{ in: 'quietNeeded', constant: '1' }],
  },
  {
    name: 'quiet shows need no time between them',
    rule: 6,
    focus: focus.judging,
    changes: [{ in: 'quietGaps', constant: '{ first: 0, second: 0, later: 0 }' }],
  },
  {
    name: 'a refusal that moved is settled all the same',
    rule: 6,
    focus: focus.judging,
    changes: [
      {
        in: 'judgeRefusal',
        value: '(now.refunded ?? 0) > intent.base || showsOwnMarker(intent, now) || changed',
        becomes: 'false',
      },
      {
        in: 'judgeRefusal',
        value: 'now.refunded !== intent.base || !facts.mayCount',
        becomes: '!facts.mayCount',
      },
    ],
  },
  {
    name: 'a refusal that moved raises no alarm',
    rule: 6,
    changes: [
      {
        in: 'judgeRefusal',
        value: "verdict('unconfirmed', { alarm: 'moved_after_refusal' })",
        becomes: "verdict('unconfirmed')",
      },
    ],
    unseen: {
      why: 'the attempt is locked by the same line, and a lock is noticed as an alarm is',
      seenBy: 'src/shared/refund/refund-judgement-refusals.test.ts',
    },
  },
  {
    name: 'a show out of a cache counts as a quiet one',
    rule: 6,
    changes: [
      {
        in: 'isUsable',
        value: '!cached && (lowerFor === null || lowerFor >= lowerBelievedAfterMs)',
        becomes: 'lowerFor === null || lowerFor >= lowerBelievedAfterMs',
      },
    ],
    unseen: {
      why: 'rare: a cache has to answer within the fifteen seconds after a refusal',
      seenBy: 'src/shared/refund/refund-judgement-refusals.test.ts',
    },
  },
  {
    name: 'a fitting sum needs no marker',
    rule: 8,
    focus: focus.meddled,
    changes: [
      { in: 'judgeUnconfirmed', value: "verdict('refunded_probably')", becomes: "verdict('refunded')" },
    ],
  },
  {
    name: 'nothing seen counts as not refunded',
    rule: 8,
    focus: focus.judging,
    changes: [
      {
        in: 'judgeUnconfirmed',
        statement: 'return nothingElseMoved(intent, now)',
        becomes: "return verdict('not_refunded')",
      },
      {
        in: 'meanings',
        value: "['unconfirmed', 'refunded', 'refunded_probably']",
        becomes: "['unconfirmed', 'refunded', 'refunded_probably', 'not_refunded']",
      },
    ],
  },
  {
    name: 'any marker in the remark is taken for ours',
    rule: 8,
    focus: focus.meddled,
    changes: [
      {
        in: 'showsOwnMarker',
        value: 'leadingMarker(now.remark) === intent.marker',
        becomes: 'leadingMarker(now.remark) !== null',
      },
    ],
  },
  {
    name: 'our marker with less than ours counts as refunded',
    rule: 8,
    changes: [{ in: 'judgeUnconfirmed', statement: 'if (moved < intent.amount) return', becomes: '' }],
    unseen: {
      why: 'a remark that shows ours beside a sum that does not is of two nodes that disagree',
      seenBy: 'src/shared/refund/refund-judgement-checks.test.ts',
    },
  },
  {
    name: 'our marker with more than ours raises no alarm',
    rule: 8,
    changes: [
      {
        in: 'judgeUnconfirmed',
        value: "moved > intent.amount ? { alarm: 'more_than_ours' } : {}",
        becomes: '{}',
      },
    ],
    unseen: {
      why: 'rare: another system has to refund, too, and the service to show our remark of the two',
      seenBy: 'src/shared/refund/refund-judgement-checks.test.ts',
    },
  },
  {
    name: 'another marker is no evidence against ours',
    rule: 8,
    changes: [{ in: 'judgeUnconfirmed', statement: 'if (anotherMarker(intent, now) !== null)', becomes: '' }],
    unseen: {
      why: 'what it comes to, probably refunded, waits for a person all the same',
      seenBy: 'src/shared/refund/refund-judgement-checks.test.ts',
    },
  },
  {
    name: 'F13 a changed amount is not looked at',
    rule: 8,
    changes: [
      {
        in: 'judgeUnconfirmed',
        value: 'now.currency !== intent.currency || now.amount !== intent.before.amount',
        becomes: 'now.currency !== intent.currency',
      },
    ],
    unseen: {
      why: 'the sum and the marker say whose refund it is, whatever the payment’s amount was changed to',
      seenBy: 'src/shared/refund/refund-judgement-checks.test.ts',
    },
  },
  {
    name: 'F14 a changed currency is not looked at',
    rule: 8,
    changes: [
      {
        in: 'judgeUnconfirmed',
        value: 'now.currency !== intent.currency || now.amount !== intent.before.amount',
        becomes: 'now.amount !== intent.before.amount',
      },
    ],
    unseen: {
      why: 'no simulated service gives a sum in another currency that fits',
      seenBy: 'src/shared/refund/refund-judgement-checks.test.ts',
    },
  },
  {
    name: 'more than ours without a marker counts as refunded',
    rule: 8,
    focus: focus.meddled,
    changes: [
      { in: 'judgeUnconfirmed', value: "forPerson('more_without_marker')", becomes: "verdict('refunded')" },
    ],
  },
  {
    name: 'less than ours without a marker counts as refunded',
    rule: 8,
    changes: [
      {
        in: 'judgeUnconfirmed',
        value: "forPerson('less_than_ours')",
        place: 2,
        becomes: "verdict('refunded')",
      },
    ],
    unseen: {
      why: 'rare: another system has to refund less than ours while ours waits and was never applied',
      seenBy: 'src/shared/refund/refund-judgement-checks.test.ts',
    },
  },
  {
    name: 'probably becomes refunded at the next check',
    rule: 8,
    focus: focus.meddled,
    changes: [
      {
        in: 'fromProbably',
        value: "stands ? 'refunded_probably' : 'unconfirmed'",
        becomes: "stands ? 'refunded' : 'unconfirmed'",
      },
      {
        in: 'meanings',
        value: "['refunded_probably', 'unconfirmed']",
        becomes: "['refunded_probably', 'unconfirmed', 'refunded']",
      },
    ],
  },
  {
    name: 'every check is a line of the journal',
    rule: 8,
    changes: [
      {
        in: 'withNews',
        statement: 'return { verdict: judged',
        becomes: 'return { verdict: judged, quiet: false, news: true, says: true }',
      },
    ],
    unseen: {
      why: 'the books allow thirty lines, and thirty a day: a day of hostile answers may need as many',
      seenBy: 'src/shared/refund/refund-judgement-news.test.ts',
    },
  },
]
