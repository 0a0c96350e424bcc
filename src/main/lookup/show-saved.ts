import type { ParsedInput, ShownTransaction } from '../../shared/contract'
import { cleanCode, kindsToTry } from '../../shared/scan-code'
import type { SavedCopies } from '../copies/saved-copies'
import type { RefundService } from '../refund/refund-service'
import type { ShownLookups } from './shown-lookups'
import type { StoreNames } from './store-names'

type Deps = {
  readonly copies: Pick<SavedCopies, 'find' | 'viewerOf'>
  readonly refundService: Pick<RefundService, 'raiseFromCopy' | 'lockOn' | 'staleOn'>
  readonly shownLookups: Pick<ShownLookups, 'isNewest' | 'shownIn' | 'show'>
  readonly storeNames: Pick<StoreNames, 'storeOf' | 'ready'>
  /** What a stored address is called where services are told apart (design.md, protocol 14). */
  readonly nameOf: (address: string) => string
  /** Resolves in a later turn, when whoever asked has been answered. */
  readonly nextTurn: () => Promise<void>
}

export type ShowSaved = (
  window: number,
  order: ParsedInput<'lookup:saved'>,
) => Promise<ShownTransaction | null>

/**
 * The saved copy for a lookup that has begun, beside the service being asked (design.md, "Saved copies"). Null
 * when there is none, when the service has answered already or a newer lookup has begun. A copy raises the
 * high-water value but is no check: it cannot settle what is undecided.
 */
export function makeShowSaved(deps: Deps): ShowSaved {
  const { copies, refundService, shownLookups, storeNames, nameOf, nextTurn } = deps
  return async (window, { lookup, code: text, match }) => {
    const code = cleanCode(text)
    const [found] = await Promise.all([copies.find(kindsToTry(code, match), code), storeNames.ready()])
    if (found === null) return null
    const { record, savedAt, kind: foundBy } = found
    // A higher value is flushed to the disk. Nobody waits for that: the copy itself cannot be refunded, and a
    // refund's own show comes turns later.
    const address = copies.viewerOf(record)?.address
    if (address !== undefined) {
      const serviceAddress = nameOf(address)
      void nextTurn().then(() => refundService.raiseFromCopy({ record, serviceAddress, savedAt }))
    }
    const answered = shownLookups.shownIn(window, lookup) !== null
    if (answered || !shownLookups.isNewest(window, lookup)) return null
    const at = new Date(savedAt).toISOString()
    const standing = { lock: refundService.lockOn(record.id), stale: refundService.staleOn(record.id) }
    const store = storeNames.storeOf(record)
    const shown: ShownTransaction = { lookup, record, store, foundBy, code, source: 'saved', at, ...standing }
    shownLookups.show(window, shown)
    return shown
  }
}
