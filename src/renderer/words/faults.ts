import type { ConnectFailure } from '../../shared/base/common-schemas'
import { isolatedText } from '../../shared/base/text'
import type { Fault, FaultOf } from '../../shared/fault'
import { laterStatuses } from '../../shared/lookup/copies'
import {
  asSentence,
  type Explanation,
  errorNumber,
  messageText,
  sentenceOf,
  sentences,
  serviceSays,
} from './common'
import { explainBlock, explainRefundsOff, rulesWords } from './refund'
import { countWords, words } from './words'

const { faults, service } = words

/** Fills in a meaning that takes values. */
function filled<V extends readonly string[]>(
  says: { readonly title: string; readonly meaning: (...values: V) => string; readonly next: string },
  ...values: V
): Explanation {
  return { title: says.title, meaning: says.meaning(...values), next: says.next }
}

/** Whether a refund was stopped because an earlier one of its payment may have gone out. */
export function isAboutEarlier({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind === 'undecided' || kind === 'payment_locked'
}

/** Explains every expected failure. A new kind of fault does not compile without words. */
export function explainFault(fault: Fault): Explanation {
  switch (fault.kind) {
    case 'print_failed':
      return { title: faults.print_failed.title, ...faults.print_failed.why[fault.why] }
    case 'file_not_written':
      return { ...faults.file_not_written, meaning: isolatedText(fault.detail) }
    case 'list_not_taken':
      return explainListFault(fault)
    case 'code_too_long':
      return filled(faults.code_too_long, String(fault.maxLength))
    case 'not_connected':
      return explainNoConnection(fault)
    case 'no_answer':
      return filled(faults.no_answer, sentenceOf(service.lost[fault.reason]))
    case 'service_error':
      return explainServiceError(fault)
    case 'token_not_accepted':
      return {
        ...faults.token_not_accepted,
        meaning: serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus)),
      }
    case 'not_found':
      return { ...faults.not_found, meaning: serviceSays(fault.message) }
    case 'strange_answer':
      return filled(faults.strange_answer, String(fault.httpStatus))
    case 'other_record':
      return filled(faults.other_record, isolatedText(fault.code))
    case 'second_person_needed':
      return filled(faults.second_person_needed, rulesWords(fault.by, fault.marker))
    case 'refund_not_here':
      return filled(faults.refund_not_here, rulesWords(fault.by))
    case 'undecided':
      return filled(faults[fault.kind], fault.marker)
    case 'refund_blocked':
      return withNothingSent(explainBlock(fault.reason))
    case 'refunds_off':
      return withNothingSent(explainRefundsOff(fault.why))
    // What the form itself asks for before it sends.
    case 'amount_not_allowed':
    case 'confirmation_needed':
    case 'reason_missing':
      return faults.not_as_asked
    case 'request_malformed':
    case 'bug':
    case 'copies_not_searchable':
      return filled(faults[fault.kind], isolatedText(fault.detail))
    case 'settings_not_saved':
      return { ...faults.settings_not_saved, meaning: isolatedText(fault.detail) }
    case 'address_not_allowed':
      return explainAddress(fault)
    case 'address_by_policy':
      return filled(faults.address_by_policy, isolatedText(fault.address))
    case 'token_not_usable':
      return { ...faults.token_not_usable, meaning: faults.token_not_usable.why[fault.why] }
    case 'act_needs_role': {
      const { title, meaning, nextPerson, nextToken } = faults.act_needs_role
      return { title: title[fault.role], meaning, next: fault.by === 'person' ? nextPerson : nextToken }
    }
    case 'person_not_possible':
      return { ...faults.person_not_possible, meaning: faults.person_not_possible.why[fault.why] }
    case 'decision_too_early':
    case 'pin_wrong':
    case 'pin_throttled':
      return { ...faults[fault.kind], next: waitWords(fault.waitSeconds) }
    case 'decision_needs_show': {
      const { title, meaning, nextNow, next } = faults.decision_needs_show
      const minutes = String(Math.max(1, Math.ceil(fault.waitSeconds / 60)))
      return { title, meaning, next: fault.waitSeconds <= 0 ? nextNow : next(minutes) }
    }
    default:
      return faults[fault.kind]
  }
}

