import type { Transaction } from '../../shared/transaction'
import type { LendCredentials } from '../payments/http-payment-service'
import type { PaymentService, RelatedService } from '../payments/payment-service'
import type { CopyOrigin, SavedCopies } from './saved-copies'

/**
 * The same payment service, with every record that it shows or refunds saved, related ones beside it. A record is saved for the very
 * credentials that its call was lent: address and token may change while it is under way.
 */
export function savePayments(
  makeService: (credentials: LendCredentials) => PaymentService & RelatedService,
  lend: LendCredentials,
  copies: Pick<SavedCopies, 'originOf' | 'save' | 'saveRelated'>,
): PaymentService & RelatedService {
  function forOneCall() {
    const used: { origin: CopyOrigin | null } = { origin: null }
    const service = makeService((use) =>
      lend((credentials) => {
        used.origin = copies.originOf(credentials)
        return use(credentials)
      }),
    )
    const keep = (record: Transaction) => {
      if (used.origin !== null) copies.save(used.origin, record)
    }
    return { service, keep }
  }

  return {
    async show(request) {
      const { service, keep } = forOneCall()
      const reply = await service.show(request)
      if (reply.ok) keep(reply.value.record)
      return reply
    },
    async showRelated(request, signal) {
      const { service, keep } = forOneCall()
      const reply = await service.showRelated(request, signal)
      if (reply.ok) {
        keep(reply.value.record)
        copies.saveRelated(reply.value.record, request.related, reply.value.saved)
      }
      return reply
    },
    async refund(request) {
      const { service, keep } = forOneCall()
      const reply = await service.refund(request)
      // A record of another id is no answer to this refund (design.md, protocol 7).
      if (reply.record !== null && reply.record.id === request.id) keep(reply.record)
      return reply
    },
  }
}
