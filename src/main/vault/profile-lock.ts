import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import { fail, type Result } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { makeTurns } from '../scheduling/turns'
import type { KeychainFault } from './keychain'

/** Does work that nobody else who asks for the same profile's lock does meanwhile, in any process. */
export type ProfileLock = <T, F = KeychainFault>(
  work: () => Promise<Result<T, F>>,
) => Promise<Result<T, F | KeychainFault>>

export type ProfileLockDeps = {
  /** The profile's folder; it is made when it is missing. */
  readonly folder: string
  /**
   * What it guards: `secrets` the entry that the program and `--provision` both change, `pin` the count of wrong PINs,
   * during which `secrets` may be taken, too.
   */
  readonly of?: 'secrets' | 'pin'
  /** Milliseconds to wait for another process; 30 s unless given: each of its keychain calls may take 5. */
  readonly patience?: number
}

const pause = 20

/**
 * The lock between the program and `--provision`, which both read, change and write one keychain entry (architecture.md,
 * protocol 11). It is SQLite's own lock on an empty file that nobody ever removes: the system lets go of it when
 * its holder dies, so none can be left behind, and it rests on no process number.
 */
export function makeProfileLock({ folder, of = 'secrets', patience = 30_000 }: ProfileLockDeps): ProfileLock {
  let database: Database.Database | null = null
  const { inTurn } = makeTurns()

  function opened(): Database.Database {
    if (database !== null) return database
    mkdirSync(folder, { recursive: true })
    database = new Database(path.join(folder, `${of}-lock.db`))
    // Nothing is ever written to it, so no second file has to appear beside it.
    database.exec('PRAGMA journal_mode=MEMORY; PRAGMA busy_timeout=0')
    return database
  }

  async function taken(): Promise<Result<null, KeychainFault>> {
    const until = performance.now() + patience
    for (;;) {
      const begun = attemptWork(() => {
        opened().exec('BEGIN IMMEDIATE')
        return null
      })
      if (begun.ok) return begun
      if (performance.now() >= until || !/locked|busy/i.test(begun.fault.detail)) {
        return fail({
          kind: 'keychain_unavailable',
          detail: `This profile’s secrets could not be locked: ${begun.fault.detail}`,
        })
      }
      await wait(pause)
    }
  }

  async function alone<T, F>(work: () => Promise<Result<T, F>>): Promise<Result<T, F | KeychainFault>> {
    const begun = await taken()
    if (!begun.ok) return begun
    try {
      return await work()
    } finally {
      attemptWork(() => database?.exec('ROLLBACK'))
    }
  }

  return (work) => inTurn(() => alone(work))
}
