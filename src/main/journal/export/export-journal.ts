/**
 * The journal as files for people and for `verify-journal`, piece by piece: a journal of years is never held in memory
 * whole, and whoever writes the pieces gives way to others between them.
 */
import type { FaultOf } from '../../../shared/fault'
import { fail, type Result, succeed } from '../../../shared/result'
import type { Journal } from '../journal-types'
import { attemptsAsCsv } from './export-attempts'
import { linesAsJson } from './export-lines'
import type { ExportSigner } from './export-signing'

/** Milliseconds since 1970, bounds inclusive. */
export type ExportRange = { readonly from: number; readonly to: number }

/** A piece of the text, or why there is no rest: then what came before it is worth nothing. */
export type ExportPiece = Result<string, FaultOf<'file_not_written'>>

/**
 * A time range of the journal as text. JSON holds every line with its hash, so that it can be checked offline
 * (verify-export.ts); CSV holds one row per attempt, for a spreadsheet. It ends where the journal ends when the first
 * piece is asked for, whatever is written meanwhile. A bound that no date can say is answered as malformed.
 * @param signer signs the JSON; null where the keychain does not give its key, and then there is no JSON.
 */
export function exportPieces(
  journal: Journal,
  range: ExportRange,
  as: 'csv' | 'json',
  now: number,
  signer: ExportSigner | null,
): Result<Iterable<ExportPiece>, FaultOf<'request_malformed' | 'keychain_unavailable'>> {
  if (![range.from, range.to].every(isDate)) {
    return fail({ kind: 'request_malformed', detail: 'The range goes beyond what a date can say' })
  }
  if (as === 'csv') return succeed(whileRead(attemptsAsCsv(journal, range)))
  if (signer === null) {
    return fail({
      kind: 'keychain_unavailable',
      detail: 'It does not give the key that exports are signed with',
    })
  }
  return succeed(whileRead(linesAsJson(journal, range, now, signer)))
}

/** What cannot be read must not look like what is not there. @param texts null where something cannot be read. */
function* whileRead(texts: Iterable<string | null>): Generator<ExportPiece> {
  const unread = fail({
    kind: 'file_not_written',
    detail: 'Not all of that range can be read in the journal',
  } as const)
  for (const text of texts) {
    if (text === null) {
      yield unread
      return
    }
    yield succeed(text)
  }
}

function isDate(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime())
}
