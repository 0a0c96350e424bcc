/** Lines of the journal as the JSON text that `verify-journal` checks (export-format.ts), line by line. */

import { lineText } from '../journal-line'
import type { Journal } from '../journal-types'
import { type ExportHeader, exportFormat, exportSeal, headerSum, lineSum, signedText } from './export-format'
import type { ExportSigner } from './export-signing'

/**
 * The text in pieces, together exactly what `JSON.stringify` with an indent of one makes of the whole; null where a
 * line cannot be read, and nothing after it.
 */
export function* linesAsJson(
  journal: Journal,
  range: { readonly from: number; readonly to: number },
  now: number,
  signer: ExportSigner,
): Generator<string | null> {
  const run = journal.lineRun(range.from, range.to)
  if (run === null) {
    yield null
    return
  }
  const header: ExportHeader = {
    format: exportFormat,
    version: 1,
    journal: journal.id,
    exportedAt: new Date(now).toISOString(),
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    previousHash: run.previousHash,
    head: journal.head(),
    signedBy: signer.publicKey,
  }
  let sum = headerSum(header)
  yield `${JSON.stringify(header, null, 1).slice(0, -'\n}'.length)},\n "lines": [`
  for (let seq = run.first; seq <= run.last; seq += 1) {
    const found = journal.lineAt(seq)
    if (found === null) {
      yield null
      return
    }
    const { line, hash } = found
    sum = lineSum(sum, hash, lineText(line))
    yield `${seq === run.first ? '' : ','}\n${indented({ hash, sum, line })}`
  }
  const end = run.first <= run.last ? '\n ]' : ']'
  const seal = JSON.stringify(exportSeal(journal.verificationKey(), sum))
  yield `${end},\n "seal": ${seal},\n "signature": ${JSON.stringify(signer.sign(signedText(sum)))}\n}\n`
}

/** As it stands in the list of lines. No text in it holds a line break of its own: JSON writes those as signs. */
function indented(value: object): string {
  return JSON.stringify(value, null, 1).replace(/^/gm, '  ')
}
