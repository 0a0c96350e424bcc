/** What of old journals stands in the new one. Pure: it only ever locks more than the old ones said, never less. */
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import { advance, isUndecided } from '../../shared/refund'
import { higherMark } from './journal'
import type { Mark } from './journal-rows'
import type { OldJournal } from './read-old-journal'

export type TakenHistory = {
  readonly marker: string
  readonly events: readonly AttemptEvent[]
  /** What the events add up to. */
  readonly attempt: Attempt
}

export type Inheritance = {
  readonly histories: readonly TakenHistory[]
  /** By the blind index of the transaction, in hexadecimal. */
  readonly marks: ReadonlyMap<string, Mark>
  readonly whole: boolean
}

/**
 * Takes every attempt over with the longest history that any of the journals has of it. One that was on its way
 * out becomes unconfirmed: what was written after the last readable line is lost, so it may have been sent.
 * @param indexOf the blind index of a transaction, in hexadecimal.
 */
export function inherit(
  journals: readonly OldJournal[],
  indexOf: (id: string) => string,
  now: number,
): Inheritance {
  const longest = new Map<string, readonly AttemptEvent[]>()
  for (const { histories } of journals) {
    for (const [marker, events] of histories) {
      if (events.length >= (longest.get(marker)?.length ?? 0)) longest.set(marker, events)
    }
  }
  for (const { intent, createdAt } of journals.flatMap(({ strays }) => strays)) {
    if (!longest.has(intent.marker)) longest.set(intent.marker, [{ kind: 'intended', at: createdAt, intent }])
  }
  const histories = onePerLock([...longest].map(([marker, events]) => settled(marker, events, now)))
  return {
    histories,
    marks: inheritMarks(journals, histories, indexOf),
    whole: journals.some(({ isWhole }) => isWhole),
  }
}

/** Nobody knows what came after the last readable line: what may have been sent counts as sent. */
function settled(marker: string, events: readonly AttemptEvent[], at: number): TakenHistory {
  const { state } = fold(events)
  const sending: readonly AttemptEvent[] = state === 'intended' ? [{ kind: 'sending', at }] : []
  const unknown: readonly AttemptEvent[] =
    state === 'intended' || state === 'sending' ? [{ kind: 'interrupted', at }] : []
  const all = [...events, ...sending, ...unknown]
  return { marker, events: all, attempt: fold(all) }
}

function fold(events: readonly AttemptEvent[]): Attempt {
  let attempt: Attempt | null = null
  for (const event of events) {
    const next = advance(attempt, event)
    if (!next.ok) throw new Error(`A history that was read does not fold: ${next.fault.event}`)
    attempt = next.value
  }
  if (attempt === null) throw new Error('A history without an event')
  return attempt
}

/** Two journals may each have left another attempt on one transaction undecided; one lock is what there can be. */
function onePerLock(histories: readonly TakenHistory[]): readonly TakenHistory[] {
  const locked = new Set<string>()
  return histories.filter(({ attempt: { intent, state } }) => {
    if (!isUndecided(state)) return true
    if (locked.has(intent.id)) return false
    locked.add(intent.id)
    return true
  })
}

/** The highest of what the rows of marks say and of every record that the events tell of. */
function inheritMarks(
  journals: readonly OldJournal[],
  histories: readonly TakenHistory[],
  indexOf: (id: string) => string,
): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  const raise = (index: string, seen: { readonly refunded: number | null; readonly updatedAt: string }) =>
    marks.set(index, higherMark(marks.get(index) ?? null, seen))
  for (const journal of journals) for (const [index, mark] of journal.marks) raise(index, mark)
  for (const { attempt, events } of histories) {
    const { id, mark, before } = attempt.intent
    raise(indexOf(id), { refunded: mark, updatedAt: before.updatedAt })
    for (const event of events) {
      const seen = glanceIn(event)
      if (seen?.id === id) raise(indexOf(id), seen)
    }
  }
  return marks
}

function glanceIn(event: AttemptEvent) {
  if (event.kind === 'answered' && event.answer.kind === 'record') return event.answer.glance
  return event.kind === 'looked' && event.look.kind === 'seen' ? event.look.glance : null
}
