/** Where a line stands among those of all journals, and what it led to: what the index takes in. */
import type { Attempt } from '../../shared/attempt'
import type { JournalLine } from './journal-line'

/** A place in the order of all lines of all journals: the journal's number in their order, and the line's. */
export type Place = { readonly journal: number; readonly seq: number }
const linesPerJournal = 1e10
export const numberOf = ({ journal, seq }: Place) => journal * linesPerJournal + seq
export const placeOf = (number: number): Place => ({
  journal: Math.floor(number / linesPerJournal),
  seq: number % linesPerJournal,
})

/** One line, in the order in which it was written. */
export type IndexedLine = {
  readonly journal: number
  readonly file: number
  readonly line: JournalLine
  readonly attempt: Attempt | null
  /** The number of the line with which that attempt began. */
  readonly begun: number
}
