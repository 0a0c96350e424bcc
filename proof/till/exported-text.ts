import type { ExportPiece } from '../../src/main/journal/export/write-export'
import { type Result, succeed } from '../../src/shared/base/result'
import type { Fault } from '../../src/shared/fault'

/** Joins the pieces of an export, for a journal that is known to be short. */
export function exportedText(pieces: Result<Iterable<ExportPiece>, Fault>): Result<string, Fault> {
  if (!pieces.ok) return pieces
  const texts: string[] = []
  for (const piece of pieces.value) {
    if (!piece.ok) return piece
    texts.push(piece.value)
  }
  return succeed(texts.join(''))
}
