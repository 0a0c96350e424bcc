/** A model in memory of what a journal must return: all attempts, what is open, and the high-water values. */
import type { Attempt, AttemptEvent, Snapshot } from '../../../shared/attempt/attempt'
import { saidByEvent, soundRefunded } from '../../../shared/attempt/evidence'
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

  function put(id: string, highWater: number, currency: string): void {
    values.set(id, { highWater, currency })
  }

  /** Raises a payment's value by a sum that was seen, if any. The first currency stays the payment's. */
  function raise(id: string, refunded: number | null, said: string): void {
    const { highWater, currency } = valueFor(id)
    if (refunded !== null) put(id, Math.max(highWater ?? 0, refunded), currency === '' ? said : currency)
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
      return own.length === 0 ? seen : Math.max(seen ?? 0, least)
    },
    append(marker, event, seq) {
      if (event.kind === 'sending' && lockIn(standing, event.intent.id) !== null) return 'locked'
      const next = advance(attempts.get(marker) ?? null, event, seq)
      if (!next.ok) return next.fault.kind
      const { id, currency } = next.value.intent
      raise(id, saidByEvent(event, next.value.intent), currency)
      attempts.set(marker, next.value)
      line({ seq, ran: 0, marker, event }, next.value)
      return next.value.state
    },
    appendPayment(event, seq) {
      line({ seq, ran: 0, payment: event }, null)
      if (event.kind === 'lowered') {
        lowered.set(event.id, seq)
        put(event.id, event.to, valueFor(event.id).currency)
      } else if (event.kind === 'lowering_returned') {
        raise(event.id, event.refunded, '')
      }
    },
    appendTill: (event, seq) => line({ seq, ran: 0, till: event }, null),
    raise(snapshot) {
      const { currency } = valueFor(snapshot.id)
      const refunded = soundRefunded(snapshot, currency === '' ? null : currency)
      raise(snapshot.id, refunded, snapshot.currency)
    },
  }
}
