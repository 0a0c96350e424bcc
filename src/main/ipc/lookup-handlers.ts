import { fail, succeed } from '../../shared/result'
import type { LookUp } from '../lookup/look-up'
import type { ShowSaved } from '../lookup/show-saved'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { TillRecents } from '../lookup/till-recents'
import type { PartOfHandlers } from './part-of-handlers'

type Parts = {
  readonly lookUp: LookUp
  readonly showSaved: ShowSaved
  readonly shownLookups: Pick<ShownLookups, 'nextNumber'>
  readonly recent: Pick<TillRecents, 'list'>
}

/** Looking up a code, and what was looked up before. */
export function lookupHandlers({
  lookUp,
  showSaved,
  shownLookups,
  recent,
}: Parts): PartOfHandlers<
  'lookup:find' | 'lookup:saved' | 'lookup:next-number' | 'lookup:related' | 'lookup:recent'
> {
  return {
    'lookup:find': (order, window) => lookUp(window, order),
    'lookup:saved': async (order, window) => succeed(await showSaved(window, order)),
    'lookup:next-number': (_nothing, window) => succeed(shownLookups.nextNumber(window)),
    'lookup:related': () => fail({ kind: 'lookup_superseded' }),
    'lookup:recent': async () => succeed(await recent.list()),
  }
}
