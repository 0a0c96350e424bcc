import { stringify } from 'csv-stringify/sync'
import type { MissedRow } from '../copies/queue-rows'
import { safeCells } from '../system/safe-cells'

const reasons = { not_found: 'not found', unread: 'could not be read' } as const

/** What was not found, as a CSV that can be given back as a list: the codes stand under "code". */
export function reportCsv(rows: readonly MissedRow[]): string {
  const lines = rows.map(({ code, why, list, importedAt }) => [
    code,
    reasons[why],
    list,
    new Date(importedAt).toISOString(),
  ])
  return stringify([['code', 'result', 'list', 'taken'], ...lines], { ...safeCells, quoted_match: /^#/ })
}
