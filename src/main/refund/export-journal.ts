/** The journal as files for people and for `verify-journal`. */
import { stringify } from 'csv-stringify/sync'
import type { Attempt } from '../../shared/attempt'
import type { FaultOf } from '../../shared/fault'
import { writeHundredths } from '../../shared/money'
import { fail, type Result, succeed } from '../../shared/result'
import { plainCell } from '../files/plain-cell'
import { type ExportHeader, exportFormat, exportSeal, headerSum, lineSum } from './export-format'
import { lineText } from './journal-line'
import type { Journal, JournalExcerpt } from './journal-types'

/**
 * A time range of the journal as text (milliseconds since 1970, bounds inclusive). JSON holds every line with its
 * hash, so that it can be checked offline (verify-export.ts); CSV holds one row per attempt, for a spreadsheet. A bound
 * that no date can say is answered as malformed.
 */
export function exportRange(
  journal: Journal,
  range: { readonly from: number; readonly to: number },
  as: 'csv' | 'json',
  now: number,
): Result<string, FaultOf<'request_malformed' | 'file_not_written'>> {
  if (![range.from, range.to].every(isDate)) {
    return fail({ kind: 'request_malformed', detail: 'The range goes beyond what a date can say' })
  }
  const text =
    as === 'csv'
      ? attemptsAsCsv(journal.list(range))
      : linesAsJson(journal, journal.linesBetween(range.from, range.to), range, now)
  // What cannot be read is answered as nothing there: an export must not say so.
  const unread = text === null || typeof journal.verifyMore(0) === 'object'
  return unread
    ? fail({ kind: 'file_not_written', detail: 'Not all of that range can be read in the journal' })
    : succeed(text)
}

/** Null when the lines could not be read. */
function linesAsJson(
  journal: Journal,
  { previousHash, lines }: JournalExcerpt,
  range: { readonly from: number; readonly to: number },
  now: number,
): string | null {
  if (previousHash === '') return null
  const header: ExportHeader = {
    format: exportFormat,
    version: 2,
    journal: journal.id,
    exportedAt: new Date(now).toISOString(),
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    previousHash,
    head: journal.head(),
  }
  let sum = headerSum(header)
  const summed = lines.map(({ line, hash }) => {
    sum = lineSum(sum, hash, lineText(line))
    return { hash, sum, line }
  })
  const content = { ...header, lines: summed, seal: exportSeal(journal.verificationKey(), sum) }
  return `${JSON.stringify(content, null, 1)}\n`
}

function isDate(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime())
}

function attemptsAsCsv(attempts: readonly Attempt[]): string {
  const columns = [
    'time',
    'marker',
    'state',
    'amount',
    'currency',
    'transaction_id',
    'id',
    'reason',
    'cashier',
    'service_message',
    'alarms',
    'decided_by',
    'saw',
    'why',
  ]
  const rows = attempts.map(({ intent, state, createdAt, refusal, alarms, decision }) =>
    [
      new Date(createdAt).toISOString(),
      intent.marker,
      state,
      writeHundredths(intent.amount),
      intent.currency,
      intent.transactionId,
      intent.id,
      intent.reason,
      intent.cashier,
      refusal?.message ?? '',
      alarms.map(({ alarm }) => alarm).join(' '),
      decision?.supervisor ?? '',
      decision?.saw ?? '',
      decision?.why ?? '',
    ].map(plainCell),
  )
  return stringify([columns, ...rows])
}
