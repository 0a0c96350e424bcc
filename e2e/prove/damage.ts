/** What a failing disk or a curious hand does to a journal while its program is not running. */
import { join } from 'node:path'
import Database from 'libsql'
import { makeJournalAudit } from '../../src/main/refund/journal-audit'
import type { JournalLine } from '../../src/main/refund/journal-line'

/**
 * Damages the file so that the next start finds it. Up to `cut` of its last lines go too, as long as no attempt
 * goes with them altogether: of one that nothing tells of any more nobody could know.
 */
export function damageJournal(folder: string, key: Buffer, cut: number): void {
  const database = new Database(join(folder, 'journal.db'))
  try {
    const lines = [...makeJournalAudit(database, key).lines()]
    const kept = lines.findLastIndex(({ line }) => !isLaterStep(line)) + 1
    const left = Math.max(kept, lines.length - cut)
    database.prepare('DELETE FROM events WHERE seq > ?').run([left])
    database.exec("UPDATE mark_digest SET value = 'damaged'")
  } finally {
    database.close()
  }
}

function isLaterStep(line: JournalLine): boolean {
  return !('beginning' in line) && line.event.kind !== 'intended'
}
