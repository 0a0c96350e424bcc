/** Which id a till's next journal gets: strace must be told a file's name before the file is there. */
import { recordFolder } from '../../src/main/journal/open-record'
import { openRecordFiles } from '../../src/main/journal/record-files'
import { segmentsIn } from '../../src/main/journal/segment'

export function nextJournalId(folder: string): string {
  const journals = segmentsIn(openRecordFiles(recordFolder(folder)).names())
  return `00000000-0000-4000-8000-${String(journals.size + 1).padStart(12, '0')}`
}
