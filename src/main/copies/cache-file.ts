import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type Database from 'libsql'
import { z } from 'zod'
import { fail, type Result } from '../../shared/result'
import { attemptWork, type DatabaseFault, inTransaction, openDatabase } from '../database/open-database'
import { seal, unseal } from '../database/sealing'
import { cacheMigrations } from './cache-schema'

export const cacheFileName = 'cache.db'
const proofPlace = 'fact key_proof'
const proofText = 'the key of these saved copies'
/** How long a write waits for another one to be done, in milliseconds. */
const lockPatience = 250
/** 2 GiB, whatever a service sends: a file that is full is thrown away and made anew. */
const maxPages = 512 * 1024
const proofRow = z.object({ value: z.instanceof(Buffer) })

/** Removes the saved copies with their file. False when the disk does not let it. */
export function removeCacheFiles(folder: string): boolean {
  // On Windows a file that was just closed can be held a moment longer.
  const patience = { force: true, maxRetries: 3, retryDelay: 50 }
  return attemptWork(() => {
    for (const ending of ['', '-wal', '-shm', '-journal']) {
      rmSync(path.join(folder, `${cacheFileName}${ending}`), patience)
    }
  }).ok
}

/** Whether the disk takes a file just now: then a database that does not work is itself what is wrong. */
export function diskTakesFiles(folder: string): boolean {
  const file = path.join(folder, 'cache.probe')
  const written = attemptWork(() => {
    mkdirSync(folder, { recursive: true })
    const probe = openSync(file, 'w')
    try {
      writeSync(probe, Buffer.alloc(64 * 1024))
      fsyncSync(probe)
    } finally {
      closeSync(probe)
    }
  })
  attemptWork(() => rmSync(file, { force: true }))
  return written.ok
}

/**
 * Opens cache.db, or makes it. Losing it costs speed only, so a commit need not have reached the disk; what is
 * deleted is overwritten. A key that is not the file's counts as damage.
 */
export function openCacheFile(folder: string, key: Buffer): Result<Database.Database, DatabaseFault> {
  const opened = openDatabase(path.join(folder, cacheFileName), cacheMigrations)
  if (!opened.ok) return opened
  const database = opened.value
  const proven = attemptWork(() => {
    database.exec('PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON; PRAGMA cache_size=-8000')
    database.prepare(`PRAGMA max_page_count=${maxPages}`).get([])
    // The search writes its segments from a thread of its own, a few milliseconds at a time.
    database.exec(`PRAGMA busy_timeout=${lockPatience}`)
    return proveKey(database, key)
  })
  if (proven.ok && proven.value) return opened
  attemptWork(() => database.close())
  return proven.ok ? fail({ kind: 'damaged', detail: 'The key is not the one of these copies' }) : proven
}

function proveKey(database: Database.Database, key: Buffer): boolean {
  const found = database
    .prepare("SELECT CAST(value AS BLOB) AS value FROM facts WHERE name = 'key_proof'")
    .get([])
  if (found !== undefined) return unseal(key, proofRow.parse(found).value, proofPlace) === proofText
  const insert = database.prepare("INSERT INTO facts (name, value) VALUES ('key_proof', ?)")
  inTransaction(database, () => insert.run([seal(key, proofText, proofPlace)]))
  return true
}

/** Opens the file, and if that is what is wrong throws it away and makes it anew. */
export function openOrRebuild(folder: string, key: Buffer): Result<Database.Database, DatabaseFault> {
  const made = attemptWork(() => mkdirSync(folder, { recursive: true }))
  if (!made.ok) return made
  const opened = openCacheFile(folder, key)
  if (opened.ok || !mayRebuild(folder, opened.fault)) return opened
  removeCacheFiles(folder)
  return openCacheFile(folder, key)
}

/** Damage can show as any fault; only another program's lock and the disk's own troubles are left alone. */
export function mayRebuild(folder: string, fault: DatabaseFault): boolean {
  if (/locked|busy/i.test(fault.detail)) return false
  return fault.kind === 'damaged' || diskTakesFiles(folder)
}
