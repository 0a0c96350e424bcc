import type { RefundAnswer } from '../../shared/attempt'
import type { RelatedKind } from '../../shared/related'
import { unreachable } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type {
  RelatedLines,
  RelatedService,
  ReplyOrigin,
  ShowFault,
  TransactionReader,
} from '../payments/payment-service'
import type { RefundSender } from '../payments/refund-sender'
import type { CallOutcome, Connection } from './connection'

function outcomeOfFault(fault: ShowFault): CallOutcome {
  switch (fault.kind) {
    case 'not_connected':
      return 'unreachable'
    case 'no_answer':
      return 'unanswered'
    case 'service_error':
    case 'token_not_accepted':
    case 'not_found':
    case 'strange_answer':
    case 'other_record':
      return 'answered'
    case 'not_set_up':
    case 'keychain_unavailable':
    case 'loopback_address':
    case 'address_by_policy':
      return 'never_made'
    default:
      return unreachable(fault)
  }
}

function outcomeOfAnswer(answer: RefundAnswer): CallOutcome {
  switch (answer.kind) {
    case 'never_connected':
      return 'unreachable'
    // Nothing was written, so nothing was learned about the line.
    case 'not_begun':
      return 'never_made'
    case 'no_answer':
      return 'unanswered'
    case 'record':
    case 'error_shape':
    case 'unreadable':
      return 'answered'
    default:
      return unreachable(answer)
  }
}

/** What the service answered, as far as it is kept. */
export type SeenRecord = {
  readonly record: Transaction
  readonly origin?: ReplyOrigin
  /** A related record that came with it. */
  readonly related?: { readonly kind: RelatedKind; readonly lines: RelatedLines }
}

type Watcher = Pick<Connection, 'callBegins'>
type Seen = (seen: SeenRecord) => void

/**
 * The same reading ports, with every call's outcome told to the connection and every record it brought to `seen`,
 * before whoever asked has it. It adds no call and changes no answer.
 */
export function watchPayments(
  payments: TransactionReader & RelatedService,
  connection: Watcher,
  seen: Seen,
): TransactionReader & RelatedService {
  return {
    show: async (request) => {
      const ended = connection.callBegins()
      const reply = await payments.show(request)
      ended(reply.ok ? 'answered' : outcomeOfFault(reply.fault))
      if (reply.ok) seen(reply.value)
      return reply
    },
    showRelated: async (request, signal) => {
      const ended = connection.callBegins()
      const reply = await payments.showRelated(request, signal)
      // That a call was called off says nothing about the line.
      if (signal.aborted && !reply.ok) ended('never_made')
      else ended(reply.ok ? 'answered' : outcomeOfFault(reply.fault))
      if (reply.ok) seen({ ...reply.value, related: { kind: request.related, lines: reply.value.saved } })
      return reply
    },
  }
}

/** The same of the port that sends refunds. */
export function watchRefunds(sender: RefundSender, connection: Watcher, seen: Seen): RefundSender {
  return {
    refund: async (request) => {
      const ended = connection.callBegins()
      const reply = await sender.refund(request)
      ended(outcomeOfAnswer(reply.answer))
      const { record, ...rest } = reply
      // A record of another id is no answer to this refund (refund-protocol.md 7).
      if (record?.id === request.id) seen({ ...rest, record })
      return reply
    },
  }
}
