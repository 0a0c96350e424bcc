import { unreachable } from '../shared/result'
import { errorAnswer, type JsonAnswer, successAnswer } from './answer'
import { exampleTransactionId } from './example-transaction'
import type { Spoil } from './practice-codes'
import { presentRecord } from './present-record'
import type { Outgoing } from './send-answer'
import type { ServiceContext } from './service-context'

/** An answer as a practice code lets it leave. */
export function spoilAnswer(context: ServiceContext, answer: JsonAnswer, spoil: Spoil): Outgoing {
  const switches = context.ledger.switches()
  switch (spoil) {
    case 'true':
      return { kind: 'json', answer }
    case 'drop':
    case 'stall':
    case 'empty':
      return { kind: spoil }
    case 'cut_body':
      return { kind: 'cut_body', answer }
    case 'html':
      return { kind: 'html', httpStatus: 200 }
    case 'unavailable':
      return { kind: 'html', httpStatus: 503 }
    case 'redirect':
      return { kind: 'redirect', location: `${context.url.replace('127.0.0.1', 'localhost')}/elsewhere` }
    case 'success_false':
      return {
        kind: 'json',
        answer: { httpStatus: 200, body: { success: false, message: 'Try again later' } },
      }
    case 'other_record': {
      const other = context.ledger.find(exampleTransactionId, 'transaction_id')
      return { kind: 'json', answer: other === null ? answer : successAnswer(presentRecord(other, switches)) }
    }
    default:
      return typeof spoil === 'object'
        ? { kind: 'json', answer: errorAnswer(spoil.error, switches) }
        : unreachable(spoil)
  }
}
