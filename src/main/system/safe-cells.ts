import type { Options } from 'csv-stringify/sync'
import { shownText } from '../../shared/shown-text'

/** What a spreadsheet takes for the beginning of a formula, in any width. */
const formulaSign = /^[=+\-@\u2212]/u

/** What spreadsheets part cells by, and what they drop before they look at a cell's first sign. */
const separators = new Set([',', ';', '|', '\t'])
const passedOver = /^[\s"]$/u

/**
 * A text as a cell in which no spreadsheet finds a formula, also one that parts cells by semicolon, tab or bar:
 * an apostrophe stands before every formula sign with which a cell could begin. Control characters are shown.
 */
export function safeCell(text: string): string {
  const shown = shownText(text)
  let safe = ''
  /** Where a cell may have begun: behind it stands nothing yet that a spreadsheet would keep. */
  let begins: number | null = 0
  for (const character of shown) {
    if (begins !== null && formulaSign.test(character.normalize('NFKC'))) {
      safe = `${safe.slice(0, begins)}'${safe.slice(begins)}`
      begins = null
    }
    safe += character
    if (separators.has(character.normalize('NFKC'))) begins = safe.length
    else if (!passedOver.test(character)) begins = null
  }
  return safe
}

/** Options of every CSV that leaves the program: every text is a safe cell, and every value is text. */
export const safeCells = { cast: { string: safeCell } } as const satisfies Options
