/** Mistakes in what an answer or a show means, how the service is asked, and at which address (rules 5 to 8, and 14). */
import { body, constant, focus, type Mutant, seenBy, seenIn, statement, value, without } from './mutant'

const refundJudgement = 'src/shared/refund/refund-judgement.test.ts'
const refundJudgementChecks = 'src/shared/refund/refund-judgement-checks.test.ts'
const addresses = 'src/main/refund/addresses.real.test.ts'
const checkCodes = 'src/shared/refund/check-schedule.test.ts'
const oddCourses = 'src/main/refund/odd-courses.real.test.ts'
const ask = 'src/main/refund/ask.real.test.ts'
const onItsWay = 'src/main/refund/on-its-way.real.test.ts'

export const judgingMutants: readonly Mutant[] = [
  seenIn(focus.answers, 5, 'an answer that says less than ours counts as refunded', [
    without('judgeRecord', 'if (moved < intent.amount)'),
  ]),
  seenBy(oddCourses, 5, 'an answer with another amount of the payment is believed', [
    'no simulated service answers a refund with another amount of the payment',
    without('judgeRecord', 'if (now.amount !== '),
  ]),
  seenBy(refundJudgement, 5, 'F7 an answer that says more than ours raises no alarm', [
    'rare: another system has to refund the payment while ours is on its way, and both have to fit',
    value('judgeRecord', "verdict('refunded', { alarm: 'more_than_ours' })", "verdict('refunded')"),
  ]),
  seenBy(refundJudgement, 5, 'an answer with another transaction’s record is believed', [
    'the other payment would have to have been refunded by the very same sum',
    value('judgeRecord', 'now.id !== intent.id', 'false'),
    value('judgeRecord', 'now.currency !== intent.currency', 'false'),
  ]),
  seenIn(focus.answers, 6, 'a server error counts as a refusal', [
    constant('refund-judgement.ts:refusals', 'new Set([400, 401, 403, 404, 409, 422, 429, 500, 502, 503])'),
  ]),
  seenIn(focus.answers, 7, 'a time-out or too early counts as a refusal', [
    constant('refund-judgement.ts:refusals', 'new Set([400, 401, 403, 404, 409, 422, 429, 408, 425])'),
  ]),
  seenIn(focus.answers, 6, 'an error whose status is not HTTP’s counts as a refusal', [
    value('judgeAnswer', 'answer.httpStatus === answer.status', 'true'),
    value('judgeAnswer', 'refusals.has(answer.httpStatus)', 'refusals.has(answer.status)'),
  ]),
  seenIn(focus.answers, 7, 'a lost answer counts as not sent', [
    value('judgeAnswer#1', "verdict('unconfirmed')", "verdict('not_sent')"),
  ]),
  seenIn(focus.judging, 6, 'a refusal is settled by one quiet show', [constant('quietNeeded', '1')]),
  seenIn(focus.judging, 6, 'quiet shows need no time between them', [
    constant('quietGaps', '{ first: 0, second: 0, later: 0 }'),
  ]),
  seenIn(focus.judging, 6, 'a refusal that moved is settled all the same', [
    without('judgeRefusal', 'if ((now.refunded ?? 0) > intent.base'),
    value('judgeRefusal', 'now.refunded !== intent.base', 'false'),
  ]),
  seenBy(refundJudgementChecks, 6, 'a refusal that moved raises no alarm', [
    'the attempt is locked by the same line, and a lock is noticed as an alarm is',
    value('judgeRefusal', "{ alarm: 'moved_after_refusal' }", '{}'),
  ]),
  seenBy(refundJudgementChecks, 6, 'a show out of a cache counts as a quiet one', [
    'rare: a cache has to answer within the fifteen seconds after a refusal',
    value('isUsable', '!cached', 'true'),
  ]),
  seenIn(focus.meddled, 8, 'a fitting sum needs no marker', [
    value('judgeUnconfirmed', "verdict('refunded_probably')", "verdict('refunded')"),
  ]),
  seenIn(focus.judging, 8, 'nothing seen counts as not refunded', [
    statement('judgeUnconfirmed', 'return nothingElseMoved(intent, now)', "return verdict('not_refunded')"),
    constant('meanings/unconfirmed/checkLeadsTo', "[...$&, 'not_refunded']"),
  ]),
  seenIn(focus.meddled, 8, 'any marker in the remark is taken for ours', [
    body('showsOwnMarker', 'return leadingMarker(now.remark) !== null'),
  ]),
  seenBy(refundJudgementChecks, 8, 'our marker with less than ours counts as refunded', [
    'a remark that shows ours beside a sum that does not is of two nodes that disagree',
    without('judgeUnconfirmed', 'if (moved < intent.amount) return'),
  ]),
  seenBy(refundJudgementChecks, 8, 'our marker with more than ours raises no alarm', [
    'rare: another system has to refund, too, and the service to show our remark of the two',
    value('judgeUnconfirmed', "isMore ? { alarm: 'more_than_ours' } : {}", '{}'),
  ]),
  seenBy(onItsWay, 8, 'more that was shown before is forgotten where our marker settles a refund', [
    'rare: two deliveries have to be shown first, and the first alone with its reason afterwards',
    value('judgeUnconfirmed', '!isAlarmed && seen.highest > intent.base + intent.amount', 'false'),
  ]),
  seenBy(onItsWay, 5, 'what is shown while a refund is on its way is judged by nobody', [
    'rare: it has to be shown then, and every answer and show after it to be of an older replica',
    value('judgeCheck', 'isOnItsWay(attempt.state) && isNews(attempt, now)', 'false'),
  ]),
  seenBy(onItsWay, 5, 'what was shown while a refund was on its way waits for the next show', [
    'what shows it again by then is any answer of the service',
    without('refund/protocol.ts:settle', 'takeKept(till, intent.id)'),
  ]),
  seenBy(onItsWay, 5, 'an answer to a refund tells nothing of an earlier one', [
    'rare: it has to show what no later answer does',
    value('refund/protocol.ts:settle', 'record !== null', 'false'),
  ]),
  seenBy(refundJudgementChecks, 8, 'another marker is no evidence against ours', [
    'what it comes to, probably refunded, waits for a person all the same',
    without('judgeUnconfirmed', 'if (anotherMarker(intent, now, facts.ownMarkers) !== null)'),
  ]),
  seenBy(refundJudgementChecks, 8, 'F13 a changed amount is not looked at', [
    'the sum and the marker say whose refund it is, whatever the payment’s amount was changed to',
    value('judgeUnconfirmed', 'now.amount !== intent.before.amount', 'false'),
  ]),
  seenBy(refundJudgementChecks, 8, 'F14 a changed currency is not looked at', [
    'no simulated service gives a sum in another currency that fits',
    value('judgeUnconfirmed', 'now.currency !== intent.currency', 'false'),
  ]),
  seenIn(focus.meddled, 8, 'more than ours without a marker counts as refunded', [
    value('judgeUnconfirmed', "forPerson('more_without_marker')", "verdict('refunded')"),
  ]),
  seenBy(refundJudgementChecks, 8, 'less than ours without a marker counts as refunded', [
    'rare: another system has to refund less than ours while ours waits and was never applied',
    value('judgeUnconfirmed#2', "forPerson('less_than_ours')", "verdict('refunded')"),
  ]),
  seenIn(focus.meddled, 8, 'probably becomes refunded at the next check', [
    value('fromProbably', "'refunded_probably'", "'refunded'"),
    constant('meanings/refunded_probably/checkLeadsTo', "[...$&, 'refunded']"),
  ]),
  seenBy(refundJudgementChecks, 8, 'every check is a line of the journal', [
    'the books allow thirty lines, and thirty a day: a day of hostile answers may need as many',
    value('withNews', 'judged.to !== attempt.state || isNews(attempt, now)', 'true'),
  ]),
  seenIn(focus.services, 14, 'a lock holds at its own address alone', [
    statement(
      'checkPayment',
      'if (lock !== null)',
      "if (lock !== null && (!('intent' in lock) || lock.intent.serviceAddress === till.serviceName())) return fail(lockedBy(lock))",
    ),
    statement(
      'refusalOf',
      'if (lockIn(',
      "const held = lockIn(standing(), intent.id)\nif (held !== null && (!('intent' in held) || held.intent.serviceAddress === intent.serviceAddress)) return { kind: 'locked' }",
    ),
    value('refund/order.ts:hasNothingMoved', '!isMoved', 'true'),
  ]),
  seenIn(focus.services, 14, 'an attempt is judged by rule at whatever address', [
    value('mayJudge', 'isUsable(facts) && !facts.elsewhere', 'isUsable(facts)'),
  ]),
  seenBy(addresses, 14, 'a watch counts the shows of another address', [
    'the other name of the live service shows what it shows',
    value('judgeWhatIsSettled', '!isElsewhere(attempt, show)', 'true'),
  ]),
  seenBy(addresses, 14, 'a watch of an address that was left never ends', [
    'the books ask that whoever is told of a rise is told, not that a watch ends',
    value('endOverdueWatches', 'isOverdue(watch, at)', '$& && intent.serviceAddress === till.serviceName()'),
  ]),
  seenBy(checkCodes, 8, 'a refund is asked about by one code alone', [
    'every code of a payment is answered again once faults have ended',
    statement('checkCodes', 'return known.filter(', 'return known.slice(0, 1)'),
  ]),
  seenIn(focus.judging, 8, 'only a check that was asked for counts, not a look-up', [
    value('makeOpenRefunds/observe', 'take(till, show)', '({ facts: { lowerFor: null } })'),
  ]),
  seenBy(ask, 8, 'a service that says it has too much to do is asked as often as ever', [
    'how often the service is asked breaks no promise about money',
    body('nextPace', 'return 0'),
  ]),
]
