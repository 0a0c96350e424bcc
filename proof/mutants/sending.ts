/** Mistakes between Confirm and the answer, and about what was seen before (rules 1 to 4). */
import { body, constant, focus, type Mutant, seenBy, seenIn, statement, value, without } from './mutant'

const issueRefundStops = 'src/main/refund/issue-refund-stops.real.test.ts'
const firstByte = 'src/main/refund/first-byte.real.test.ts'
const sendRefund = 'src/main/refund/send-refund.real.test.ts'
const order = 'src/main/refund/order.test.ts'
const addresses = 'src/main/refund/addresses.real.test.ts'
const refundServiceDisk = 'src/main/refund/refund-service-disk.real.test.ts'
const marker = 'src/shared/attempt/marker.test.ts'
const rules = 'src/shared/people/rules.test.ts'
const afterLowering = 'src/main/refund/after-lowering.real.test.ts'
const lowering = 'src/shared/refund/watch-judgement.test.ts'

export const sendingMutants: readonly Mutant[] = [
  seenIn(focus.sending, 1, 'a changed record does not stop a refund', [
    without('refund/protocol.ts:refund', 'if (changes.length > 0)'),
  ]),
  seenBy(issueRefundStops, 1, 'the fresh show may bring another payment', [
    'the record would have to be another’s with the same amount and status in that very second',
    without('showAfresh', 'if (show.record.id !== order.shown.id ||'),
  ]),
  seenIn(focus.sending, 2, 'a stale fresh show is good enough', [
    without('showAfresh', 'if (facts.lowerFor !== null)'),
    without('showAfresh', 'if (!isFresh(asked, till.clock))'),
  ]),
  seenIn(focus.clocks, 1, 'a refund may begin however long ago its fresh show was', [
    body('isFresh', 'return true'),
  ]),
  seenIn(focus.clocks, 1, 'the wall clock is not asked how fresh a show is', [
    value('isFresh', 'onTheWall <= maxFreshMs', 'true'),
    value('isFresh', 'onTheWall >= -wallToleranceMs', 'true'),
  ]),
  seenBy(sendRefund, 1, 'the wall clock alone says how fresh a show is', [
    'show and connection have deadlines of their own, which are shorter than a minute on the other clock',
    value('isFresh', 'passed <= maxFreshMs', 'true'),
    value('isFresh', 'onTheWall >= -wallToleranceMs', 'true'),
  ]),
  seenBy(order, 1, 'the monotonic clock has no say in how old a fresh show is', [
    'rare: the wall clock has to be set back within the one minute of a refund, by less than what has passed',
    value('isFresh', 'passed <= maxFreshMs', 'true'),
  ]),
  seenBy(firstByte, 1, 'what moves as the line comes up does not stop a refund', [
    'an earlier refund, wrongly decided, has to show itself within those seconds',
    value('refund/order.ts:hasNothingMoved', '!isMoved', 'true'),
  ]),
  seenBy(addresses, 1, 'the refund goes to whatever address is stored', [
    'the address would have to change while the one show of a refund is under way',
    value('refund/protocol.ts:post', 'intent.serviceAddress', 'null'),
  ]),
  seenIn(focus.people, 3, 'the lock is dropped', [
    without('checkPayment', 'if (lock !== null)'),
    without('refusalOf', 'if (lockIn('),
    value('refund/order.ts:hasNothingMoved', '!isMoved', 'true'),
  ]),
  seenIn(focus.power, 3, 'sending is written after the refund was sent', [
    value(
      'writeDown',
      "journal.append(intent.marker, { kind: 'sending', at: clock.now(), intent })",
      "({ ok: true, value: { intent, state: 'sending', createdAt: 0, since: 0, ran: { created: 0, since: 0 }, begun: 1, line: 1, refundedLine: null, alarms: [], forPerson: null, refusal: null, decision: null, watch: null, told: null, seen: { refunded: 0, highest: 0, markers: [] }, slips: 0 } } as ReturnType<typeof journal.append>)",
    ),
    value(
      'refund/protocol.ts:refund',
      'settle(till, sending.value, reply)',
      "(till.pendingEvents.append(sending.value.intent.marker, { kind: 'sending', at: till.clock.now(), intent: sending.value.intent }), $&)",
    ),
  ]),
  seenIn(focus.sending, 3, 'a lost answer is tried again by itself', [
    value(
      'refund/protocol.ts:refund',
      'await post(till, sender, sending.value, asked)',
      "await post(till, sender, sending.value, asked).then((reply) => reply.answer.kind === 'no_answer' ? post(till, sender, sending.value, asked) : reply)",
    ),
  ]),
  seenIn(focus.keychains, 3, 'F4 the head is never kept before the refund is sent', [
    value('refund/protocol.ts:refund', 'await till.headAnchor.keep()', 'true'),
    body('makeHeadAnchor/advance', ''),
  ]),
  seenIn(focus.keychains, 3, 'a keychain that refuses the head does not stop a refund', [
    value('refund/protocol.ts:refund', 'await till.headAnchor.keep()', '$& || true'),
  ]),
  seenBy(refundServiceDisk, 3, 'F12 an answer that the disk did not take is forgotten', [
    'what is forgotten is found again by the checks, as after a power cut',
    without('makePendingEvents/append', 'kept = [...kept'),
  ]),
  seenIn(focus.sending, 4, 'the amount is left out', [
    value('refund/protocol.ts:post', 'intent.whole ? null : intent.amount', 'null'),
  ]),
  seenIn(focus.sending, 4, 'another amount than the confirmed one is sent', [
    value('intentOf', 'order.amount.hundredths', 'rule.rest.hundredths'),
  ]),
  seenIn(focus.sending, 4, 'the marker stands at the end of the reason', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    statement('reasonWithMarker', 'return `${marker}', 'return `${withoutMarkers(plain)} ${marker}`.trim()'),
  ]),
  seenBy(marker, 4, 'a reason may be as long as it likes', [
    'no cashier of the histories types so much',
    constant('maxSentReason', '10_000'),
  ]),
  seenIn(focus.judging, 8, 'the base of an attempt moves with what checks say', [
    value(
      'shared/refund/refund.ts:checked',
      'withVerdict(attempt, verdict, at, line)',
      '((next) => snapshot.refunded !== null ? { ...next, intent: { ...next.intent, base: snapshot.refunded } } : next)($&)',
    ),
  ]),
  seenIn(focus.people, 1, 'a limit counts the refund at hand alone', [
    value('levelsOf', 'refunds.filter((each) => each.currency.toUpperCase() === currency)', '[]'),
  ]),
  seenBy(rules, 1, 'a clock that is set ends a limit', [
    'the clock has to be set between two refunds that are above a sum together alone',
    value('isWithin', 'facts.ran - ran < minMs', 'false'),
  ]),
  seenIn(focus.people, 1, 'the cashier may be the second person', [
    without('checkRules', 'if (allowedBy !== null'),
  ]),
  seenIn(focus.people, 9, 'within a day of “not refunded” no second person is asked', [
    value('levelsOf', "only(facts.isDoubted, 'second_person')", "'free'"),
  ]),
  seenIn(focus.staleness, 2, 'a lower sum is not stale', [body('isLower', 'return false')]),
  seenIn(focus.staleness, 2, 'an answer that contradicts itself raises', [
    value('soundRefunded', 'odd ? null : refunded', 'refunded'),
  ]),
  seenIn(focus.staleness, 2, 'a lower sum can never be accepted', [
    statement('mayAccept', 'return lowerFor < lowerBelievedAfterMs', "return 'minutes'"),
  ]),
  seenBy(lowering, 2, 'a lower sum may be accepted while an attempt is undecided', [
    'whoever accepts what is so loses nothing by it, and no base moves',
    without('mayAccept', 'if (isUndecidedIn('),
  ]),
  seenBy(lowering, 2, 'a lower sum that leaves our own refunds out may be accepted at once', [
    'a person who accepts what is so may accept it at once',
    without('mayAccept', 'if (missingRefunds('),
  ]),
  seenBy(lowering, 2, 'a value that comes back after a lowering says nothing', [
    'rare: a refund has to bounce, the lower sum to be accepted, and the former one to be shown again',
    body('hasReturned', 'return false'),
  ]),
  seenBy(afterLowering, 2, 'a refusal that was none and lands after a lowering is taken for what came back', [
    'rare: the same sum has to bounce, to be accepted, to be refused when it is sent again, and to land',
    without('hasReturned', 'if (isLocked)'),
  ]),
]
