import type { ShownTransaction } from '../../shared/contract'
import { succeed } from '../../shared/result'
import type { LookUp } from '../lookup/look-up'
import type { RelatedShows } from '../lookup/related-shows'
import type { RequestedCodes } from '../lookup/requested-codes'
import type { ShowPrivate } from '../lookup/show-private'
import type { TillRecents } from '../lookup/till-recents'
import type { CashierAtWork } from '../scheduling/cashier-at-work'
import type { Handlers } from './answer-call'

type Deps = {
  readonly lookUp: LookUp
  readonly cashier: Pick<CashierAtWork, 'during'>
  readonly related: RelatedShows
  readonly showPrivate: ShowPrivate
  readonly recent: Pick<TillRecents, 'list'>
  readonly takeRequested: RequestedCodes['take']
  /** Resolves in a later turn, when whoever asked has been answered. */
  readonly nextTurn: () => Promise<void>
  readonly log: (line: string) => void
}

/** Looking up a code, and what was looked up before. */
export function lookupHandlers({
  lookUp,
  cashier,
  related,
  showPrivate,
  recent,
  takeRequested,
  nextTurn,
  log,
}: Deps) {
  async function nameStore(shown: ShownTransaction): Promise<void> {
    try {
      await nextTurn()
      await related.nameStore(shown)
    } catch (cause) {
      log(`the store's name: ${String(cause)}`)
    }
  }

  return {
    'lookup:find': async (order) => {
      const found = await cashier.during(() => lookUp(order))
      if (found.ok) void nameStore(found.value)
      return found
    },
    'lookup:related': related.find,
    'lookup:private': showPrivate,
    'lookup:recent': async () => succeed(await recent.list()),
    'lookup:take-requested': async () => succeed(takeRequested()),
  } satisfies Partial<Handlers>
}
