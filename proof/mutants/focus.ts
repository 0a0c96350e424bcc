/** What the histories that look for a kind of mistake are about: with less else in them they come to it sooner. */
import type { CommandName } from '../commands/all-commands'

type Focus = readonly CommandName[]

/** A record that changed, is another's, or is old, between the look-up and the refund. */
export const sending: Focus = ['refunds', 'waits', 'lookUps', 'weatherChanges', 'otherHands']
/** Answers, refusals and checks. */
export const judging: Focus = ['refunds', 'waits', 'lookUps', 'weatherChanges', 'otherHands', 'powerCuts']
export const clocks: Focus = ['refunds', 'waits', 'lookUps', 'sleeps', 'clockChanges', 'weatherChanges']
/** What is older than before, and how it ends. */
export const staleness: Focus = [...sending, 'longWaits', 'lowerings', 'savedCopies', 'decisions']
export const people: Focus = [...sending, 'decisions', 'releases', 'acknowledgements']
export const watches: Focus = ['refunds', 'waits', 'longWaits', 'lookUps', 'otherHands', 'decisions']
export const power: Focus = ['refunds', 'waits', 'powerCuts', 'cuts', 'decisions', 'lookUps']
export const keychains: Focus = [
  'refunds',
  'waits',
  'keychainFaults',
  'keychainLosses',
  'powerCuts',
  'beginnings',
]
/** Files that are damaged, lost or put back, and what a new journal takes over from them. */
export const damage: Focus = [
  'refunds',
  'waits',
  'lookUps',
  'decisions',
  'powerCuts',
  'fileDamages',
  'meddlings',
  'backups',
  'beginnings',
]
/** The same, and the keychain goes too. */
export const losses: Focus = [...damage, 'keychainLosses', 'otherHands']
export const services: Focus = ['refunds', 'waits', 'lookUps', 'moves', 'decisions', 'weatherChanges']
/** An answer, and what it shows of others. */
export const answers: Focus = ['refunds', 'waits']
export const meddled: Focus = ['refunds', 'waits', 'otherHands']
