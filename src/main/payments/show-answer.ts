import { fail, type Result, succeed, unreachable } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type { Transaction } from '../../shared/transaction'
import { readErrorShape } from './error-shape'
import type { ForeignAnswer, Received } from './foreign-answer'
import { wireFaultWords } from './foreign-json'
import type { FreshShow, ShowFault, ShowReply, ShowRequest } from './payment-service'
import { rawForPeople } from './refund-snapshot'
import { readEnvelope } from './wire'

/** Whom a show asked, when (refund-protocol.md 1 and 6), and by whose credentials. */
export type Asked = Pick<FreshShow, 'serviceAddress' | 'askedAt' | 'origin'>

/**
 * What an exchange means for a show (interface.md §4.2). *Not found* is 404, or a documented error with 400 or
 * 422 (architecture.md, "Codes"). `note` takes what was odd, in words without any value.
 */
export function readShowAnswer(
  request: ShowRequest,
  outcome: Received,
  asked: Asked,
  note: (words: string) => void,
): Result<ShowReply, ShowFault> {
  switch (outcome.kind) {
    case 'never_connected':
      return fail({ kind: 'not_connected', reason: outcome.reason, detail: outcome.detail })
    case 'not_begun':
      return fail({ kind: 'not_connected', reason: 'aborted', detail: outcome.detail })
    case 'no_answer':
      return fail(outcome)
    case 'answered':
      return readAnswered(request, outcome, asked, note)
    default:
      return unreachable(outcome)
  }
}

function readAnswered(
  request: ShowRequest,
  answer: ForeignAnswer,
  asked: Asked,
  note: (words: string) => void,
): Result<ShowReply, ShowFault> {
  if (!isSuccess(answer.httpStatus)) return fail(errorFault(answer))
  const envelope = readEnvelope(answer.json)
  if (!envelope.ok) {
    const words = wireFaultWords(envelope.fault)
    note(words)
    return fail(readErrorShape(answer.json) === null ? strange(answer, words) : errorFault(answer))
  }
  const { record, notes } = envelope.value
  if (notes.length > 0) note(notes.join('; '))
  // A proxy may drop a GET's body, and with it `query`: then another record could come back.
  if (codeOf(record, request.kind) !== request.code) {
    return fail({ kind: 'other_record', code: request.code })
  }
  return succeed({ record, ...asked, age: answer.age, raw: rawForPeople(record) })
}

function codeOf(record: Transaction, kind: CodeKind): string {
  switch (kind) {
    case 'transaction_id':
      return record.transactionId
    case 'custom_id':
      return record.customId
    case 'internal_id':
      return record.id
    default:
      return unreachable(kind)
  }
}

function errorFault(answer: ForeignAnswer): ShowFault {
  const shape = readErrorShape(answer.json)
  const message = shape?.message ?? ''
  // Some services tell every error with HTTP 200: then the documented body's own status is what they mean.
  const httpStatus = isSuccess(answer.httpStatus) && shape !== null ? shape.status : answer.httpStatus
  const own = shape !== null && shape.status !== httpStatus ? { ownStatus: shape.status } : {}
  if (httpStatus === 401) return { kind: 'token_not_accepted', httpStatus, message, ...own }
  if (httpStatus === 403) return { kind: 'service_error', httpStatus, message, ...own }
  if (httpStatus === 404) return { kind: 'not_found', message }
  // A gateway before the service says so in a page of its own.
  if (httpStatus >= 500) return { kind: 'service_error', httpStatus, message, ...own }
  if (shape === null) return strange(answer, 'the answer is neither a record nor a documented error')
  if (httpStatus === 400 || httpStatus === 422) return { kind: 'not_found', message }
  return { kind: 'service_error', httpStatus, message, ...own }
}

function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus <= 299
}

function strange(answer: ForeignAnswer, detail: string): ShowFault {
  return { kind: 'strange_answer', httpStatus: answer.httpStatus, detail }
}
