/**
 * What this till refunded in a day or a shift, added up from the record for people: nothing about a refund is decided by it.
 */
import type { Attempt } from '../../shared/attempt'
import type { ActivityOrder, ActivityPage, DaySummary } from '../../shared/contract'
import { addUpDay, type Day, type Limits, type Sheet, type Shift } from '../../shared/day'
import type { PersonRef } from '../../shared/people'
import type { Journal } from '../journal/journal'

/** What stands on the idle counter at once; the rest is in Activity. */
const maxOpen = 4
/** So many refunds are read before others get their turn. */
const pageSize = 100

/** Milliseconds since 1970 of this PC's clock, both inclusive. */
type Span = { readonly from: number; readonly to: number }
type ReadPage = (order: ActivityOrder) => ActivityPage

/** What needs somebody, whatever its day; without figures. */
export function readOpen(page: ReadPage): DaySummary {
  const { open, notices } = page({ before: null, count: 1 })
  const moreOpen = Math.max(0, open.length - maxOpen) + notices.length
  return { day: null, open: open.slice(0, maxOpen), moreOpen }
}

/**
 * What was refunded from one moment to another, and what needs somebody. A refund counts when it was made, also when it was
 * confirmed later.
 * @param giveWay lets others have their turn between two pages.
 */
export async function readDay(
  page: ReadPage,
  { from, to }: Span,
  limits: Limits,
  giveWay: () => Promise<void>,
): Promise<DaySummary> {
  const adding = addUpDay(limits)
  for (let before: number | null = null; ; await giveWay()) {
    const { attempts, next } = page({ before, count: pageSize, from, to })
    attempts.forEach(adding.add)
    if (next === null) break
    before = next
  }
  return { ...readOpen(page), day: adding.day() }
}

/**
 * Whether a refund is one of that shift's: by its person, and made since it began by the till's running time, which nobody can
 * set back.
 */
export const isOfShift =
  ({ person, ran, line }: Shift) =>
  (attempt: Attempt): boolean =>
    attempt.intent.cashier?.id === person.id && attempt.ran.created >= ran && attempt.line > line

/** Whether it and all before it were made before the shift began. */
export const isBeforeShift =
  ({ line }: Shift) =>
  (attempt: Attempt): boolean =>
    attempt.line <= line

/** What a shift came to so far. At once: no refund can be made while it is added up. */
export function addUpShift({ page }: Pick<Journal, 'page'>, shift: Shift, limits: Limits): Day {
  const adding = addUpDay(limits)
  for (let before: number | null = null; ; ) {
    const { attempts, next } = page({ before, count: pageSize })
    attempts.filter(isOfShift(shift)).forEach(adding.add)
    if (next === null || attempts.some(isBeforeShift(shift))) return adding.day()
    before = next
  }
}

/** The shift that a person who is signed in has; one that this record has no beginning of begins with the day. */
export function shiftOf(shifts: readonly Shift[], person: PersonRef, startOfDay: number): Shift {
  const known = shifts.find((shift) => shift.person.id === person.id)
  return known ?? { person, since: startOfDay, ran: 0, line: 1 }
}

/** As much of a sheet as a line of the record takes. */
const maxListed = 60

export function sheetOf(day: Day): Day {
  return { ...day, open: day.open.slice(0, maxListed), refusals: day.refusals.slice(0, maxListed / 3) }
}

/** The shifts that were closed in a time, the newest first; what cannot be read now is left out. */
export async function readSheets(
  journal: Pick<Journal, 'linesBetween'>,
  { from, to }: Span,
  giveWay: () => Promise<void>,
): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = []
  for (const each of journal.linesBetween(from, to)) {
    await giveWay()
    const till = each !== null && 'line' in each && 'till' in each.line ? each.line.till : null
    if (till?.kind !== 'acted' || till.act.act !== 'shift' || till.by === null) continue
    sheets.unshift({ by: till.by, since: till.act.since, at: till.at, day: till.act.day })
  }
  return sheets
}
