// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fetchPackage, floorElectron } from '../setup/floor-electron.mjs'
import { inProject, PlainFailure } from '../setup/project.mjs'

const sha512 = 'WvFUfVsJn6YiP35UxdibYVjU2LceastyMm4SVp2bmb4XvKEvItAIiwxgm7tPC5Syl1243aRCvQLqr84sZ71pyQ=='

/**
 * For each part of the project, a tsconfig that sees the floor's Electron instead of the installed one.
 * Throws a PlainFailure when its types cannot be fetched.
 * @param {string[]} parts folders with a tsconfig.json
 * @returns {Promise<string[]>}
 */
export async function floorTypeProjects(parts) {
  const types = await floorTypes()
  return Promise.all(parts.map((part) => writeProject(part, types)))
}

/**
 * The floor's type declarations, fetched once per checkout.
 * @returns {Promise<string>} the file
 */
async function floorTypes() {
  const folder = inProject('node_modules', '.cache', 'tillside', `electron-${floorElectron.version}-types`)
  const file = path.join(folder, 'electron.d.ts')
  if (existsSync(file)) return file
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(path.join(folder, '.fetching-'))
  try {
    const archive = await fetchPackage(scratch, `electron@${floorElectron.version}`, sha512)
    const { status } = spawnSync('tar', ['-xzf', path.basename(archive), 'package/electron.d.ts'], {
      cwd: scratch,
    })
    if (status !== 0)
      throw new PlainFailure(`tar could not unpack the types of Electron ${floorElectron.version}.`)
    await rename(path.join(scratch, 'package', 'electron.d.ts'), file)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return file
}

/**
 * @param {string} part
 * @param {string} types
 */
async function writeProject(part, types) {
  const file = path.join(path.dirname(types), `tsconfig.${path.basename(part)}.json`)
  const config = {
    extends: path.join(part, 'tsconfig.json'),
    compilerOptions: {
      paths: { electron: [types] },
      // The compiler looks for these beside the config, which is not where the project is.
      typeRoots: [inProject('node_modules', '@types')],
    },
    include: [path.join(part, '**', '*.ts'), types],
  }
  await writeFile(file, JSON.stringify(config, null, 2))
  return file
}
