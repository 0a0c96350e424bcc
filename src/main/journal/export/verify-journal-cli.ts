import { verifyJournalFile } from './verify-journal-file'

/** `npm run verify-journal -- FILE [--key=KEY]`, under plain Node. */
const words = process.argv.slice(2)
const file = words.find((word) => !word.startsWith('--'))
const key = words.find((word) => word.startsWith('--key='))?.slice('--key='.length) ?? null
if (file === undefined) {
  console.error('Usage: npm run verify-journal -- FILE [--key=KEY]   (a JSON export of the journal)')
  process.exitCode = 2
} else {
  const verdict = verifyJournalFile(file, key)
  console.log(verdict.words)
  process.exitCode = verdict.code
}
