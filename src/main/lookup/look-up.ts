import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ParsedInput, ShownTransaction } from '../../shared/contract/contract'
import type { Fault, FaultOf } from '../../shared/fault'
import { copyOutlives } from '../../shared/lookup/copies'
import { type CodeKind, cleanCode, kindsToTry, maxCodeLength } from '../../shared/payment/codes'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/service'
import type { PracticeServices } from '../service/service'
import type { FreshShow, ShowFault, TransactionReader } from '../service/show'
import type { Log } from '../system/log'
import type { TillRecents } from './lookups'

type Deps = {
  readonly payments: TransactionReader
  readonly copies: Pick<SavedCopies, 'find'>
  readonly refundService: Pick<RefundService, 'observe' | 'raiseFromCopy'>
  readonly shownLookups: ShownLookups
  readonly recent: Pick<TillRecents, 'add'>
  readonly practice: Pick<PracticeServices, 'nameOf'>
  readonly copyFound: (shown: ShownTransaction) => void
  readonly now: () => Date
  readonly log: Pick<Log, 'error'>
}

type Found = { readonly show: FreshShow; readonly kind: CodeKind }

/**
 * Tries one kind of code after another, the next only after a miss: a network fault or a 500 says nothing about the code
 * (architecture.md, "Codes"). Returns `lookup_superseded` once `mayGoOn` returns false.
 */
export async function findByKinds(
  show: TransactionReader['show'],
  code: string,
  kinds: readonly CodeKind[],
  mayGoOn: () => boolean,
): Promise<Result<Found, ShowFault | FaultOf<'lookup_superseded'>>> {
  let missed: FaultOf<'not_found'> = { kind: 'not_found', message: '' }
  for (const kind of kinds) {
    if (!mayGoOn()) return fail({ kind: 'lookup_superseded' })
    const reply = await show({ kind, code })
    if (reply.ok) return succeed({ show: reply.value, kind })
    if (reply.fault.kind !== 'not_found') return reply
    // What a gateway said in the service's place of one kind is not undone by the service's word on another.
    if (missed.undocumented !== true) missed = reply.fault
  }
  return fail(missed)
}

/**
 * Makes the lookup of a scanned, typed or pasted code. Only the newest lookup returns a record; an older one returns
 * `lookup_superseded`, though its show is still observed. Returns `request_malformed` for a lookup that has begun already.
 */
export function makeLookUp(deps: Deps) {
  const { payments, copies, refundService, shownLookups, recent, practice, copyFound, now, log } = deps

  /**
   * Pushes the saved copy while the service is asked (architecture.md, "Saved copies"), unless the service has answered or a
   * newer lookup has begun. A copy raises the high-water value, but settles nothing undecided.
   */
  async function showSaved(
    begun: Pick<ShownTransaction, 'lookup' | 'code' | 'typed'>,
    kinds: readonly CodeKind[],
  ): Promise<void> {
    const found = await copies.find(kinds, begun.code)
    if (found === null) return
    const { record, savedAt, kind: foundBy, address } = found
    // A turn later, because a higher value is flushed to the disk, and nothing refundable waits for it.
    void nextTurn().then(() => refundService.raiseFromCopy({ record, savedAt }))
    if (shownLookups.shownFor(begun.lookup) !== null || !shownLookups.isNewest(begun.lookup)) return
    const [service, at] = [practice.nameOf(address), new Date(savedAt).toISOString()]
    copyFound(shownLookups.show({ ...begun, foundBy, record, service, source: 'saved', at }))
  }

  return async ({
    lookup,
    code: text,
    match,
    typed,
  }: ParsedInput<'lookup:find'>): Promise<Result<ShownTransaction, Fault>> => {
    if (!shownLookups.begin(lookup)) {
      return fail({ kind: 'request_malformed', detail: 'This lookup has begun already' })
    }
    const code = cleanCode(text)
    if (code === '') return fail({ kind: 'code_empty' })
    const kinds = kindsToTry(code, match)
    if (kinds.length === 0) return fail({ kind: 'code_too_long', maxLength: maxCodeLength(match) })

    const begun = { lookup, code, typed }
    const copied = showSaved(begun, kinds).catch((cause: unknown) => {
      log.error('A saved copy could not be shown.', cause)
    })
    // Lets a saved copy be pushed before the service is asked.
    await nextTurn()
    const isNewest = () => shownLookups.isNewest(lookup)
    const asked = await findByKinds(payments.show, code, kinds, isNewest)
    const isOutdated = asked.ok && refundService.observe(asked.value.show)
    const found = isOutdated ? fail({ kind: 'stale_answer' } as const) : asked
    // A fault can come sooner than the copy, which the window keeps showing after it.
    if (!found.ok && isNewest() && copyOutlives(found.fault)) await copied
    if (!isNewest()) return fail({ kind: 'lookup_superseded' })
    if (!found.ok) return found

    const { kind: foundBy } = found.value
    const { record, serviceAddress: service, origin } = found.value.show
    recent.add({ code, foundBy }, record, origin)
    const at = now().toISOString()
    return succeed(shownLookups.show({ ...begun, foundBy, record, service, source: 'service', at }))
  }
}

export type ShownLookups = ReturnType<typeof makeShownLookups>

type OnScreen = {
  readonly lookup: string
  /** Aborted when a newer lookup begins. */
  readonly over: AbortController
  readonly shown: ShownTransaction | null
}

/** Tracks the window's newest lookup, and what main showed for it (refund-protocol.md 1: confirm carries the lookup's id). */
export function makeShownLookups(standingOf: RefundService['standingOf']) {
  let current: OnScreen | null = null
  const onScreen = (lookup: string) => (current?.lookup === lookup ? current : null)

  return {
    /** Begins a lookup, and withdraws what was shown. Returns false when it has begun already. */
    begin(lookup: string): boolean {
      if (onScreen(lookup) !== null) return false
      current?.over.abort()
      current = { lookup, over: new AbortController(), shown: null }
      return true
    },
    isNewest: (lookup: string): boolean => onScreen(lookup) !== null,
    /** Puts a record on screen if its lookup is the newest. Returns it with what stands in the way of a refund. */
    show(found: Omit<ShownTransaction, 'lock' | 'stale'>): ShownTransaction {
      const { lock, stale } = standingOf(found.record.id)
      const shown = { ...found, lock, stale }
      const newest = onScreen(found.lookup)
      if (newest !== null) current = { ...newest, shown }
      return shown
    },
    /** Returns the signal that a newer lookup aborts; null once one has begun. */
    supersededOf: (lookup: string): AbortSignal | null => onScreen(lookup)?.over.signal ?? null,
    /** Returns what is on the screen if the lookup is the newest. */
    shownFor: (lookup: string): ShownTransaction | null => onScreen(lookup)?.shown ?? null,
  }
}
