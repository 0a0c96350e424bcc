import type { AttemptEvidence } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { nextLookAt } from '../../shared/look-schedule'
import type { PaymentStore } from '../../shared/related-schemas'
import { fail, type Result, succeed } from '../../shared/result'
import type { SaveFile } from '../paper/save-file'
import type { AttemptHistory, RefundDesk } from '../refund/refund-desk'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { PartOfHandlers } from './part-of-handlers'

type Parts = {
  readonly refundDesk: Pick<RefundDesk, 'list' | 'open' | 'look' | 'decide' | 'exportRange'>
  readonly supervisorPin: Pick<SupervisorPin, 'check'>
  readonly saveFile: SaveFile
  /** The store that took a payment, by its internal `id`; null where no saved copy tells. */
  readonly storeOfPayment: (id: string) => Promise<PaymentStore | null>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A moment of the contract as milliseconds since 1970; null when it is none. */
function readMoment(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

function malformed(): { readonly ok: false; readonly fault: Fault } {
  return fail({ kind: 'request_malformed', detail: 'A moment is ISO 8601' })
}

async function evidence({ attempt, events }: AttemptHistory, parts: Parts): Promise<AttemptEvidence> {
  const next = nextLookAt(attempt, parts.now())
  const store = await parts.storeOfPayment(attempt.intent.id)
  return { attempt, events, nextLookAt: next === null ? null : new Date(next).toISOString(), store }
}

function listActivity(parts: Parts): PartOfHandlers<'activity:list'>['activity:list'] {
  return ({ from, to }) => {
    const range = { from: from === null ? null : readMoment(from), to: to === null ? null : readMoment(to) }
    if ((from !== null && range.from === null) || (to !== null && range.to === null)) return malformed()
    return succeed(parts.refundDesk.list(range))
  }
}

function exportActivity(parts: Parts): PartOfHandlers<'activity:export'>['activity:export'] {
  return async (wanted) => {
    const [from, to] = [readMoment(wanted.from), readMoment(wanted.to)]
    if (from === null || to === null) return malformed()
    const text = parts.refundDesk.exportRange({ from, to }, wanted.format)
    if (!text.ok) return text
    const day = new Date(from).toISOString().slice(0, 10)
    return parts.saveFile({
      suggestedName: `Tillside refunds ${day}.${wanted.format}`,
      kind: wanted.format,
      content: text.value,
    })
  }
}

/** The attempts, what is known about each, and a supervisor's word on one that no rule can decide. */
export function activityHandlers(
  parts: Parts,
): PartOfHandlers<
  'activity:list' | 'activity:open' | 'activity:look' | 'activity:decide' | 'activity:export'
> {
  const { refundDesk, supervisorPin } = parts
  return {
    'activity:list': listActivity(parts),
    'activity:open': async ({ marker }): Promise<Result<AttemptEvidence, Fault>> => {
      const history = refundDesk.open(marker)
      return history === null ? fail({ kind: 'attempt_unknown' }) : succeed(await evidence(history, parts))
    },
    'activity:look': async ({ marker }) => {
      const looked = await refundDesk.look(marker)
      return looked.ok ? succeed(await evidence(looked.value, parts)) : looked
    },
    'activity:decide': async ({ marker, pin, decision }) => {
      const allowed = await supervisorPin.check(pin)
      return allowed.ok ? refundDesk.decide(marker, decision) : allowed
    },
    'activity:export': exportActivity(parts),
  }
}
