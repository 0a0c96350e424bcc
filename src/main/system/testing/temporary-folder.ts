/** Folders of tests and of the proof, and all that is in them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Makes a new folder, in memory where the system can, so that no commit waits for a disk. */
export function temporaryFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillside-'))
}

/** Every file below a folder with its bytes, by its path there. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = entries.map((entry) => join(folder, entry)).filter((name) => statSync(name).isFile())
  return new Map(names.sort().map((name) => [name.slice(folder.length + 1), readFileSync(name)]))
}

/**
 * Makes the files below a folder exactly these. Files of a database are made new: a program that was killed here has left its
 * own mapped into this process, which ends when a mapped file shrinks.
 */
export function putFiles(folder: string, files: ReadonlyMap<string, Buffer>): void {
  const goes = (name: string) => !files.has(name) || /\.db(-wal|-shm)?$/.test(name)
  for (const name of filesIn(folder).keys()) if (goes(name)) rmSync(join(folder, name))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}
