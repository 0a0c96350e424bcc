import { stringify } from 'csv-stringify/sync'
import type { MissedRow } from '../copies/queue-rows'
import { plainCell } from '../files/plain-cell'

const reasons = { not_found: 'not found', unread: 'could not be read' } as const

/** What was not found, as a CSV that can be given back as a list: the codes stand under "code". */
export function reportCsv(rows: readonly MissedRow[]): string {
  const lines = rows.map(({ code, why, list, importedAt }) => [
    plainCell(code),
    reasons[why],
    plainCell(list),
    new Date(importedAt).toISOString(),
  ])
  return stringify([['code', 'result', 'list', 'taken'], ...lines], { quoted_match: /^#/ })
}
