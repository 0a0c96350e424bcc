/** Which id a till's next journal gets: strace must be told a file's name before the file is there. */
import { journalIds } from '../../src/main/journal/journal-files'

export function nextJournalId(folder: string): string {
  return `00000000-0000-4000-8000-${String(journalIds(folder).length + 1).padStart(12, '0')}`
}
