// @ts-check
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inProject } from '../../scripts/setup/project.mjs'
import { bundle } from './bundle.mjs'
import { listMutants } from './run-mutants.mjs'

/** Not in the repository: a fresh clone has proved nothing yet. */
const noted = inProject('node_modules', '.cache', 'tillside', 'proof-passed.json')

/** The programs that the proof runs. Built twice from the same sources they are the same, byte for byte. */
const programs = [
  { entry: 'proof/histories-cli.ts', outDir: join('out', 'prove', 'histories'), simulated: true },
  { entry: 'proof/wire/till-program.ts', outDir: join('out', 'prove', 'wire-till') },
  { entry: 'proof/wire/wire-proof-cli.ts', outDir: join('out', 'prove', 'wire-proof') },
]

/**
 * What the outcome of the proof depends on beside its seed: the protocol and all that proves it, as they are bundled; the
 * seeded mistakes and the tests that notice some of them; what runs all that.
 * @returns {Promise<string>} in hexadecimal
 */
export async function proofDigest() {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`)
  for (const program of programs) {
    await bundle(program)
    for (const file of filesIn(program.outDir).filter((name) => name.endsWith('.cjs')))
      hash.update(read(file))
  }
  const mutants = await listMutants()
  const tests = mutants.flatMap(({ unseen }) => (unseen === undefined ? [] : [unseen.seenBy]))
  const own = filesIn(join('proof', 'run')).filter((name) => name.endsWith('.mjs'))
  for (const file of [...new Set(tests), ...own, 'package-lock.json']) hash.update(read(file))
  return hash.update(JSON.stringify(mutants)).digest('hex')
}

/**
 * The commit at which the proof passed in this checkout with just this digest; null when it did not.
 * @param {string} digest
 * @param {string} [place] the file that says so
 * @returns {string | null}
 */
export function passedAt(digest, place = noted) {
  try {
    const known = JSON.parse(readFileSync(place, 'utf8'))
    return known.digest === digest ? String(known.commit) : null
  } catch {
    return null
  }
}

/**
 * @param {string} digest
 * @param {string} commit
 * @param {string} [place]
 */
export function notePassed(digest, commit, place = noted) {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, JSON.stringify({ digest, commit }))
}

/** @param {string} folder below the project */
function filesIn(folder) {
  return readdirSync(inProject(folder))
    .sort()
    .map((name) => join(folder, name))
}

/** @param {string} file below the project */
function read(file) {
  return readFileSync(inProject(file))
}
