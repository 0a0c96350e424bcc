import { succeed } from '../../shared/result'
import type { LookUp } from '../lookup/look-up'
import type { RecentTransactions } from '../lookup/recent'
import type { ShownLookups } from '../lookup/shown-lookups'
import type { PartOfHandlers } from './part-of-handlers'

type Parts = {
  readonly lookUp: LookUp
  readonly shownLookups: Pick<ShownLookups, 'nextNumber'>
  readonly recent: Pick<RecentTransactions, 'list'>
}

/** Looking up a code, and what was looked up before. */
export function lookupHandlers({
  lookUp,
  shownLookups,
  recent,
}: Parts): PartOfHandlers<'lookup:find' | 'lookup:next-number' | 'lookup:recent'> {
  return {
    'lookup:find': (order, window) => lookUp(window, order),
    'lookup:next-number': (_nothing, window) => succeed(shownLookups.nextNumber(window)),
    'lookup:recent': () => succeed(recent.list()),
  }
}
