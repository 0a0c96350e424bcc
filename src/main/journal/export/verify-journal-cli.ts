import { parseArgs } from 'node:util'
import { verifyJournalFile } from './verify-journal-file'

const usage = 'Usage: npm run verify-journal -- FILE [--key=KEY]   (a JSON export of the journal)'

/** What was typed; null where it is not one file and at most its key. */
function readWords(words: readonly string[]): { readonly file: string; readonly key: string | null } | null {
  try {
    const options = { key: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [file, ...more] = positionals
    return file === undefined || more.length > 0 ? null : { file, key: values.key ?? null }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}

/** `npm run verify-journal -- FILE [--key=KEY]`, under plain Node. */
const asked = readWords(process.argv.slice(2))
if (asked === null) {
  console.error(usage)
  process.exitCode = 2
} else {
  const verdict = verifyJournalFile(asked.file, asked.key)
  console.log(verdict.words)
  process.exitCode = verdict.code
}
