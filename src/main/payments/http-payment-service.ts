import { fail, type Result } from '../../shared/result'
import type { CodeKind } from '../../shared/scan-code'
import type {
  RelatedReply,
  RelatedRequest,
  RelatedService,
  ShowFault,
  ShowReply,
  ShowRequest,
  TransactionReader,
} from './payment-service'
import { readRelatedAnswer } from './related-answer'
import { type CallService, lastFour, makeServiceCalls, type ServiceCallDeps, summary } from './service-calls'
import { readShowAnswer } from './show-answer'
import { relatedPath, transactionPath } from './transaction-path'

/** The payment service over HTTP, as far as it is read (interface.md §4.2): one exchange per call, nothing tried twice. */
export function makeHttpPaymentService(deps: ServiceCallDeps): TransactionReader & RelatedService {
  const { call, log } = makeServiceCalls(deps)
  return {
    show: (request) => show(request, call, log),
    showRelated: (request, signal) => showRelated(request, signal, call, log),
  }
}

async function show(
  request: ShowRequest,
  call: CallService,
  log: (line: string) => void,
): Promise<Result<ShowReply, ShowFault>> {
  const path = transactionPath(request.code)
  if (path === null) return fail({ kind: 'not_found', message: 'No transaction can have this code.' })
  const note = (words: string) => log(`show ${request.kind} ${lastFour(request.code)}: ${words}`)
  const sent = await call({ method: 'GET', path, body: queryBody(request.kind) }, null)
  note(sent.ok ? summary(sent.value.received) : sent.fault.kind)
  if (!sent.ok) return sent
  const { received, ...asked } = sent.value
  return readShowAnswer(request, received, asked, note)
}

async function showRelated(
  request: RelatedRequest,
  signal: AbortSignal,
  call: CallService,
  log: (line: string) => void,
): Promise<Result<RelatedReply, ShowFault>> {
  const { kind, code, related } = request
  const path = relatedPath(code, related)
  if (path === null) return fail({ kind: 'not_found', message: 'No transaction can have this code.' })
  const note = (words: string) => log(`show ${kind} ${lastFour(code)} with ${related}: ${words}`)
  const sent = await call({ method: 'GET', path, body: queryBody(kind) }, null, signal)
  note(sent.ok ? summary(sent.value.received) : sent.fault.kind)
  if (!sent.ok) return sent
  const { received, ...asked } = sent.value
  return readRelatedAnswer(request, received, asked, note)
}

/** `query` says what the path's code is matched against; the internal id is asked without (design.md, Codes). */
function queryBody(kind: CodeKind): string {
  return kind === 'internal_id' ? '' : new URLSearchParams({ query: kind }).toString()
}
