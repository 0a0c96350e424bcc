import { localDay } from '../../shared/base/local-time'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ActivityPage, AttemptEvidence } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { isStaffed, type KnownPerson, refOf } from '../../shared/people/people'
import { atLeast } from '../../shared/people/rules'
import { limitsOf, type Shift } from '../../shared/refund/day'
import type { Act } from '../../shared/refund/journal-events'
import { type Beside, isBeforeShift, isOfShift, readDay, readOpen } from '../refund/day'
import type { AttemptHistory } from '../refund/types'
import { makeYieldToEventLoop } from '../system/clock'
import type { Handlers } from './answer'
import type { Parts } from './handlers'
import { nameOf } from './people'

async function evidence(history: AttemptHistory, parts: Parts): Promise<AttemptEvidence> {
  const copy = await parts.copies.find(['internal_id'], history.attempt.intent.id)
  return { ...history, storeId: copy?.record.fields.store_id ?? '' }
}

function exportActivity(parts: Parts): Handlers['activity:export'] {
  return async (wanted) => {
    const [from, to] = [Date.parse(wanted.from), Date.parse(wanted.to)]
    const by = parts.actor()
    const { refundService } = parts
    const { tillName, storeId } = parts.settings.read()
    const signer = await parts.exportSigner()
    const pieces = refundService.exportPieces({ from, to }, wanted.format, signer, tillName || storeId)
    if (!pieces.ok) return pieces
    // Today's is without an end, too.
    const [first, last] = [localDay(from), localDay(Math.min(to, parts.now().getTime()))]
    const days = first === last ? first : `${first} to ${last}`
    const saved = await parts.saveFile({
      suggestedName: `Tillside refunds ${from === 0 ? `until ${last}` : days}.${wanted.format}`,
      kind: wanted.format,
      content: pieces.value,
    })
    const act: Act = { act: 'export', what: `refunds ${wanted.format}`, from: wanted.from, to: wanted.to }
    if (saved.ok && saved.value.saved) parts.note(act, by)
    return saved
  }
}

function besideHere({ settings, secrets }: Parts): Beside {
  const { people } = secrets.read().people
  return {
    limits: limitsOf(settings.read().rules),
    names: new Map(people.map(({ id, name }) => [id, name])),
  }
}

function shiftOfPerson({ refundService, now }: Parts, person: KnownPerson): Shift {
  return refundService.shiftOf(refOf(person), now().setHours(0, 0, 0, 0))
}

/** Returns the shift that a cashier may see; null for others, and on an open till, who see everything. */
function ownShift(parts: Parts): Shift | null {
  const { secrets, rights, signIn } = parts
  const person = signIn.current()?.person
  if (person === undefined || rights.holder() !== null || atLeast(person.role, 'supervisor')) return null
  return isStaffed(secrets.read().people.people) ? shiftOfPerson(parts, person) : null
}

function limitedTo(shift: Shift | null, page: ActivityPage): ActivityPage {
  if (shift === null) return page
  const next = isBeforeShift(shift, page.attempts) ? null : page.next
  return { ...page, attempts: page.attempts.filter(isOfShift(shift)), next }
}

const stillRead = fail({ kind: 'refunds_off', why: 'journal_opening' } as const)

/** Activity: attempts, days and shifts, a supervisor's decisions, exports. */
export function activityHandlers(parts: Parts) {
  const { refundService } = parts
  return {
    'activity:page': async (order) => {
      // Whoever has the slip or the receipt sees what was refunded of it.
      const isNamed = order.marker !== undefined || order.code !== undefined
      const shift = isNamed ? null : ownShift(parts)
      const first = limitedTo(shift, refundService.page(order))
      const giveWay = makeYieldToEventLoop()
      let { attempts, next } = first
      // Whole pages may be others'.
      for (; attempts.length === 0 && next !== null; await giveWay())
        ({ attempts, next } = limitedTo(shift, refundService.page({ ...order, before: next })))
      return succeed({ ...first, attempts, next })
    },
    'activity:day': async (span) => {
      if (ownShift(parts) !== null) return succeed(readOpen(refundService.page))
      const giveWay = makeYieldToEventLoop()
      const noes = await refundService.noes(span, giveWay)
      const summary = await readDay(refundService.page, span, { ...besideHere(parts), noes }, giveWay)
      return summary === null ? stillRead : succeed(summary)
    },
    'shift:sheets': async (span) => {
      const own = ownShift(parts)?.person.id
      const sheets = await refundService.sheets(span, makeYieldToEventLoop())
      if (sheets === null) return stillRead
      return succeed(sheets.filter(({ by }) => own === undefined || by.id === own))
    },
    'shift:close': () => {
      const now = parts.signIn.current()
      if (now === null || now.locked) return fail({ kind: 'sign_in_needed' })
      if (refundService.isSending()) return fail({ kind: 'refund_in_progress' })
      const closed = refundService.closeShift(shiftOfPerson(parts, now.person), besideHere(parts))
      if (!closed.ok) return closed
      parts.rights.end()
      parts.signIn.lock('shift')
      return closed
    },
    'activity:open': async ({ marker }): Promise<Result<AttemptEvidence, Fault>> => {
      const history = refundService.open(marker)
      return history === null ? fail({ kind: 'attempt_unknown' }) : succeed(await evidence(history, parts))
    },
    'activity:check': async ({ marker }) => {
      const checked = await refundService.check(marker)
      return checked.ok ? succeed(await evidence(checked.value, parts)) : checked
    },
    'activity:decide': async ({ marker, decision }, by) => {
      const decided = await refundService.decide(marker, { ...decision, supervisor: nameOf(by) })
      return decided.ok ? succeed(await evidence(decided.value, parts)) : decided
    },
    'activity:acknowledge': ({ alarm, note }, by) => {
      const ended = refundService.acknowledge(alarm, { supervisor: nameOf(by), note })
      return ended.ok ? succeed({}) : ended
    },
    'activity:export': exportActivity(parts),
  } satisfies Partial<Handlers>
}
