/**
 * What this till refunded in a day or a shift, added up from the record for people: nothing about a refund is decided by it.
 */
import type { Attempt } from '../../shared/attempt/attempt'
import type { ActivityOrder, ActivityPage, DaySummary } from '../../shared/contract/contract'
import type { PersonRef } from '../../shared/people/people'
import { addUpDay, type Day, type Limits, type Sheet, type Shift } from '../../shared/refund/day'
import type { Journal } from '../journal/journal'
import type { ExportedLine, UnreadLines } from '../journal/journal-types'

/** What stands on the idle counter at once; the rest is in Activity. */
const maxOpen = 4
/** So many refunds are read before others get their turn. */
const pageSize = 100

/** Milliseconds since 1970 of this PC's clock, both inclusive. */
type Span = { readonly from: number; readonly to: number }
type ReadPage = (order: ActivityOrder) => ActivityPage
type Lines = Pick<Journal, 'linesOfAll'>

/** What refunds are held against, and what people are called now, by id. */
export type Beside = { readonly limits: Limits; readonly names: ReadonlyMap<string, string> }

/** What needs somebody, whatever its day; without figures. */
export function readOpen(page: ReadPage): DaySummary {
  const { open, notices } = page({ before: null, count: 1 })
  const moreOpen = Math.max(0, open.length - maxOpen) + notices.length
  return { day: null, open: open.slice(0, maxOpen), moreOpen }
}

/**
 * What was refunded from one moment to another, and what needs somebody. A refund counts when it was made, also when it was
 * confirmed later. Null while some of them are still being read.
 * @param giveWay lets others have their turn between two pages.
 */
export async function readDay(
  page: ReadPage,
  { from, to }: Span,
  { limits, names, noes }: Beside & { readonly noes: readonly PersonRef[] },
  giveWay: () => Promise<void>,
): Promise<DaySummary | null> {
  const adding = addUpDay(limits, names)
  for (let before: number | null = null; ; await giveWay()) {
    const { attempts, next, reading } = page({ before, count: pageSize, from, to })
    if (reading) return null
    attempts.forEach(adding.add)
    if (next === null) break
    before = next
  }
  noes.forEach(adding.addNo)
  return { ...readOpen(page), day: adding.day() }
}

/** Since the shift began by the till's running time, which nobody can set back and which a new record goes on with. */
const isSince = ({ ran, since, line }: Shift, at: number, ranAt: number) =>
  line === unknownLine ? at >= since : ranAt >= ran

const isMadeSince = (shift: Shift, { createdAt, ran }: Attempt) => isSince(shift, createdAt, ran.created)

/** Whether a refund is one of that shift's: by its person, and made since it began. */
export const isOfShift =
  (shift: Shift) =>
  (attempt: Attempt): boolean =>
    attempt.intent.cashier?.id === shift.person.id && isMadeSince(shift, attempt)

/**
 * Whether a page, and all behind it, was made before the shift began. Behind what a new record took over from the one in which
 * the shift began there may be more of the shift, so there nobody can tell.
 */
export function isBeforeShift(shift: Shift, page: readonly Attempt[]): boolean {
  return shift.line > 0 && page.length > 0 && !page.some((attempt) => isMadeSince(shift, attempt))
}

/**
 * What a shift came to so far. At once: no refund can be made while it is added up.
 * @param now in milliseconds since 1970
 */
export function addUpShift(
  { page, linesOfAll, ran }: Lines & Pick<Journal, 'page' | 'ran'>,
  shift: Shift,
  { limits, names }: Beside,
  now: number,
): Day {
  const adding = addUpDay(limits, names)
  // Also where the clock was ahead as it began.
  const began = shift.line === unknownLine ? shift.since : now - (ran() - shift.ran)
  for (const line of linesOfAll(Math.min(shift.since, began), Infinity)) {
    const acted = actOf(line)
    const no = acted !== null && isSince(shift, acted.at, acted.ran) ? noOf(acted) : null
    if (no?.cashier?.id === shift.person.id) adding.addNo(no.by)
  }
  for (let before: number | null = null; ; ) {
    const { attempts, next } = page({ before, count: pageSize })
    attempts.filter(isOfShift(shift)).forEach(adding.add)
    if (next === null || isBeforeShift(shift, attempts)) return adding.day()
    before = next
  }
}

/** Of a shift whose beginning no record has. */
const unknownLine = 1

/** The shift that a person who is signed in has; one that no record has the beginning of begins with the day. */
export function shiftOf(shifts: readonly Shift[], person: PersonRef, startOfDay: number): Shift {
  const known = shifts.find((shift) => shift.person.id === person.id)
  // By the present name: it may have changed since.
  return { since: startOfDay, ran: 0, line: unknownLine, ...known, person }
}

/** As much of a sheet as a line of the record takes. */
const maxListed = 60

export function sheetOf(day: Day): Day {
  return { ...day, open: day.open.slice(0, maxListed), refusals: day.refusals.slice(0, maxListed / 3) }
}

type Line = ExportedLine | UnreadLines | null

/** Returns the act of a line with the running time at which it was done; null for any other line. */
function actOf(line: Line) {
  const act = line !== null && 'line' in line && 'till' in line.line ? line.line : null
  return act?.till.kind === 'acted' ? { ...act.till, ran: act.ran } : null
}

/** Who said no to whose refund, by that act; null by every other. */
function noOf(
  acted: ReturnType<typeof actOf>,
): { readonly by: PersonRef; readonly cashier: PersonRef | null } | null {
  return acted?.by && acted.act.act === 'declined' ? { by: acted.by, cashier: acted.act.cashier } : null
}

/** Yields what was done in a time; what cannot be read now is left out. Among its lines are others where the clock was set. */
async function* actsOf({ linesOfAll }: Lines, { from, to }: Span, giveWay: () => Promise<void>) {
  for (const line of linesOfAll(from, to)) {
    await giveWay()
    const acted = actOf(line)
    if (acted !== null && acted.at >= from && acted.at <= to) yield acted
  }
}

/** Who said no in a time, each time. */
export async function readNoes(
  journal: Lines,
  span: Span,
  giveWay: () => Promise<void>,
): Promise<readonly PersonRef[]> {
  const noes: PersonRef[] = []
  for await (const acted of actsOf(journal, span, giveWay)) {
    const no = noOf(acted)
    if (no !== null) noes.push(no.by)
  }
  return noes
}

/** The shifts that were closed in a time, the newest first; null while some of its lines are still being read. */
export async function readSheets(
  journal: Lines & Pick<Journal, 'isReadSince'>,
  span: Span,
  giveWay: () => Promise<void>,
): Promise<readonly Sheet[] | null> {
  const sheets: Sheet[] = []
  for await (const { act, by, at } of actsOf(journal, span, giveWay))
    if (act.act === 'shift' && by !== null) sheets.unshift({ by, since: act.since, at, day: act.day })
  return journal.isReadSince(span.from) ? sheets : null
}
