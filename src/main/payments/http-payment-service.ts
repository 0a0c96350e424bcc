import type { RelatedKind } from '../../shared/related'
import { fail, type Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type { Received } from './foreign-answer'
import type { RelatedService, ShowFault, ShowRequest, TransactionReader } from './payment-service'
import { readRelatedAnswer } from './related-answer'
import { lastFour, makeServiceCalls, type ServiceCallDeps, summary, transactionPath } from './service-calls'
import { type Asked, readShowAnswer } from './show-answer'

/** The payment service over HTTP, as far as it is read (interface.md §4.2): one exchange per call, nothing tried twice. */
export function makeHttpPaymentService(deps: ServiceCallDeps): TransactionReader & RelatedService {
  const { call, log } = makeServiceCalls(deps)

  /** @param related the related record that is wanted beside the transaction (interface.md §4.2, `include`). */
  async function ask<T>(
    { kind, code }: ShowRequest,
    related: RelatedKind | null,
    read: (received: Received, asked: Asked, note: (words: string) => void) => Result<T, ShowFault>,
    signal?: AbortSignal,
  ): Promise<Result<T, ShowFault>> {
    const found = transactionPath(code)
    if (found === null) return fail({ kind: 'not_found', message: 'No transaction can have this code.' })
    const path = related === null ? found : `${found}?include=${related}`
    const beside = related === null ? '' : ` with ${related}`
    const note = (words: string) => log(`show ${kind} ${lastFour(code)}${beside}: ${words}`)
    const sent = await call({ method: 'GET', path, body: queryBody(kind) }, null, signal)
    note(sent.ok ? summary(sent.value.received) : sent.fault.kind)
    if (!sent.ok) return sent
    const { received, ...asked } = sent.value
    return read(received, asked, note)
  }

  return {
    show: (request) => ask(request, null, (...answer) => readShowAnswer(request, ...answer)),
    showRelated: (request, signal) =>
      ask(request, request.related, (...answer) => readRelatedAnswer(request, ...answer), signal),
  }
}

/** `query` says what the path's code is matched against; the internal id is asked without (architecture.md, "Codes"). */
function queryBody(kind: CodeKind): string {
  return kind === 'internal_id' ? '' : new URLSearchParams({ query: kind }).toString()
}
