import { readFileSync } from 'node:fs'
import { verifyExport } from './export-journal'

/**
 * `verify-journal FILE`: checks an exported chain offline. Exit code 0 when it holds, 1 when a link is broken
 * (the first is named), 2 when the file can not be read.
 */
function verifyFile(file: string | undefined): number {
  if (file === undefined) {
    console.error('Usage: npm run verify-journal -- FILE   (a JSON export of the journal)')
    return 2
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    console.error(`The file can not be read: ${error instanceof Error ? error.message : String(error)}`)
    return 2
  }
  const result = verifyExport(text)
  if (result.ok) {
    console.log(`The chain holds: ${result.value.lines} lines.`)
    return 0
  }
  const place = result.fault.line === null ? '' : ` at line ${result.fault.line}`
  console.log(`The chain is broken${place}: ${result.fault.detail}.`)
  return 1
}

process.exitCode = verifyFile(process.argv[2])
