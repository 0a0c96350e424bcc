/** What this till refunded in a time, added up from the record for people: nothing is decided by it. */
import type { ActivityOrder, ActivityPage, DaySummary } from '../../shared/contract'
import { addUpDay, type Limits } from '../../shared/day'

/** What stands on the idle counter at once; the rest is in Activity. */
const maxOpen = 4
/** So many refunds are read before others get their turn. */
const pageSize = 100

/** Milliseconds since 1970 of this PC's clock, both inclusive. */
type Span = { readonly from: number; readonly to: number }

/**
 * What was refunded from one moment to another, and what needs somebody, whatever its day. A refund counts when it was made,
 * also when it was confirmed later.
 * @param giveWay lets others have their turn between two pages.
 */
export async function readDay(
  page: (order: ActivityOrder) => ActivityPage,
  { from, to }: Span,
  limits: Limits,
  giveWay: () => Promise<void>,
): Promise<DaySummary> {
  const adding = addUpDay(limits)
  const first = page({ before: null, count: pageSize, from, to })
  let { attempts, next } = first
  for (;;) {
    attempts.forEach(adding.add)
    if (next === null) break
    await giveWay()
    ;({ attempts, next } = page({ before: next, count: pageSize, from, to }))
  }
  return {
    day: adding.day(),
    open: first.open.slice(0, maxOpen),
    moreOpen: Math.max(0, first.open.length - maxOpen) + first.notices.length,
  }
}
