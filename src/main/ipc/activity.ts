import type { AttemptEvidence } from '../../shared/contract'
import { limitsOf } from '../../shared/day'
import type { Fault } from '../../shared/fault'
import type { Act } from '../../shared/journal-events'
import { localDay } from '../../shared/local-time'
import { fail, type Result, succeed } from '../../shared/result'
import { readDay } from '../refund/day'
import type { AttemptHistory } from '../refund/types'
import { makeYieldToEventLoop } from '../system/clock'
import type { Handlers } from './answer'
import type { Parts } from './parts'
import { nameOf } from './people'

/** A moment of the contract as milliseconds since 1970; null when it is none. */
function readMoment(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

async function evidence(history: AttemptHistory, parts: Parts): Promise<AttemptEvidence> {
  const copy = await parts.copies.find(['internal_id'], history.attempt.intent.id)
  return { ...history, storeId: copy?.record.fields.store_id ?? '' }
}

function exportActivity(parts: Parts): Handlers['activity:export'] {
  return async (wanted) => {
    const [from, to] = [readMoment(wanted.from), readMoment(wanted.to)]
    if (from === null || to === null) {
      return fail({ kind: 'request_malformed', detail: 'A moment is ISO 8601' })
    }
    const { refundService } = parts
    const pieces = refundService.exportPieces({ from, to }, wanted.format, await parts.exportSigner())
    if (!pieces.ok) return pieces
    // What begins before this till did is named for the day on which it ends.
    const day = from === 0 ? `until ${localDay(to)}` : localDay(from)
    const saved = await parts.saveFile({
      suggestedName: `Tillside refunds ${day}.${wanted.format}`,
      kind: wanted.format,
      content: pieces.value,
    })
    const act: Act = { act: 'export', what: `refunds ${wanted.format}`, from: wanted.from, to: wanted.to }
    if (saved.ok && saved.value.saved) parts.note(act)
    return saved
  }
}

/** The attempts, what is known about each, and a supervisor's word on one that no rule can decide. */
export function activityHandlers(parts: Parts) {
  const { refundService } = parts
  return {
    'activity:page': (order) => succeed(refundService.page(order)),
    'activity:day': async (span) =>
      succeed(
        await readDay(
          refundService.page,
          span,
          limitsOf(parts.settings.read().rules),
          makeYieldToEventLoop(),
        ),
      ),
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
