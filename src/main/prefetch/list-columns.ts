import type { CodeMatch } from '../../shared/scan-code'

/** Which column of a list holds the codes, and what kind of code its heading says they are. */
export type CodeColumn = { readonly index: number; readonly match: CodeMatch; readonly hasHeading: boolean }

/** Headings as they read without case, spaces, marks; of several in one list the first named here counts. */
const headings: readonly (readonly [string, CodeMatch])[] = [
  ['transactionid', 'transaction_id'],
  ['customid', 'custom_id'],
  ['internalid', 'internal_id'],
  ['id', 'internal_id'],
  ['code', 'automatic'],
]

function plainHeading(cell: string): string {
  return cell.toLowerCase().replace(/[\s_.-]+/g, '')
}

/** Reads a list's first row: without a heading that is known, it is codes already and the first column counts. */
export function findCodeColumn(firstRow: readonly string[]): CodeColumn {
  const plain = firstRow.map(plainHeading)
  for (const [heading, match] of headings) {
    const index = plain.indexOf(heading)
    if (index !== -1) return { index, match, hasHeading: true }
  }
  return { index: 0, match: 'automatic', hasHeading: false }
}

const separators = ['\t', ';', ','] as const
const linesLookedAt = 20

/**
 * What separates the fields: the mark that stands in most of the first lines outside quotes; of two that do,
 * the one named first, for a comma also stands inside numbers and sentences. A comma when there is none.
 */
export function findSeparator(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '' && !line.trimStart().startsWith('#'))
    .slice(0, linesLookedAt)
  const counts = separators.map((separator) => lines.filter((line) => line.includes(separator)).length)
  const best = Math.max(...counts)
  return best === 0 ? ',' : (separators[counts.indexOf(best)] ?? ',')
}
