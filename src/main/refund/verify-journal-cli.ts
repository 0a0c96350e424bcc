import { verifyJournalFile } from './verify-journal-file'

/** `npm run verify-journal -- FILE`, under plain Node. */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: npm run verify-journal -- FILE   (a JSON export of the journal)')
  process.exitCode = 2
} else {
  const { words, code } = verifyJournalFile(file)
  console.log(words)
  process.exitCode = code
}
