import type { Transaction } from '../../shared/transaction'
import type { LendCredentials } from '../payments/credentials'
import type { RelatedService, TransactionReader } from '../payments/payment-service'
import type { RefundSender } from '../payments/refund-sender'
import type { CopyOrigin, SavedCopies } from './saved-copies'

/** A record is saved for the very credentials that its call was lent: address and token may change while it is under way. */
function forEachCall<Port>(
  makePort: (credentials: LendCredentials) => Port,
  lend: LendCredentials,
  copies: Pick<SavedCopies, 'originOf' | 'save'>,
) {
  return () => {
    const used: { origin: CopyOrigin | null } = { origin: null }
    const port = makePort((use) =>
      lend((credentials) => {
        used.origin = copies.originOf(credentials)
        return use(credentials)
      }),
    )
    const keep = (record: Transaction) => {
      if (used.origin !== null) copies.save(used.origin, record)
    }
    return { port, keep }
  }
}

/** The same reading ports, with every record that they show saved, related ones beside it. */
export function savePayments(
  makeReader: (credentials: LendCredentials) => TransactionReader & RelatedService,
  lend: LendCredentials,
  copies: Pick<SavedCopies, 'originOf' | 'save' | 'saveRelated'>,
): TransactionReader & RelatedService {
  const forOneCall = forEachCall(makeReader, lend, copies)
  return {
    async show(request) {
      const { port, keep } = forOneCall()
      const reply = await port.show(request)
      if (reply.ok) keep(reply.value.record)
      return reply
    },
    async showRelated(request, signal) {
      const { port, keep } = forOneCall()
      const reply = await port.showRelated(request, signal)
      if (reply.ok) {
        keep(reply.value.record)
        copies.saveRelated(reply.value.record, request.related, reply.value.saved)
      }
      return reply
    },
  }
}

/** The same of the port that sends refunds. */
export function saveRefunds(
  makeSender: (credentials: LendCredentials) => RefundSender,
  lend: LendCredentials,
  copies: Pick<SavedCopies, 'originOf' | 'save'>,
): RefundSender {
  const forOneCall = forEachCall(makeSender, lend, copies)
  return {
    async refund(request) {
      const { port, keep } = forOneCall()
      const reply = await port.refund(request)
      // A record of another id is no answer to this refund (design.md, protocol 7).
      if (reply.record !== null && reply.record.id === request.id) keep(reply.record)
      return reply
    },
  }
}
