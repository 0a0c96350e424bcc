import type { ShownTransaction } from '../../shared/contract'
import { succeed } from '../../shared/result'
import type { LookUp } from '../lookup/look-up'
import type { RelatedShows } from '../lookup/related-shows'
import type { ShowSaved } from '../lookup/show-saved'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { TillRecents } from '../lookup/till-recents'
import type { Handlers } from './answer-call'

type Deps = {
  readonly lookUp: LookUp
  readonly showSaved: ShowSaved
  readonly shownLookups: Pick<ShownLookups, 'nextNumber'>
  readonly related: RelatedShows
  readonly recent: Pick<TillRecents, 'list'>
  /** Resolves in a later turn, when whoever asked has been answered. */
  readonly nextTurn: () => Promise<void>
  readonly log: (line: string) => void
}

/** Looking up a code, and what was looked up before. */
export function lookupHandlers({ lookUp, showSaved, shownLookups, related, recent, nextTurn, log }: Deps) {
  async function nameStore(window: number, shown: ShownTransaction): Promise<void> {
    try {
      await nextTurn()
      await related.nameStore(window, shown)
    } catch (cause) {
      log(`the store's name: ${String(cause)}`)
    }
  }

  return {
    'lookup:find': async (order, window) => {
      const found = await lookUp(window, order)
      if (found.ok) void nameStore(window, found.value)
      return found
    },
    'lookup:saved': async (order, window) => succeed(await showSaved(window, order)),
    'lookup:next-number': (_nothing, window) => succeed(shownLookups.nextNumber(window)),
    'lookup:related': (order, window) => related.find(window, order),
    'lookup:recent': async () => succeed(await recent.list()),
  } satisfies Partial<Handlers>
}
