import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { removeTemporaryFolder, temporaryFolder } from '../setup/folders'
import { inProject, readJson } from '../setup/project.mjs'
import { type Finding, placeOf } from './finding'
import type { LoadTool } from './tools'

/** What of Electronegativity's API is used here. */
type Scan = (options: {
  input: string
  electronVersionOverride: string
  isRelative: boolean
  excludeFromScan: readonly string[]
}) => Promise<{
  readonly errors: readonly { readonly file: string; readonly message: string }[]
  readonly issues: readonly Issue[]
}>

interface Issue {
  readonly id: string
  readonly file: string
  readonly description: string
  readonly severity: { readonly name: string }
  readonly confidence: { readonly name: string }
}

/** It asks the network for releases; which Electron ships is decided by hand (docs/decisions/README.md). */
const excluded = ['availablesecurityfixesglobalcheck']

/**
 * A copy of the build in older words: Electronegativity's reader knows none of the newest, and knows a window by its bare
 * name only, where the bundler writes `electron.BrowserWindow`.
 */
async function copyInOlderWords(build: string, folder: string) {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(path.join(build, file), 'utf8')
    const copy = path.join(folder, file)
    mkdirSync(path.dirname(copy), { recursive: true })
    const isScript = file.endsWith('.js')
    const older = isScript ? await transformWithOxc(text, file, { target: 'es2020', sourcemap: false }) : null
    writeFileSync(copy, (older?.code ?? text).replaceAll(/\bnew electron\.(?=Browser)/g, 'new '))
  }
}

/** What Electronegativity finds in a build. A file that it cannot read is a finding too. */
export async function scanBuild(load: LoadTool, build: string): Promise<readonly Finding[]> {
  const folder = temporaryFolder('scan')
  try {
    await copyInOlderWords(build, folder)
    const scan = load('@doyensec/electronegativity') as Scan
    const { version } = readJson(inProject('node_modules', 'electron', 'package.json'))
    const { errors, issues } = await scan({
      input: folder,
      electronVersionOverride: version,
      isRelative: true,
      excludeFromScan: excluded,
    })
    return [
      ...errors.map(({ file, message }) => ({
        rule: 'electronegativity: unreadable',
        where: placeOf(path.relative(folder, file)),
        what: message,
      })),
      ...issues.map(({ id, file, description, severity, confidence }) => ({
        rule: `electronegativity: ${id}`,
        where: file === 'N/A' ? 'the whole' : placeOf(file.replace(/^[\\/]/, '')),
        what: `${description} (${severity.name}, ${confidence.name})`,
      })),
    ]
  } finally {
    removeTemporaryFolder(folder)
  }
}
