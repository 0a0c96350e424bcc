/** A till whose journal is damaged, and what its next one says. */
import { expect } from 'vitest'
import type { Journal } from '../../journal-types'
import { tamperWith } from '../../testing/journal-story'
import { markerOf } from './refund-stories'
import type { TillJournals } from './till-journals'

export const payment = (id: string) => ({ services: [1], id })

/** What locks each payment: an attempt's marker, 'unread', or null. */
export function locksIn(journal: Journal, ...ids: readonly string[]): readonly (string | null)[] {
  return ids.map((id) => {
    const lock = journal.lockOn(payment(id))
    return lock === null ? null : 'intent' in lock ? lock.intent.marker : lock.kind
  })
}

/** Without its checkpoints, which the background check drops where it finds damage, all of a journal is verified. */
export function damage(till: TillJournals, sql: string): void {
  tamperWith(till.file(), `${sql}; DELETE FROM checkpoints`)
}

export function damageLine(till: TillJournals, seq: number): void {
  damage(till, `UPDATE events SET line = zeroblob(100) WHERE seq = ${seq}`)
}

/** Opens once, which must fail so; begins a new journal; opens that. */
export async function beginAfter(till: TillJournals, why: string) {
  const opening = await till.opening()
  const begun = await till.begin()
  till.restart()
  const journal = await till.openWell()
  expect([opening, begun.ok]).toEqual([why, true])
  return { journal, begun: begun.ok ? begun.value : null }
}

export function statesIn(journal: Journal, ...numbers: readonly number[]) {
  return numbers.map((number) => journal.attempt(markerOf(number))?.state ?? null)
}

export function alarmsOf(journal: Journal, number: number) {
  return journal.attempt(markerOf(number))?.alarms.map(({ alarm }) => alarm)
}
