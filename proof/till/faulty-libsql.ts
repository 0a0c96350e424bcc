/**
 * Stands in libsql's place in the histories' program (proof/run/bundle.mjs): the real one, on real files, but
 * every write asks the disk first, and a dead program's databases are closed as a dead process's are.
 */
import type Libsql from 'libsql'
import { diskOf, type FaultyDisk } from './faulty-disk'
import type { ProgramLife } from './program-life'
import { RealDatabase } from './real-libsql'

class DiskFault extends Error {
  readonly code = 'SQLITE_FULL'
}

type Place = { readonly disk: FaultyDisk; readonly life: ProgramLife }

const openPlaces = new Map<FaultyDatabase, Place>()

/** Whether any database on that disk is in the middle of a transaction: what was written is not durable yet. */
export function isInTransaction(disk: FaultyDisk): boolean {
  for (const [database, place] of openPlaces) {
    if (place.disk === disk && database.open && database.inTransaction) return true
  }
  return false
}

/** @param work writes; asked for are the disk and the power before it. */
function write<T>(place: Place | null, isCommit: boolean, work: () => T): T {
  if (place === null) return work()
  place.life.touch()
  const outcome = place.disk.beforeWrite(isCommit)
  if (outcome === 'fails') throw new DiskFault('database or disk is full (simulated)')
  const result = work()
  if (outcome === 'fails_after') throw new DiskFault('disk I/O error (simulated)')
  return result
}

const readsOnly = /^\s*(SELECT|PRAGMA|WITH|ROLLBACK|BEGIN|EXPLAIN)/i
const commits = /^\s*COMMIT/i

class FaultyDatabase extends RealDatabase {
  readonly #place: Place | null

  constructor(path: string, options?: Libsql.Options) {
    const disk = diskOf(path)
    const life = disk?.life() ?? null
    life?.touch()
    super(path, options)
    this.#place = disk === null || life === null ? null : { disk, life }
    if (this.#place === null) return
    openPlaces.set(this, this.#place)
    life?.whenEnded(() => this.#die())
  }

  /** libsql keeps a closed file open until its statements are collected: what was begun must not wait for that. */
  #die(): void {
    if (this.open && this.inTransaction) super.exec('ROLLBACK')
    this.close()
  }

  override prepare<Parameters extends unknown[] | object = unknown[]>(sql: string) {
    const place = this.#place
    const statement = super.prepare<Parameters>(sql)
    if (place === null || readsOnly.test(sql)) return statement
    const run = statement.run.bind(statement) as (...bound: unknown[]) => Libsql.RunResult
    statement.run = (...bound: unknown[]) => write(place, false, () => run(...bound))
    return statement
  }

  override exec(sql: string): this {
    if (this.#place === null || readsOnly.test(sql)) super.exec(sql)
    else write(this.#place, commits.test(sql), () => super.exec(sql))
    return this
  }

  override close(): this {
    if (this.open) super.close()
    openPlaces.delete(this)
    return this
  }
}

// biome-ignore lint/style/noDefaultExport: libsql's own shape, in whose place this stands.
export { FaultyDatabase as default }
