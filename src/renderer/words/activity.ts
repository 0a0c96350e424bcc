import type { AttemptEvent, Decision, RefundAnswer, Snapshot } from '../../shared/attempt/attempt'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { isolatedText } from '../../shared/base/text'
import type { Output } from '../../shared/contract/contract'
import { formatMoney, writeHundredths } from '../../shared/payment/money'
import type { StandsOut } from '../../shared/refund/day'
import { errorNumber, messageText } from './common'
import { attemptState } from './refund'
import { countWords, words } from './words'

const { activity, day, events, record, outcome, service, states } = words

export function standsOutWords(found: StandsOut): string {
  const who = isolatedText(found.name || day.nobody)
  switch (found.what) {
    case 'under_limit': {
      const limit = formatMoney({ hundredths: found.limit, currency: found.currency })
      return day.underLimit(who, countWords(found.count), countWords(found.of), limit)
    }
    case 'same_day':
      return day.sameDay(who, countWords(found.count), countWords(found.of))
    case 'far_above':
      return day.farAbove(who, countWords(found.count), countWords(Math.ceil(found.others)))
  }
}

/** The outcomes where each has a name of its own. */
export const outcomeNames = { ...states, ...activity.choices }

const [underWay, ...others] = attemptStates
/** The outcomes to search Activity by. */
export const stateChoices = [...others, underWay].map((value) => ({ value, name: outcomeNames[value] }))

function answerWords(answer: RefundAnswer): string {
  switch (answer.kind) {
    case 'never_connected':
      return events.neverConnected(service.notReached[answer.reason])
    case 'not_begun':
      return events.notBegun[answer.reason]
    case 'no_answer':
      return events.noAnswer(service.lost[answer.reason])
    case 'record':
      return events.answer
    case 'error_shape':
      return errorWords(answer)
    case 'unreadable':
      return events.unreadable(String(answer.httpStatus))
  }
}

/** Names the error's own `status`, and HTTP's only where it differs. */
function errorWords({ message, status, httpStatus }: Extract<RefundAnswer, { kind: 'error_shape' }>): string {
  const text = messageText(message)
  const number = errorNumber(httpStatus, status)
  return text === '' ? events.errorSilent(number) : events.error(text, number)
}

function checkWords({ snapshot, verdict }: Extract<AttemptEvent, { kind: 'checked' }>): string {
  const { checked } = events
  if (verdict.to === 'refunded') return checked.refunded
  if (verdict.to === 'refunded_probably') return checked.refundedProbably
  if (verdict.to === 'refused') return checked.refused
  return verdict.forPerson === null ? seenWords(snapshot) : checked.saw(outcome.reasons[verdict.forPerson])
}

function seenWords({ refunded, currency }: Snapshot): string {
  if (refunded === null) return events.checked.unreadable
  return refunded === 0
    ? events.checked.nothingYet
    : events.checked.soFar(formatMoney({ hundredths: refunded, currency }))
}

function decisionWords({ supervisor, to, portal, saw, why }: Decision): string {
  const decided = events.decided[to](isolatedText(supervisor))
  const wholly = portal ? events.decided.byPortal(decided) : decided
  return events.decided.because(wholly, isolatedText(saw), isolatedText(why))
}

export function eventWords(event: AttemptEvent): string {
  switch (event.kind) {
    case 'sending':
      return events.sending(formatMoney({ hundredths: event.intent.amount, currency: event.intent.currency }))
    case 'interrupted':
      return events.interrupted
    case 'answered':
      return answerWords(event.answer)
    case 'checked':
      return checkWords(event)
    case 'decided':
      return decisionWords(event.decision)
    case 'watched':
      return events.watched(writeHundredths(event.refunded))
    case 'watch_ended':
      return events.watchEnded
    case 'alarmed':
      return words.alarms[event.alarm]
    case 'acknowledged':
      return events.acknowledged(isolatedText(event.by), isolatedText(event.note))
    case 'slip_made':
      return event.how === 'printed' ? events.printed : events.savedAsPdf
    case 'taken_over':
      return events.takenOver(attemptState(event.attempt.state).word)
  }
}

/** Lists what the new record took over. */
export function takenOverLines(taken: Output<'journal:begin'>): readonly (readonly [string, string])[] {
  const { attempts, undecided, unread, missing } = taken
  return [
    [record.attempts, String(attempts)],
    [record.undecided, String(undecided)],
    [record.unread, String(unread)],
    [record.missing, missing === null ? record.unknown : String(missing)],
  ]
}

/** Says what to do about missing lines. */
export function takenOverAdvice({ unread, missing }: Output<'journal:begin'>): string {
  return unread === 0 && missing === 0 ? record.nothingMissing : record.lookInPortal
}
