import type { ShownTransaction } from '../../shared/contract'
import type { CodeKind } from '../../shared/scan-code'
import type { SavedCopies } from '../copies/saved-copies'
import type { Log } from '../log/log'
import type { PracticeServices } from '../refund/practice-services'
import type { RefundService } from '../refund/refund-service'
import type { ShownLookups } from './shown-lookups'

type Deps = {
  readonly copies: Pick<SavedCopies, 'find'>
  readonly refundService: Pick<RefundService, 'raiseFromCopy' | 'standingOf'>
  readonly shownLookups: Pick<ShownLookups, 'isNewest' | 'shownFor' | 'show'>
  /** What a stored address is called where services are told apart (refund-protocol.md 14). */
  readonly nameOf: (address: string) => string
  /** What the copy says of its service (shared/practice.ts), however long ago it was saved. */
  readonly practice: Pick<PracticeServices, 'heard'>
  /** Resolves in a later turn, when whoever asked has been answered. */
  readonly nextTurn: () => Promise<void>
  readonly copyFound: (shown: ShownTransaction) => void
  readonly log: Pick<Log, 'error'>
}

/** A lookup that has begun: its code, cleaned, and the kinds that it may be. */
export type BegunLookup = {
  readonly lookup: string
  readonly code: string
  readonly kinds: readonly CodeKind[]
}

/** Resolves when the copy has been pushed, or there is none. Never rejects. */
export type ShowSaved = (begun: BegunLookup) => Promise<void>

/**
 * Pushes the saved copy for a lookup that has begun, beside the service being asked (architecture.md, "Saved copies").
 * Nothing is pushed when the service has answered already or a newer lookup has begun. A copy raises the high-water
 * value but is no check: it cannot settle what is undecided.
 */
export function makeShowSaved(deps: Deps): ShowSaved {
  return async (begun) => {
    try {
      await showNow(deps, begun)
    } catch (cause) {
      deps.log.error('A saved copy could not be shown.', cause)
    }
  }
}

async function showNow(deps: Deps, { lookup, code, kinds }: BegunLookup): Promise<void> {
  const { copies, practice, refundService, shownLookups, nameOf, nextTurn } = deps
  const found = await copies.find(kinds, code)
  if (found === null) return
  const { record, savedAt, kind: foundBy, origin } = found
  // A higher value is flushed to the disk. Nobody waits for that: the copy itself cannot be refunded, and a
  // refund's own show comes turns later.
  const serviceAddress = nameOf(origin.address)
  if (found.practice) practice.heard(serviceAddress)
  void nextTurn().then(() => refundService.raiseFromCopy({ record, serviceAddress, savedAt }))
  if (shownLookups.shownFor(lookup) !== null || !shownLookups.isNewest(lookup)) return
  const at = new Date(savedAt).toISOString()
  const { lock, stale } = refundService.standingOf(record.id)
  const asked = { lookup, foundBy, code, service: serviceAddress }
  const shown: ShownTransaction = { ...asked, record, source: 'saved', at, lock, stale }
  shownLookups.show(shown)
  deps.copyFound(shown)
}
