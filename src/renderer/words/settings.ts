import type { Limits } from '../../shared/base/limits'
import type { CopyCount } from '../../shared/contract/contract'
import type { PracticeCodeName, PracticeOutcome } from '../../shared/contract/practice'
import { sentences } from './common'
import { countWords, writeMoment } from './locale'
import { words } from './words'

const { settings, copies, welcome, states, faults, scan } = words

/** What the scan listener takes a run of keys for. */
export type RunVerdict = keyof typeof settings.scanner.verdicts

export const copiesWords = {
  ...copies,
  daysWrong: ({ min, max }: Limits) => copies.daysWrong(String(min), String(max)),
  countWrong: ({ min, max }: Limits) => copies.countWrong(countWords(min), countWords(max)),
  deleteWhich: (keepDays: number, keepCopies: number) =>
    sentences(
      copies.deleteWhich(copies.deleteDays(keepDays), copies.receipts(keepCopies)),
      copies.forgetMeaning,
    ),
} as const

/** Returns how many copies there are, and since when. */
export function savedWords({ saved, oldest }: CopyCount): string {
  if (saved === 0 || oldest === null) return copies.none
  const day = writeMoment(new Date(oldest), { day: 'numeric', month: 'short', year: 'numeric' })
  return copies.savedSince(copies.receipts(saved), day)
}

const practiceOutcomes: Readonly<Record<PracticeOutcome, string>> = {
  Refunded: states.refunded,
  'Not refunded': states.not_refunded,
  'Not sent': states.not_sent,
  Unconfirmed: states.unconfirmed,
  'Probably refunded': states.refunded_probably,
  'Already refunded elsewhere': faults.refunded_elsewhere.title,
  'lookup fault': scan.missed,
}

type PracticeProblem = {
  readonly code: PracticeCodeName
  readonly expectedOutcome: PracticeOutcome
  readonly laterOutcome: PracticeOutcome | null
}

/** Describes a practice code: what goes wrong, and what the cashier reads. */
export function problemWords({ code, expectedOutcome, laterOutcome }: PracticeProblem): string {
  const first = practiceOutcomes[expectedOutcome]
  const result = laterOutcome === null ? first : welcome.later(first, practiceOutcomes[laterOutcome])
  return welcome.resultOf(welcome.problems[code].what, result)
}
