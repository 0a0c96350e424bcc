import { fail, type Result, succeed } from '../../shared/base/result'
import type { ParsedInput, ShownTransaction } from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/lookup-channels'
import type { Fault } from '../../shared/fault'
import type { RelatedKind } from '../../shared/payment/codes'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/service'
import type { ShowFault, ShowReply, ShowRequest, TransactionReader } from '../service/show'
import type { Settings } from '../settings/settings'
import { type CashierAtWork, makeTurns } from '../system/signal'
import type { NewestLookup, ShownLookups } from './look-up'

type Deps = {
  readonly shows: Pick<OneAtATime, 'show'>
  readonly shownLookups: Pick<ShownLookups, 'newest' | 'shownFor'>
  readonly refundService: Pick<RefundService, 'observe'>
  readonly copies: Pick<SavedCopies, 'related'>
  readonly settings: { readonly read: () => Pick<Settings, 'related'> }
  readonly isOffline: () => boolean
  readonly now: () => Date
}

export type RelatedShows = ReturnType<typeof makeRelatedShows>

type Answer = Result<RelatedRecord, Fault>
/** `lasting`: the answer would be the same again. */
type Found = { readonly answer: Answer; readonly lasting: boolean }

const noLines = { lines: [], cut: false } as const
const superseded = fail({ kind: 'lookup_superseded' } as const)

/** Finds related records of the receipt on screen (interface.md §4.2, `include`), each once for a receipt. */
export function makeRelatedShows(deps: Deps) {
  const { shownLookups, settings } = deps
  const answered = new WeakMap<AbortSignal, Map<RelatedKind, Promise<Answer>>>()

  function askOnce(lookup: NewestLookup, kind: RelatedKind, ask: () => Promise<Found>): Promise<Answer> {
    const answers = answered.get(lookup.superseded) ?? new Map<RelatedKind, Promise<Answer>>()
    answered.set(lookup.superseded, answers)
    const known = answers.get(kind)
    if (known !== undefined) return known
    const forgetIt = () => answers.delete(kind)
    const asking = ask().then(({ answer, lasting }) => {
      if (!lasting) forgetIt()
      return answer
    })
    asking.catch(forgetIt)
    answers.set(kind, asking)
    return asking
  }

  return {
    /**
     * Returns one related record of the newest lookup's receipt, the saved one where the service refuses or does not
     * answer. Faults: `lookup_superseded` once a newer lookup has begun, `screen_outdated` without a receipt,
     * `request_malformed` for a kind that the settings leave out.
     */
    async find({ lookup, related }: ParsedInput<'lookup:related'>): Promise<Answer> {
      const newest = shownLookups.newest(lookup)
      if (newest === null) return superseded
      if (!settings.read().related.includes(related)) {
        return fail({ kind: 'request_malformed', detail: `This till does not ask for ${related}` })
      }
      const asking = askOnce(newest, related, () => findNow(deps, newest, lookup, related))
      return unlessAborted(newest.superseded, asking, superseded)
    },
  }
}

async function findNow(deps: Deps, lookup: NewestLookup, id: string, kind: RelatedKind): Promise<Found> {
  const receipt = () => deps.shownLookups.shownFor(id)
  // Offline, a saved record is returned at once.
  const copy = deps.isOffline() ? receipt() : null
  const atHand = copy?.source === 'saved' ? await savedRelated(deps, copy, kind) : null
  if (atHand !== null) return { answer: succeed(atHand), lasting: false }

  const fault = await unlessAborted(lookup.superseded, lookup.ended, null)
  const shown = receipt()
  if (lookup.superseded.aborted) return { answer: superseded, lasting: false }
  if (shown === null) return { answer: fail({ kind: 'screen_outdated' }), lasting: false }
  // The service did not answer for the receipt, so it is not asked again.
  if (shown.source === 'saved') return orSaved(deps, shown, kind, fault ?? { kind: 'screen_outdated' })

  const { code, foundBy } = shown
  const request = { kind: foundBy, code, related: kind }
  const reply = await deps.shows.show(request, lookup.superseded)
  if (reply === null) return { answer: superseded, lasting: false }
  if (reply.ok) deps.refundService.observe(reply.value)
  if (!reply.ok) return orSaved(deps, shown, kind, reply.fault)
  // Several payments may carry one custom id.
  if (reply.value.record.id !== shown.record.id)
    return orSaved(deps, shown, kind, { kind: 'other_record', code })
  const at = deps.now().toISOString()
  return {
    answer: succeed({ kind, ...(reply.value.related?.lines ?? noLines), source: 'service', at }),
    lasting: true,
  }
}

async function orSaved(deps: Deps, shown: ShownTransaction, kind: RelatedKind, fault: Fault): Promise<Found> {
  const saved = await savedRelated(deps, shown, kind)
  return { answer: saved === null ? fail(fault) : succeed(saved), lasting: isRefusal(fault) }
}

async function savedRelated(
  { copies }: Deps,
  { record }: ShownTransaction,
  kind: RelatedKind,
): Promise<RelatedRecord | null> {
  const saved = await copies.related(record, kind)
  if (saved === null) return null
  return { kind, ...saved.lines, source: 'saved', at: new Date(saved.savedAt).toISOString() }
}

/** Resolves as the work does, or to `otherwise` once the signal is aborted. */
async function unlessAborted<T, U>(signal: AbortSignal, work: Promise<T>, otherwise: U): Promise<T | U> {
  if (signal.aborted) return otherwise
  let stop: () => void = () => undefined
  const aborted = new Promise<U>((resolve) => {
    stop = () => resolve(otherwise)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export type OneAtATime = ReturnType<typeof makeOneAtATime>

type TurnDeps = {
  readonly payments: TransactionReader
  /** Holds back the lookups of lists. */
  readonly cashier: Pick<CashierAtWork, 'during'>
}

/** Asks for related records one at a time, and never while a refund is issued. */
export function makeOneAtATime({ payments, cashier }: TurnDeps) {
  const turns = makeTurns()
  const refunds = new Set<Promise<unknown>>()
  let underWay: AbortController | null = null

  async function ask(
    request: ShowRequest,
    superseded: AbortSignal,
  ): Promise<Result<ShowReply, ShowFault> | null> {
    for (;;) {
      while (refunds.size > 0 && !superseded.aborted) await Promise.allSettled(refunds)
      if (superseded.aborted) return null
      const call = new AbortController()
      const callOff = () => call.abort()
      superseded.addEventListener('abort', callOff)
      underWay = call
      const reply = await cashier.during(() => payments.show(request, call.signal))
      underWay = null
      superseded.removeEventListener('abort', callOff)
      // An answer that came counts even after the abort: it is a fresh show.
      if (reply.ok || !call.signal.aborted) return reply
    }
  }

  return {
    /** Asks in its turn. Returns null once `superseded` is aborted, which also destroys the open socket. */
    show: (request: ShowRequest, superseded: AbortSignal) => turns.inTurn(() => ask(request, superseded)),
    /** Runs a refund. Aborts the show under way, and asks it again afterwards. */
    async standBackDuring<T>(refund: () => Promise<T>): Promise<T> {
      const work = refund()
      refunds.add(work)
      underWay?.abort()
      try {
        return await work
      } finally {
        refunds.delete(work)
      }
    },
  }
}

/** Whether the service would answer the same again. */
export function isRefusal(fault: Fault): boolean {
  switch (fault.kind) {
    case 'not_found':
    case 'other_record':
      return true
    case 'service_error':
    case 'strange_answer':
      return fault.httpStatus < 500 && ![408, 425, 429].includes(fault.httpStatus)
    default:
      return false
  }
}
