import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/base/result'
import { firstCodePoints } from '../../shared/base/text'
import type { RelatedRecord } from '../../shared/contract/payment-channels'
import type { FaultOf } from '../../shared/fault'
import { laterStatuses } from '../../shared/lookup/copies'
import { type CodeKind, codeOf, isSameCode, type RelatedKind } from '../../shared/payment/codes'
import { isPrivatePath, speaksOfPrivateField } from '../../shared/payment/private-fields'
import type { Transaction } from '../../shared/payment/transaction'
import type { LendingFault } from './address'
import {
  type Answered,
  isSuccess,
  lastFour,
  makeServiceCalls,
  type ServiceCallDeps,
  summary,
  transactionPath,
} from './exchange'
import { type ForeignAnswer, isNothing, type Received, readErrorShape, withoutNested } from './read-answer'
import { readEnvelope, scalarOf } from './read-record'

/** Reads payments from the service (interface.md §4). Never retries, follows a redirect or throws. Sending is in refund.ts. */

/** The transaction to show: a code, and the identifier to match it against (interface.md §4.2). */
export type ShowRequest = {
  readonly kind: CodeKind
  readonly code: string
  /** The related record to include (`include`); one at most, because several are not documented. */
  readonly related?: RelatedKind
}

/** How a show can fail. */
export type ShowFault =
  | LendingFault
  | FaultOf<'not_connected' | 'no_answer' | 'service_error' | 'token_not_accepted' | 'not_found'>
  | FaultOf<'strange_answer' | 'other_record'>

/**
 * The credentials that a reply came by, which own the saved copy of its record (copies/). `credentials` is a digest of
 * address and token; `forgotten` counts how often all copies had been deleted when the credentials were lent.
 */
export type ReplyOrigin = {
  readonly address: string
  readonly credentials: string
  readonly forgotten: number
}

/** One fresh answer to a show, on which checks and high-water values rest. */
export type FreshShow = Pick<Answered, 'age' | 'dated'> & {
  readonly record: Transaction
  /** The stored address of the service that answered, normalised (refund-protocol.md 14). */
  readonly serviceAddress: string
  /** When the show was asked, by the monotonic clock (protocol 6). */
  readonly askedAt: number
  /** Left out where no copies are saved. */
  readonly origin?: ReplyOrigin | undefined
}

/** A related record as labelled lines; none where the service has no such record. */
type RelatedLines = Pick<RelatedRecord, 'lines' | 'cut'>

export type ShowReply = FreshShow & {
  /** The related record that was asked for, taken out of the record. */
  readonly related?: RelatedLines
}

/** The port that reads transactions, each in one exchange on its own connection. */
export type TransactionReader = {
  /**
   * Returns a record that carries the requested code under the requested kind, or a fault. Aborting destroys the socket;
   * the fault then says nothing about the service.
   */
  readonly show: (request: ShowRequest, signal?: AbortSignal) => Promise<Result<ShowReply, ShowFault>>
}

/** The part of a reply that is saved; the answer to a refund comes from no cache, and has no age. */
export type SeenRecord = Pick<ShowReply, 'record' | 'origin'> & Partial<Pick<ShowReply, 'age' | 'askedAt'>>

/** Which service a show asked, when (refund-protocol.md 1 and 6), and with which credentials. */
export type Asked = Pick<FreshShow, 'serviceAddress' | 'askedAt' | 'origin'>

/** Reads payments over HTTP (interface.md §4.2). */
export function makeHttpPaymentService(deps: ServiceCallDeps): TransactionReader {
  const { call, log, seen } = makeServiceCalls(deps)
  return {
    async show(request, signal) {
      const { kind, code, related } = request
      const path = transactionPath(code)
      if (path === null) return fail({ kind: 'not_found', message: 'No transaction can have this code.' })
      const [include, beside] = related === undefined ? ['', ''] : [`?include=${related}`, ` with ${related}`]
      const note = (words: string) => log(`show ${kind} ${lastFour(code)}${beside}: ${words}`)
      // `query` names the kind of code; the internal id is asked without it (architecture.md, "Codes").
      const body = kind === 'internal_id' ? '' : new URLSearchParams({ query: kind }).toString()
      const sent = await call({ method: 'GET', path: path + include, body }, null, signal)
      note(sent.ok ? summary(sent.value.received) : sent.fault.kind)
      if (!sent.ok) return sent
      const { received, ...asked } = sent.value
      const reply = readShowAnswer(request, received, asked, note)
      if (reply.ok) seen(reply.value)
      return reply
    },
  }
}

/**
 * Reads the answer to a show (interface.md §4.2). *Not found* is 404, or a documented error with 400 or 422
 * (architecture.md, "Codes").
 * @param note logs what was odd, in words that hold no value
 */
