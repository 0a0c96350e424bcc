import { addUpDay, type Day } from '../day'

/** A day without a refund, with what a test wants different. */
export function aDay(change: Partial<Day> = {}): Day {
  return { ...addUpDay(new Map()).day(), ...change }
}
