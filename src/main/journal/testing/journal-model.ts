/** What a journal must answer, in memory alone: all attempts, what stands open, and the high-water values. */
import type { Attempt, AttemptEvent, Snapshot } from '../../../shared/attempt'
import { raise, raiseByEvent, raiseTo } from '../../../shared/high-water'
import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import { advance } from '../../../shared/refund'
import type { JournalLine } from '../journal-line'
import type { Standing } from '../journal-types'
import { advanceStanding, lockIn, nothingStands } from '../standing'

type Value = { readonly highWater: number | null; readonly currency: string }

export type JournalModel = {
  readonly standing: () => Standing
  readonly attempts: () => ReadonlyMap<string, Attempt>
  readonly highWater: (service: number, id: string) => number | null
  /** The attempt's state afterwards, or why the line is not taken. `seq` is the number that the journal gave the line. */
  readonly append: (marker: string, event: AttemptEvent, seq: number) => string
  readonly appendPayment: (event: PaymentEvent, seq: number) => void
  readonly appendTill: (event: TillEvent, seq: number) => void
  readonly raise: (service: number, snapshot: Snapshot) => void
}

export function makeJournalModel(): JournalModel {
  const attempts = new Map<string, Attempt>()
  const values = new Map<string, Value>()
  let standing = nothingStands

  const name = (service: number, id: string) => `${service} ${id}`
  const valueFor = (service: number, id: string): Value =>
    values.get(name(service, id)) ?? { highWater: null, currency: '' }

  function put(service: number, id: string, highWater: number | null, currency: string): void {
    if (highWater !== null) values.set(name(service, id), { highWater, currency })
  }

  function line(own: JournalLine, attempt: Attempt | null): void {
    standing = advanceStanding(standing, own, attempt)
  }

  return {
    standing: () => standing,
    attempts: () => attempts,
    highWater: (service, id) => valueFor(service, id).highWater,
    append(marker, event, seq) {
      if (event.kind === 'sending') {
        const { service, id } = event.intent
        if (lockIn(standing, { services: [service], id }) !== null) return 'locked'
      }
      const next = advance(attempts.get(marker) ?? null, event, seq)
      if (!next.ok) return next.fault.kind
      const { service, id, currency } = next.value.intent
      const before = valueFor(service, id)
      const raised = raiseByEvent(before.highWater, event, next.value.intent)
      put(service, id, raised, before.currency === '' ? currency : before.currency)
      attempts.set(marker, next.value)
      line({ seq, marker, event }, next.value)
      return next.value.state
    },
    appendPayment(event, seq) {
      line({ seq, payment: event }, null)
      if (event.kind === 'lowered') {
        put(event.service, event.id, event.to, valueFor(event.service, event.id).currency)
      } else if (event.kind === 'lowering_returned') {
        const { highWater, currency } = valueFor(event.service, event.id)
        put(event.service, event.id, raiseTo(highWater, event.refunded), currency)
      }
    },
    appendTill: (event, seq) => line({ seq, till: event }, null),
    raise(service, snapshot) {
      const { highWater, currency } = valueFor(service, snapshot.id)
      const raised = raise(highWater, snapshot, currency === '' ? null : currency)
      put(service, snapshot.id, raised, currency === '' ? snapshot.currency : currency)
    },
  }
}
