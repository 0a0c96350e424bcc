import { parseArgs } from 'node:util'
import { readGivenKey } from './export-keys'
import { verifyJournalFile } from './verify-export'

const usage = 'Usage: npm run verify-journal -- FILE [--public-key=KEY]   (a JSON export of the journal)'

type Asked = { readonly file: string; readonly publicKey: string | undefined }

/** Reads the arguments, one file and at most its key. Returns a text where they are wrong. */
function readWords(words: readonly string[]): Asked | string {
  try {
    const options = { 'public-key': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return usage
    return { file, publicKey: values['public-key'] }
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n${usage}`
  }
}

/** Verifies an exported journal as the arguments ask. Returns what to print and the exit code, 2 for wrong arguments. */
export function verifyCommand(words: readonly string[]): { readonly code: number; readonly words: string } {
  const asked = readWords(words)
  if (typeof asked === 'string') return { code: 2, words: asked }
  const key = readGivenKey(asked.publicKey)
  return key.ok ? verifyJournalFile(asked.file, key.value) : { code: 2, words: key.fault }
}

if (process.argv[1] === __filename) {
  const { code, words } = verifyCommand(process.argv.slice(2))
  const say = code === 2 ? console.error : console.log
  say(words)
  process.exitCode = code
}
