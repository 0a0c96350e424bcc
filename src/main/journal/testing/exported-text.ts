import { type Result, succeed } from '../../../shared/base/result'
import type { Fault } from '../../../shared/fault'
import type { ExportPiece } from '../export/write-export'

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
