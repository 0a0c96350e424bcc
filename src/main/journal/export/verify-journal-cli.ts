import { parseArgs } from 'node:util'
import { type GivenKeys, readGivenKeys } from './export-keys'
import { verifyJournalFile } from './verify-export'

const usage =
  'Usage: npm run verify-journal -- FILE [--public-key=KEY | --verification-key=KEY]   (a JSON export of the journal)'

type Asked = { readonly file: string; readonly keys: GivenKeys }

/** What was typed; null where it is not one file and at most its key. */
function readWords(words: readonly string[]): Asked | null {
  try {
    const options = { 'public-key': { type: 'string' }, 'verification-key': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return null
    const keys = {
      publicKey: values['public-key'] ?? null,
      verificationKey: values['verification-key'] ?? null,
    }
    return { file, keys }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}

/** Under plain Node. */
const asked = readWords(process.argv.slice(2))
const key = asked === null ? null : readGivenKeys(asked.keys)
if (asked === null || key === null || !key.ok) {
  console.error(key?.ok === false ? key.fault : usage)
  process.exitCode = 2
} else {
  const verdict = verifyJournalFile(asked.file, key.value)
  console.log(verdict.words)
  process.exitCode = verdict.code
}
