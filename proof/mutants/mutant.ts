/** A mistake that somebody could make in the protocol. The harness is worth something only if it catches every one. */
import type { CommandName } from '../commands/all-commands'

export type Mutant = {
  /** In words; those of the findings begin with F and their number. */
  readonly name: string
  /** The rule of docs/refund-protocol.md that it breaks. */
  readonly rule: number
  readonly changes: readonly Change[]
  /** What the histories that look for it are about; none where no history can see it, or hardly any. */
  readonly focus: readonly CommandName[]
  /** Why none does, and the unit test that fails instead. */
  readonly unseen?: { readonly why: string; readonly seenBy: string }
}

/** Where it changes the program, by name and syntax tree (proof/run/place-mutants says how it is found). */
export type Change = {
  /**
   * The declaration that it lies in: `outer/inner` for one inside another, `file.ts:name` where two files declare it (the
   * end of the path is enough), `name#2` for the second of places that are alike.
   */
  readonly in: string
  readonly kind: 'value' | 'statement' | 'body' | 'constant'
  /** The expression, or how the statement begins; '' for the others. */
  readonly text: string
  /** What it is with the mistake; `$&` in it is what it was. */
  readonly becomes: string
}

type Make = (place: string, text: string, becomes: string) => Change

/** An expression becomes another. */
export const value: Make = (place, text, becomes) => ({ in: place, kind: 'value', text, becomes })
/** The statement that begins so becomes others. */
export const statement: Make = (place, text, becomes) => ({ in: place, kind: 'statement', text, becomes })
/** The statement that begins so is left out. */
export const without = (place: string, text: string) => statement(place, text, '')
/** The whole body of a function gives way. */
export const body = (place: string, becomes: string): Change => ({
  in: place,
  kind: 'body',
  text: '',
  becomes,
})
/** The declaration's own value. */
export const constant = (place: string, becomes: string): Change => ({
  ...body(place, becomes),
  kind: 'constant',
})

/** A mistake that histories about these commands catch. */
export function seenIn(focus: Focus, rule: number, name: string, changes: readonly Change[]): Mutant {
  return { name, rule, changes, focus }
}

/** One that they do not: why, and then what it changes. @param file of the test that catches it */
export function seenBy(
  file: string,
  rule: number,
  name: string,
  [why, ...changes]: readonly [why: string, ...changes: Change[]],
): Mutant {
  return { name, rule, changes, focus: [], unseen: { why, seenBy: file } }
}

type Focus = readonly CommandName[]

const looking: Focus = ['refunds', 'waits', 'lookUps', 'weatherChanges']
const sending: Focus = [...looking, 'otherHands']
const damage: Focus = [
  ...(['refunds', 'waits', 'lookUps', 'decisions', 'powerCuts'] as const),
  ...(['fileDamages', 'meddlings', 'backups', 'beginnings'] as const),
]

/** What the histories that look for a kind of mistake are about: with less else in them they come to it sooner. */
export const focus = {
  /** A record that changed, is another's, or is old, between the look-up and the refund. */
  sending,
  /** Answers, refusals and checks. */
  judging: [...sending, 'powerCuts'],
  clocks: [...looking, 'sleeps', 'clockChanges'],
  /** What is older than before, and how it ends. */
  staleness: [...sending, 'longWaits', 'lowerings', 'savedCopies', 'decisions'],
  /** A PC that sleeps, and a person who decides as it wakes. */
  sleepers: ['refunds', 'waits', 'sleeps', 'decisions', 'weatherChanges'],
  people: [...sending, 'decisions', 'releases', 'acknowledgements'],
  watches: ['refunds', 'waits', 'longWaits', 'lookUps', 'otherHands', 'decisions'],
  power: ['refunds', 'waits', 'powerCuts', 'cuts', 'decisions', 'lookUps'],
  keychains: ['refunds', 'waits', 'keychainFaults', 'keychainLosses', 'powerCuts', 'beginnings'],
  /** Files that are damaged, lost or put back, and what a new journal takes over from them. */
  damage,
  /** The same, and the keychain goes too. */
  losses: [...damage, 'keychainLosses', 'otherHands'],
  services: [...looking, 'moves', 'decisions'],
  /** An answer, and what it shows of others. */
  answers: ['refunds', 'waits'],
  meddled: ['refunds', 'waits', 'otherHands'],
} as const satisfies Record<string, Focus>
