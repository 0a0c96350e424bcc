/** A model in memory of what a journal must return: all attempts, what is open, and the high-water values. */
import type { Attempt, AttemptEvent, Snapshot } from '../../../shared/attempt/attempt'
import { raise, raiseByEvent, raiseTo } from '../../../shared/attempt/evidence'
import type { PaymentEvent, TillEvent } from '../../../shared/refund/journal-events'
import { advance } from '../../../shared/refund/refund'
import { advanceStanding, lockIn, nothingStands } from '../fold'
import type { JournalLine } from '../journal-line'
import type { Standing } from '../journal-types'

type Value = { readonly highWater: number | null; readonly currency: string }

export type JournalModel = {
  readonly standing: () => Standing
  readonly attempts: () => ReadonlyMap<string, Attempt>
  readonly highWater: (id: string) => number | null
  /** The attempt's state afterwards, or why the line is not taken. `seq` is the number that the journal gave the line. */
  readonly append: (marker: string, event: AttemptEvent, seq: number) => string
  readonly appendPayment: (event: PaymentEvent, seq: number) => void
  readonly appendTill: (event: TillEvent, seq: number) => void
  readonly raise: (snapshot: Snapshot) => void
}

export function makeJournalModel(): JournalModel {
  const attempts = new Map<string, Attempt>()
  const values = new Map<string, Value>()
  /** The line of each payment's last lowering: what was refunded before it counts no longer. */
  const lowered = new Map<string, number>()
  let standing = nothingStands

  const valueFor = (id: string): Value => values.get(id) ?? { highWater: null, currency: '' }

  function put(id: string, highWater: number | null, currency: string): void {
    if (highWater !== null) values.set(id, { highWater, currency })
  }

  function line(own: JournalLine, attempt: Attempt | null): void {
    standing = advanceStanding(standing, own, attempt)
  }

  return {
    standing: () => standing,
    attempts: () => attempts,
    highWater(id) {
      const own = [...attempts.values()].filter(({ intent, state, refundedLine }) => {
        return intent.id === id && state === 'refunded' && (refundedLine ?? 0) > (lowered.get(id) ?? 0)
      })
      const seen = valueFor(id).highWater
      const least = Math.max(0, ...own.map(({ intent }) => intent.base + intent.amount))
      return own.length === 0 ? seen : raiseTo(seen, least)
    },
    append(marker, event, seq) {
      if (event.kind === 'sending' && lockIn(standing, event.intent.id) !== null) return 'locked'
      const next = advance(attempts.get(marker) ?? null, event, seq)
      if (!next.ok) return next.fault.kind
      const { id, currency } = next.value.intent
      const before = valueFor(id)
      const raised = raiseByEvent(before.highWater, event, next.value.intent)
      put(id, raised, before.currency === '' ? currency : before.currency)
      attempts.set(marker, next.value)
      line({ seq, marker, event }, next.value)
      return next.value.state
    },
    appendPayment(event, seq) {
      line({ seq, payment: event }, null)
      if (event.kind === 'lowered') {
        lowered.set(event.id, seq)
        put(event.id, event.to, valueFor(event.id).currency)
      } else if (event.kind === 'lowering_returned') {
        const { highWater, currency } = valueFor(event.id)
        put(event.id, raiseTo(highWater, event.refunded), currency)
      }
    },
    appendTill: (event, seq) => line({ seq, till: event }, null),
    raise(snapshot) {
      const { highWater, currency } = valueFor(snapshot.id)
      const raised = raise(highWater, snapshot, currency === '' ? null : currency)
      put(snapshot.id, raised, currency === '' ? snapshot.currency : currency)
    },
  }
}
