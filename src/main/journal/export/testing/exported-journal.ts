import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { decided, intent, startOfDay } from '../../../../shared/testing/refund-samples'
import type { Journal } from '../../journal'
import { type JournalPlace, makeJournalPlace } from '../../testing/journal-place'
import { answeredRefund, writeStory } from '../../testing/journal-story'
import { type ExportKey, type ExportSigner, makeExportSigner } from '../export-keys'
import { verifyExport, verifyJournalFile } from '../verify-export'
import { type ExportPiece, exportPieces } from '../write-export'

export const tillSigner = makeExportSigner(Buffer.alloc(32, 7))
/** The till's verification key. */
export const asTill = (journal: Journal): ExportKey => ({
  kind: 'verification',
  key: journal.verificationKey(),
})

/** A JSON export as somebody reads it who edits it. */
export type Exported = {
  version: number
  journal: string
  to: string
  signedBy: string
  previousHash: string
  head: { seq: number; hash: string }
  lines: {
    hash: string
    sum: string
    line: { seq: number; marker: string; event: Record<string, unknown> }
  }[]
  seal: string
  signature: string
}

export const hour = 3_600_000
export const marker = (number: number) => `R-000000000${number}`

/** Makes a journal with three refunds, an hour apart, for each test: lines 3–5, 6–8 and 9–11. Line 12 is a person's decision. */
export function exportedJournalForEachTest() {
  let place: JournalPlace
  let journal: Journal
  beforeEach(async () => {
    place = makeJournalPlace(() => startOfDay)
    place.create()
    journal = await place.openWell()
    const odd = { cashier: { id: '', name: '=1+1' }, reason: { code: 'other', text: 'Two words, "quoted"' } }
    for (const [number, change] of [{}, odd, {}].entries()) {
      const own = { marker: marker(number), id: `pay-${number}`, ...change }
      const at = startOfDay + number * hour
      writeStory(journal, answeredRefund(intent(own), at, number === 2 ? null : 2000))
    }
    writeStory(journal, [{ marker: marker(2), event: decided('refunded', startOfDay + 2 * hour) }])
  })
  /** Writes a file into the journal's folder. Returns its path. */
  function put(name: string, text: string): string {
    const file = join(place.folder, name)
    writeFileSync(file, text)
    return file
  }
  return {
    put,
    /** What `verify-journal` says of a file with that text. */
    verdictOf: (text: string, key: ExportKey | null = null) =>
      verifyJournalFile(put('export.json', text), key),
    journal: () => journal,
    place: () => place,
    made: (as: 'csv' | 'json', from?: number, to?: number, signer?: ExportSigner) =>
      textOf(piecesOf(journal, as, from, to, signer)),
  }
}

/** The pieces of an export that must be possible. */
export function piecesOf(
  journal: Journal,
  as: 'csv' | 'json',
  from = 0,
  to = Date.UTC(2100, 0, 1),
  signer = tillSigner,
): Iterable<ExportPiece> {
  const pieces = exportPieces(journal, { from, to }, as, startOfDay, signer, 'Central')
  if (!pieces.ok) throw new Error(pieces.fault.kind)
  return pieces.value
}

/** An export as a whole; in place of what cannot be read its fault. */
export const textOf = (pieces: Iterable<ExportPiece>) =>
  [...pieces].map((piece) => (piece.ok ? piece.value : piece.fault.kind)).join('')

/** 'holds', the number of the first broken line, or null where no line is to blame. */
export function brokenLine(text: string, key: ExportKey | null = null) {
  const result = verifyExport(text, key)
  if (result.ok) return 'holds'
  return result.fault.kind === 'broken' ? result.fault.line : null
}
