import type { ParsedInput, ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { type CodeKind, cleanCode, kindsToTry, longestCode } from '../../shared/scan-code'
import type { FreshShow, ShowFault, TransactionReader } from '../payments/payment-service'
import type { RefundService } from '../refund/refund-service'
import type { RecentTransactions } from './recent'
import type { ShownLookups } from './shown-lookups'
import type { StoreNames } from './store-names'

type Deps = {
  readonly payments: TransactionReader
  readonly refundService: Pick<RefundService, 'observe' | 'lockOn' | 'staleOn'>
  readonly shownLookups: ShownLookups
  readonly recent: Pick<RecentTransactions, 'add'>
  readonly storeNames: Pick<StoreNames, 'storeOf'>
  readonly now: () => Date
  /** Lets the question for the saved copy, which comes right behind, be answered first. */
  readonly nextTurn: () => Promise<void>
}

type Found = { readonly show: FreshShow; readonly kind: CodeKind }

export type LookUp = (
  window: number,
  order: ParsedInput<'lookup:find'>,
) => Promise<Result<ShownTransaction, Fault>>

/**
 * What the service says when it has no such record: 404, or the documented error shape with 400 or 422. Null
 * for a fault that tells nothing about the code.
 */
export function missOf(fault: ShowFault): { readonly message: string } | null {
  if (fault.kind === 'not_found') return fault
  const isMiss = fault.kind === 'service_error' && (fault.httpStatus === 400 || fault.httpStatus === 422)
  return isMiss ? fault : null
}

/**
 * Asks for one kind of code after another, the next only after a miss: a network fault or a 500 says nothing
 * about the code (design.md, "Money and records", Codes). Stops when a newer lookup has begun.
 */
async function findByKinds(
  show: TransactionReader['show'],
  code: string,
  kinds: readonly CodeKind[],
  isNewest: () => boolean,
): Promise<Result<Found, Fault>> {
  let message = ''
  for (const kind of kinds) {
    if (!isNewest()) return fail({ kind: 'lookup_superseded' })
    const reply = await show({ kind, code })
    if (reply.ok) return succeed({ show: reply.value, kind })
    const miss = missOf(reply.fault)
    if (miss === null) return reply
    message = miss.message
  }
  return fail({ kind: 'not_found', message })
}

/**
 * Makes the lookup of one scanned, typed or pasted code. Only the newest lookup of a window is ever answered
 * with a record; an older one answers `lookup_superseded`, though what it saw is still observed. A number
 * that is not above the window's last answers `request_malformed`.
 */
export function makeLookUp(deps: Deps): LookUp {
  const { shownLookups } = deps
  return async (window, order) => {
    const { lookup } = order
    if (!shownLookups.begin(window, lookup)) {
      return fail({ kind: 'request_malformed', detail: `Lookup ${lookup} is not above the last one` })
    }
    let fault: Fault | null = { kind: 'bug', detail: 'The lookup did not end' }
    try {
      const answer = await lookUpNow(deps, window, order)
      fault = answer.ok ? null : answer.fault
      return answer
    } finally {
      shownLookups.end(window, lookup, fault)
    }
  }
}

async function lookUpNow(
  { payments, refundService, shownLookups, recent, storeNames, now, nextTurn }: Deps,
  window: number,
  { lookup, code: text, match }: ParsedInput<'lookup:find'>,
): Promise<Result<ShownTransaction, Fault>> {
  const code = cleanCode(text)
  if (code === '') return fail({ kind: 'code_empty' })
  const kinds = kindsToTry(code, match)
  if (kinds.length === 0) return fail({ kind: 'code_too_long', longest: longestCode(match) })

  await nextTurn()
  const isNewest = () => shownLookups.isNewest(window, lookup)
  const found = await findByKinds(payments.show, code, kinds, isNewest)
  if (found.ok) refundService.observe(found.value.show)
  if (!isNewest()) return fail({ kind: 'lookup_superseded' })
  if (!found.ok) return found

  const { show, kind: foundBy } = found.value
  const { record } = show
  recent.add({ code, foundBy, record })
  const standing = { lock: refundService.lockOn(record.id), stale: refundService.staleOn(record.id) }
  const at = now().toISOString()
  const store = storeNames.storeOf(record)
  const shown: ShownTransaction = { lookup, record, store, foundBy, code, source: 'service', at, ...standing }
  shownLookups.show(window, shown, show.serviceAddress)
  return succeed(shown)
}