/** Explains what the rules require during the form, where "nothing was sent" would be noise. */
export function explainNeeds(fault: FaultOf<'second_person_needed' | 'refund_not_here'>): Explanation {
  const { title, next } = faults[fault.kind]
  const marker = fault.kind === 'second_person_needed' ? fault.marker : ''
  return { title, meaning: rulesWords(fault.by, marker), next }
}

function waitWords(seconds: number): string {
  if (seconds <= 0) return faults.tryAgain
  return seconds < 60
    ? faults.waitSeconds(String(seconds))
    : faults.waitMinutes(String(Math.ceil(seconds / 60)))
}

function withNothingSent(explanation: Explanation): Explanation {
  return { ...explanation, meaning: faults.nothingSent(explanation.meaning) }
}

/** Explains why a list was rejected. None is taken in part. */
function explainListFault({ name, why, line }: FaultOf<'list_not_taken'>): Explanation {
  const { title, titleAtLine, why: reasons } = faults.list_not_taken
  const list = isolatedText(name)
  const heading = line > 0 ? titleAtLine(list, countWords(line)) : title(list)
  return { title: heading, ...reasons[why] }
}

function explainAddress({ why, address }: FaultOf<'address_not_allowed'>): Explanation {
  const { title, why: reasons } = faults.address_not_allowed
  if (why !== 'other_service') return { title, ...reasons[why] }
  return filled({ title, ...reasons.other_service }, isolatedText(address))
}

/** Where checking the network alone won't help. */
const nextByFailure: Partial<Record<ConnectFailure, string>> = {
  // A clock that is off makes a good certificate look expired, or not valid yet.
  certificate: faults.not_connected.nextCertificate,
  pin: faults.not_connected.nextSupport,
  proxy_sign_in: faults.not_connected.nextSupport,
}

function explainNoConnection({ reason }: FaultOf<'not_connected'>): Explanation {
  const { title, next } = faults.not_connected
  return { title, meaning: sentenceOf(service.notReached[reason]), next: nextByFailure[reason] ?? next }
}

/** The error for a token without rights is undocumented (interface.md §5, §7); 403 may be it. */
export function mayBeToken(fault: Fault): boolean {
  return fault.kind === 'token_not_accepted' || (fault.kind === 'service_error' && fault.httpStatus === 403)
}

function explainServiceError(fault: FaultOf<'service_error'>): Explanation {
  const says = faults.service_error
  const text = messageText(fault.message)
  const number = errorNumber(fault.httpStatus, fault.ownStatus)
  if (fault.httpStatus >= 500) {
    return {
      title: says.titleOwn(number),
      meaning: text === '' ? says.silentOwn : says.meaningOwn(text),
      // Some services answer another type of code with a 500.
      next: fault.httpStatus === 500 ? says.next500 : says.nextOwn,
    }
  }
  const next = laterStatuses.includes(fault.httpStatus) ? says.nextOwn : says.next
  return {
    title: says.title,
    meaning: text === '' ? says.silent(number) : says.meaning(text, number),
    next: mayBeToken(fault) ? says.nextToken : next,
  }
}

/** Says why a related record is missing, in the service's words if it gave any. */
export function notAvailable(fault: Fault): string {
  return sentences(asSentence(words.more.notAvailable), whyNotAvailable(fault))
}

function whyNotAvailable(fault: Fault): string {
  switch (fault.kind) {
    case 'service_error':
    case 'token_not_accepted':
      return serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus))
    case 'not_found':
      return serviceSays(fault.message)
    default:
      return asSentence(explainFault(fault).title)
  }
}
