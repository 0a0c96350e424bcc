/** Mistakes in states, waits, decisions and watches (rules 8 to 10). */
import { body, constant, focus, type Mutant, seenBy, seenIn, statement, value, without } from './mutant'

const watches = 'src/main/refund/watches.real.test.ts'
const decideRules = 'src/shared/refund/decide-rules.test.ts'
const highWater = 'src/shared/attempt/high-water.test.ts'
const watchJudgement = 'src/shared/refund/watch-judgement.test.ts'
const watch = 'src/shared/refund/watch.test.ts'
const refundWatched = 'src/shared/refund/refund.test.ts'

/** An attempt in this undecided state locks its payment no longer. */
const locksNothing = (state: string) =>
  value('isUndecided', "meaningOf(state).moneyOut === 'unknown'", `$& && state !== '${state}'`)

export const settlingMutants: readonly Mutant[] = [
  seenIn(focus.people, 3, 'an undecided refund is forgotten as soon as it is unconfirmed', [
    locksNothing('unconfirmed'),
  ]),
  seenIn(focus.people, 6, 'a refusal that is not settled yet locks nothing', [locksNothing('refusal_seen')]),
  seenIn(focus.people, 8, 'what is probably refunded locks nothing', [locksNothing('refunded_probably')]),
  seenIn(focus.watches, 8, 'F10 nothing is asked after an hour', [
    statement('untilNextCheck', 'switch (asked)', 'if (times.age > 3_600_000) return null\n$&'),
  ]),
  seenIn(focus.watches, 8, 'F11 undecided refunds are forgotten after 25 hours', [
    statement(
      'refund/ask.ts:nextAt',
      'if (!isHere(known, attempt))',
      'if (probes.checkTimes(attempt).age > 25 * 3_600_000) return null\n$&',
    ),
  ]),
  seenIn(focus.watches, 8, 'undecided refunds are never asked about again', [
    body('untilUnconfirmed', 'return 3_600_000_000'),
  ]),
  seenBy(watches, 10, 'the day of the PIN runs while the till is off', [
    'the histories ask for the PIN within the day only where nobody set a clock',
    body('runningTime', 'return () => before + Date.now()'),
  ]),
  seenIn(focus.sleepers, 10, 'what a PC slept is time in which no show could be had', [
    body('refund/service.ts:slept', ''),
  ]),
  seenIn(focus.people, 9, 'not refunded may be said at once', [constant('minNotRefundedMs', '0')]),
  seenBy(decideRules, 9, 'a refusal that never becomes quiet cannot be decided', [
    'once faults have ended every refusal becomes quiet',
    statement('mayDecideAtAll', 'return rest > 0', "return { kind: 'no' }"),
  ]),
  seenIn(focus.people, 9, 'without a usable show nothing can ever be decided', [
    value('takeDecision', 'rest > 0 || !order.portal', 'true'),
  ]),
  seenIn(focus.people, 9, 'what is probably refunded cannot be decided', [
    statement(
      'mayDecideAtAll',
      "if (decided === 'at_once')",
      "if (state === 'refunded_probably') return { kind: 'no' }\n$&",
    ),
  ]),
  seenBy(decideRules, 9, 'a decision against a rise that nobody saw is taken', [
    'the check before the decision has told the rise already; only the rule’s own test can leave that out',
    value('takeDecision', 'said > attempt.seen.refunded', 'false'),
  ]),
  seenBy(highWater, 9, 'a decided refund does not raise the high-water value', [
    'rare: a node that lags has to answer the next refund after a person was right before it',
    statement('decidedRefunded', "return decision.to === 'refunded'", 'return decision.refunded'),
  ]),
  seenIn(focus.watches, 9, 'F5 refusals are not watched', [
    value(
      'shared/refund/refund.ts:checked',
      '{ ...seen, watch: beginWatch(at, refunded), told: { line, refunded } }',
      'seen',
    ),
  ]),
  seenIn(focus.watches, 9, 'F6 movement after a settled refusal is ignored', [
    statement('ofRise', 'if (mayLock !== undefined)', "if (mayLock?.state === 'refused') return []\n$&"),
    statement('ofNamed', 'if (isWatched(attempt))', "if (attempt.state === 'refused') return []\n$&"),
  ]),
  seenBy(watches, 9, 'a decided not refunded is not watched', [
    'what lands while nobody asks is counted apart, and the PIN is needed for a day with and without a watch',
    value('shared/refund/refund.ts:decided', 'beginWatch(at, decision.refunded)', 'null'),
  ]),
  seenBy(watchJudgement, 9, 'F8 our own marker after the watch raises no alarm', [
    'rare: a write has to land days after it was refused or decided, when the watch has ended',
    value('ofNamed#2', 'told', 'true'),
  ]),
  seenIn(focus.watches, 9, 'F9 what was told, or is explained by our own refunds, counts against a watch', [
    statement('expectedSum', 'return Math.max(0', 'return 0'),
  ]),
  seenBy(watchJudgement, 9, 'what an alarm or news told is told again and again', [
    'news too many loses no money',
    value('expectedSum', '[...told, ...news]', '[...told]'),
  ]),
  seenBy(
    watchJudgement,
    9,
    'a decision on a refund in another currency explains a rise that nobody was told',
    [
      'rare: the service has to name another currency just when the next refund is begun, and a person to decide on it',
      value('expectedSum', 'each.currency === currency', 'true'),
    ],
  ),
  seenBy(watchJudgement, 9, 'a second delivery of an answered refund is told to nobody', [
    'what lands when nobody looks is counted apart by the books',
    value('ofRise', 'amount === now.refunded - expected', 'false'),
  ]),
  seenBy(watchJudgement, 9, 'a lower sum that was accepted is not expected', [
    'rare: a refund has to bounce, the lower sum to be accepted, and another rise to stay below the former one',
    value('expectedSum', 'loweredLine(lines)', 'Number.NEGATIVE_INFINITY'),
  ]),
  seenBy(watches, 9, 'a watch writes a line for every show', [
    'it is complete after four of them, and what lands then is counted apart',
    without('writeWatch', 'if (watch === null || untilShow('),
  ]),
  seenBy(watchJudgement, 9, 'another till’s marker explains a rise altogether', [
    'rare: another till has to refund what this one watches, and the service to show its remark',
    value('ofRise', "alarm(newest, 'risen_by_another_till')", '[]'),
  ]),
  seenBy(watch, 9, 'a watch that was never fed says nothing', [
    'thirty days without a show are longer than a history',
    body('isOverdue', 'return false'),
  ]),
  seenBy(refundWatched, 9, 'a decided refund that never comes raises no alarm', [
    'only a hasty person says so, and what a hasty person says is counted apart',
    value('shared/refund/refund.ts:watched', "neverReached ? 'never_reached' : null", 'null'),
  ]),
]
