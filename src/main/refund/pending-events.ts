/**
 * What is known about the money but could not be written down, because the disk said no after the refund was
 * sent. It is kept in memory and tried again; until then refunds are off and the attempt stays locked.
 */
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import { fail, type Result } from '../../shared/result'
import type { Journal, JournalFault } from '../journal/journal-types'
import { attemptWork } from '../system/database'

export type PendingEvents = {
  /** Appends, and keeps the event for later when the disk does not take it. Never throws. */
  readonly append: (marker: string, event: AttemptEvent) => Result<Attempt, JournalFault>
  /** Tries what is kept, in order; answers the attempts that moved on. */
  readonly flush: () => readonly Attempt[]
  readonly isEmpty: () => boolean
}

export function makePendingEvents(
  journal: Pick<Journal, 'append'>,
  log: (line: string) => void,
): PendingEvents {
  let kept: readonly { readonly marker: string; readonly event: AttemptEvent }[] = []

  function write(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
    const written = attemptWork(() => journal.append(marker, event))
    return written.ok ? written.value : fail({ kind: 'unwritable', detail: written.fault.detail })
  }

  return {
    append(marker, event) {
      const written = write(marker, event)
      if (!written.ok && written.fault.kind === 'unwritable') {
        log(`journal: ${event.kind} of ${marker} not written, kept: ${written.fault.detail}`)
        kept = [...kept, { marker, event }]
      }
      return written
    },
    flush() {
      const moved: Attempt[] = []
      while (kept[0] !== undefined) {
        const written = write(kept[0].marker, kept[0].event)
        if (!written.ok && written.fault.kind === 'unwritable') break
        if (written.ok) moved.push(written.value)
        else log(`journal: kept ${kept[0].event.kind} of ${kept[0].marker} has no place any more`)
        kept = kept.slice(1)
      }
      return moved
    },
    isEmpty: () => kept.length === 0,
  }
}
