import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { userCacheFolder } from '../setup/folders'
import { runNpm } from '../setup/packages.mjs'
import { inProject, PlainFailure, say } from '../setup/project.mjs'

/** Loads one of the tools, as `require` does: their types are old or missing, so whoever loads one says what it is. */
export type LoadTool = (name: string) => unknown

const recipe = inProject('scripts', 'security', 'tools')
const files = ['package.json', 'package-lock.json']

/**
 * The tools of scripts/security/tools, exactly as their lock file says, fetched once per user and without running a
 * script of theirs. Throws a PlainFailure when they cannot be had.
 */
export function securityTools(): LoadTool {
  const load = createRequire(path.join(toolsFolder(), 'package.json'))
  silenceDownloader(load)
  return load
}

function toolsFolder() {
  const digest = createHash('sha256')
  for (const file of files) digest.update(readFileSync(path.join(recipe, file)))
  const folder = path.join(userCacheFolder(), `security-tools-${digest.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder
  say('fetching the tools that look for mistakes …')
  mkdirSync(userCacheFolder(), { recursive: true, mode: 0o755 })
  const scratch = mkdtempSync(path.join(userCacheFolder(), '.fetching-'))
  try {
    for (const file of files) cpSync(path.join(recipe, file), path.join(scratch, file))
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!runNpm(words, scratch).ok)
      throw new PlainFailure(
        'The tools that look for mistakes could not be fetched: see what npm says above.',
      )
    if (!existsSync(folder)) renameSync(scratch, folder)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return folder
}

/** Electronegativity asks the network for its own translations. A check of this program's security sends nothing. */
function silenceDownloader(load: NodeJS.Require) {
  const place = load.resolve('got')
  const refused = () => Promise.resolve({ statusCode: 404, body: '' })
  const silent = { id: place, filename: place, loaded: true, exports: refused, children: [], paths: [] }
  load.cache[place] = silent as unknown as NodeJS.Module
}