export function readShowAnswer(
  request: ShowRequest,
  outcome: Received,
  asked: Asked,
  note: (words: string) => void,
): Result<ShowReply, ShowFault> {
  if (outcome.kind === 'no_answer') return fail(outcome)
  if (outcome.kind !== 'answered') {
    const reason = outcome.kind === 'not_begun' ? 'aborted' : outcome.reason
    return fail({ kind: 'not_connected', reason, detail: outcome.detail })
  }
  const { httpStatus, json, clean, age, dated } = outcome
  if (!isSuccess(httpStatus)) return fail(errorFault(outcome))
  const envelope = readEnvelope(json, clean)
  if (!envelope.ok) {
    note(envelope.fault)
    return fail(readErrorShape(json, clean) === null ? strange(outcome, envelope.fault) : errorFault(outcome))
  }
  const { record, ...beside } = besideRelated(envelope.value, request.related, outcome)
  // A proxy may drop a GET's body, and `query` with it; the service then matches another identifier.
  if (!isSameCode(codeOf(record, request.kind), request.code)) {
    return fail({ kind: 'other_record', code: request.code })
  }
  return succeed({ record, ...asked, age, dated, ...beside })
}

function errorFault(answer: ForeignAnswer): ShowFault {
  const shape = readErrorShape(answer.json, answer.clean)
  const message = shape?.message ?? ''
  const httpStatus = shape !== null && isInBody(shape.status, answer) ? shape.status : answer.httpStatus
  const own = shape !== null && shape.status !== httpStatus ? { ownStatus: shape.status } : {}
  const bare = shape === null ? { undocumented: true as const } : {}
  if (httpStatus === 401) return { kind: 'token_not_accepted', httpStatus, message, ...own }
  if (httpStatus === 404) return { kind: 'not_found', message, ...bare }
  // A gateway in front of the service answers with a page of its own.
  if (httpStatus === 403 || httpStatus >= 500 || laterStatuses.includes(httpStatus))
    return { kind: 'service_error', httpStatus, message, ...own, ...bare }
  if (shape === null) return strange(answer, 'the answer is neither a record nor a documented error')
  if (httpStatus === 400 || httpStatus === 422) return { kind: 'not_found', message }
  return { kind: 'service_error', httpStatus, message, ...own }
}

/**
 * Whether the status in the documented body is the real one: some services send every error with HTTP 200, or with 400 or
 * 422, which may mean *not found*. A number of the service's own says nothing.
 */
function isInBody(status: number, { httpStatus }: ForeignAnswer): boolean {
  if (status < 400 || status >= 600) return false
  const isMiss = httpStatus === 400 || httpStatus === 422
  return isSuccess(httpStatus) || (isMiss && status > 400)
}

function strange(answer: ForeignAnswer, detail: string): ShowFault {
  return { kind: 'strange_answer', httpStatus: answer.httpStatus, detail }
}

/** Splits the related record off: `data` holds it under its name, in an undocumented shape (§2.2: "not shown"). */
function besideRelated(
  record: Transaction,
  kind: RelatedKind | undefined,
  { json, clean }: ForeignAnswer,
): Pick<ShowReply, 'record' | 'related'> {
  if (kind === undefined) return { record }
  const value = json.ok ? withData.safeParse(json.value).data?.data[kind] : undefined
  const extra = Object.entries(record.extra).filter(([name]) => name !== kind)
  return {
    record: { ...record, extra: Object.fromEntries(extra) },
    related: relatedLines(value, clean),
  }
}

const withData = z.object({ data: z.record(z.string(), z.unknown()) })

/** Limits of one related record; lengths in code points. */
export const maxRelated = { lines: 200, name: 200, value: 4096, depth: 12 } as const

/**
 * Flattens a related record of any shape into labelled lines. Nested members are named by a dotted path, entries of a
 * list by their number from 1, a bare value by ''. Returns lines within `maxRelated` for any JSON value; `cut` says
 * whether there was more. Leaves out `pin_key`, `payer`, `buyer_id` and `extra_parameters` at any depth: who paid is shown
 * on demand only (`lookup:private`).
 * @param clean removes the access token from a text
 */
export function relatedLines(value: unknown, clean = (text: string) => text): RelatedLines {
  const lines: { readonly name: string; readonly value: string }[] = []
  let cut = false

  function addLine(path: string, text: string): void {
    const [name, shown] = [clean(path), clean(publicText(text))]
    const line = {
      name: firstCodePoints(name, maxRelated.name),
      value: firstCodePoints(shown, maxRelated.value),
    }
    cut ||= line.name !== name || line.value !== shown
    lines.push(line)
  }

  function addLines(name: string, member: unknown, depth: number): void {
    if (isNothing(member) || typeof member !== 'object' || member === null) {
      addLine(name, isNothing(member) ? '' : scalarOf(member).text)
      return
    }
    const members = Object.entries(member).filter(([key]) => !isPrivatePath(key))
    if (depth === maxRelated.depth) {
      cut = true
      return
    }
    for (const [key, below] of members) {
      if (lines.length === maxRelated.lines) {
        cut = true
        return
      }
      const label = Array.isArray(member) ? String(Number(key) + 1) : key
      addLines(depth === 0 ? label : `${name}.${label}`, below, depth + 1)
    }
  }

  // A service that labels one object "Array" (interface.md §2.1) may put it into a list.
  const record: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isNothing(record)) addLines('', record, 0)
  return { lines, cut }
}

/** Removes private members from JSON; leaves out any other text that mentions one. */
function publicText(text: string): string {
  const visible = withoutNested(text)
  return speaksOfPrivateField(visible) ? '(left out)' : visible
}
