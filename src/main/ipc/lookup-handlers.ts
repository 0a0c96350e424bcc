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
}

/** Looking up a code, and what was looked up before. */
export function lookupHandlers({ lookUp, cashier, related, showPrivate, recent, takeRequested }: Deps) {
  return {
    'lookup:find': (order) => cashier.during(() => lookUp(order)),
    'lookup:related': related.find,
    'lookup:private': showPrivate,
    'lookup:recent': async () => succeed(await recent.list()),
    'lookup:take-requested': async () => succeed(takeRequested()),
  } satisfies Partial<Handlers>
}
