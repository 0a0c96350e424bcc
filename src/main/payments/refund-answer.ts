import type { RefundAnswer } from '../../shared/attempt'
import { readErrorShape } from './error-shape'
import type { ForeignAnswer, Received } from './foreign-answer'
import { wireFaultWords } from './foreign-json'
import type { RefundReply } from './refund-sender'
import { rawForPeople, snapshotOf } from './refund-snapshot'
import { readEnvelope } from './wire'

/**
 * What came back for a refund POST, named but not judged (design.md, protocol 5 to 7; the judgement is in
 * shared/refund-judgement.ts). `note` takes what was odd, in words without any value.
 */
export function readRefundAnswer(outcome: Received, note: (words: string) => void): RefundReply {
  if (outcome.kind !== 'answered') {
    return { answer: outcome, record: null, raw: `${outcome.kind} ${outcome.reason}: ${outcome.detail}` }
  }
  const { httpStatus } = outcome
  const envelope = readEnvelope(outcome.json)
  if (httpStatus >= 200 && httpStatus <= 299 && envelope.ok) {
    const { record, notes } = envelope.value
    if (notes.length > 0) note(notes.join('; '))
    const answer: RefundAnswer = { kind: 'record', httpStatus, snapshot: snapshotOf(record) }
    return { answer, record, raw: rawForPeople(record) }
  }
  const words = envelope.ok ? 'a record beside an HTTP error' : wireFaultWords(envelope.fault)
  const answer = failedAnswer(outcome, words)
  if (answer.kind === 'unreadable') note(words)
  return { answer, record: null, raw: outcome.text() }
}

function failedAnswer({ httpStatus, json }: ForeignAnswer, detail: string): RefundAnswer {
  const shape = readErrorShape(json)
  return shape === null
    ? { kind: 'unreadable', httpStatus, detail }
    : { kind: 'error_shape', httpStatus, status: shape.status, message: shape.message }
}
