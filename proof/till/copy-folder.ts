import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Every file below a folder, by its path there. Write-ahead logs come first: read so, they never lag behind their
 * database. Of each kind the oldest comes first: the names of journals are drawn anew in every run of a history.
 */
export function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, facts: statSync(join(folder, name), { bigint: true }) }))
    .filter(({ facts }) => facts.isFile())
    .sort(
      (one, other) => Number(isLog(other.name)) - Number(isLog(one.name)) || byAge(one.facts, other.facts),
    )
    .map(({ name }) => name)
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

const isLog = (name: string) => name.endsWith('-wal')

function byAge(one: { readonly birthtimeNs: bigint }, other: { readonly birthtimeNs: bigint }): number {
  return one.birthtimeNs < other.birthtimeNs ? -1 : 1
}

export function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

/** Copies all but shared memory, which a system that starts anew does not find. */
export function copyFolder(from: string, to: string): void {
  writeFiles(to, new Map([...filesBelow(from)].filter(([name]) => !name.endsWith('-shm'))))
}
