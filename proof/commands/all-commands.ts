/** Everything that can be done in a history, and how often. */
import fastCheck from 'fast-check'
import { lookUps, refunds, savedCopies } from './cashiers'
import { laggingMoves, longAbsences, manyStarts, oddCurrencies } from './circumstances'
import type { HistoryCommand } from './command'
import { backups, fileDamages, meddlings } from './damages'
import {
  clockChanges,
  cuts,
  diskFaults,
  keychainFaults,
  keychainLosses,
  longWaits,
  powerCuts,
  sleeps,
  switchesOff,
  switchesOn,
  waits,
} from './machines'
import { moves, otherHands, tokenChanges, weatherChanges } from './services'
import { acknowledgements, beginnings, decisions, lowerings, releases } from './supervisors'

/** Weights: mostly cashiers work and time goes by; now and then something else happens. Days go by among the waits, too. */
const weighted = {
  refunds: [30, refunds],
  waits: [26, waits],
  longWaits: [0, longWaits],
  lookUps: [10, lookUps],
  decisions: [10, decisions],
  weatherChanges: [7, weatherChanges],
  otherHands: [8, otherHands],
  powerCuts: [5, powerCuts],
  cuts: [3, cuts],
  switchesOff: [2, switchesOff],
  switchesOn: [2, switchesOn],
  sleeps: [2, sleeps],
  clockChanges: [3, clockChanges],
  keychainFaults: [3, keychainFaults],
  keychainLosses: [2, keychainLosses],
  diskFaults: [3, diskFaults],
  moves: [3, moves],
  tokenChanges: [1, tokenChanges],
  lowerings: [2, lowerings],
  releases: [1, releases],
  acknowledgements: [1, acknowledgements],
  fileDamages: [3, fileDamages],
  meddlings: [2, meddlings],
  backups: [2, backups],
  beginnings: [2, beginnings],
  savedCopies: [2, savedCopies],
  laggingMoves: [1, laggingMoves],
  oddCurrencies: [1, oddCurrencies],
  manyStarts: [1, manyStarts],
  longAbsences: [1, longAbsences],
} as const satisfies Readonly<Record<string, readonly [number, fastCheck.Arbitrary<HistoryCommand>]>>

export type CommandName = keyof typeof weighted

/** What is rare otherwise comes often where a history is about it. */
const leastInFocus = 12
/** Days are dear, and two of them are enough for a history. */
const longWaitsInFocus = 3

/** @param focus names of what alone is done, where a history is to be about that; none of them is everything. */
export function historyCommands(focus: readonly string[]): fastCheck.Arbitrary<HistoryCommand> {
  const all = Object.entries(weighted)
  const chosen =
    focus.length === 0
      ? all.map(([, entry]) => entry)
      : all.flatMap(([name, [weight, arbitrary]]) =>
          focus.includes(name)
            ? [[name === 'longWaits' ? longWaitsInFocus : Math.max(weight, leastInFocus), arbitrary] as const]
            : [],
        )
  return fastCheck.oneof(...chosen.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

/** The longest history, and the longest that is about something. */
export const mostCommands = 60
export const mostCommandsInFocus = 24
