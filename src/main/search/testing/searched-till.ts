import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makeSavedCopies } from '../../copies/saved-copies'
import { aCopyRecord } from '../../copies/testing/copy-samples'
import { buildThread } from '../../scheduling/testing/built-thread'
import { makeFakeClock } from '../../scheduling/testing/fake-clock'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import { type CopySearch, makeCopySearch } from '../copy-search'
import { type StartThread, threadsFrom } from '../search-thread'
import { termsOf } from './search-samples'

export const address = 'https://pay.example'

/** The codes that are found; null when a newer search came first. */
export async function find(search: CopySearch, typed: string, number = 1) {
  const found = await search.search({ search: number, terms: termsOf(typed), rows: 100 })
  if (!found.ok) return found.fault.kind
  return found.value === null ? null : found.value.rows.map((row) => row?.transactionId).sort()
}

/** For each test of a file: a till's folder of its own, searched in real threads, which are gone when the test ends. */
export function searchedTills() {
  let built: Awaited<ReturnType<typeof buildThread>>
  let folder = ''
  let closings: (() => Promise<void>)[] = []

  beforeAll(async () => {
    built = await buildThread('src/main/search/copy-search-thread.ts')
  })
  afterAll(() => rmSync(built.folder, { recursive: true, force: true }))
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-thread-'))
    closings = []
  })
  afterEach(async () => {
    for (const close of closings) await close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The real threads, and how many run now. */
  function countedThreads() {
    const counted = { running: 0, started: 0 }
    const start: StartThread = (how, listeners) => {
      counted.running += 1
      counted.started += 1
      const ended = (cause: string) => {
        counted.running -= 1
        listeners.ended(cause)
      }
      return threadsFrom(built.file)(how, { ...listeners, ended })
    }
    return { counted, start }
  }

  return async () => {
    const keychain = makeMemoryKeychain()
    const clock = makeFakeClock()
    const vault = makeVault({ keychain, profile: folder })
    await vault.save({ address, token: 'token-1' })
    const { counted, start: startThread } = countedThreads()
    const start = (place = folder) => {
      const copies = makeSavedCopies({
        folder: place,
        dataKey: () => vault.dataKey('saved copies', { createIfMissing: true }),
        withCredentials: vault.withCredentials,
        secretsStamp: () => String(vault.changes()),
        clock,
        retention: () => ({ days: 30, count: 100_000 }),
        log: () => {},
        beforeRemoval: () => search.drop(),
      })
      const search: CopySearch = makeCopySearch({ startThread, copies, clock, prepared: () => {} })
      const save = (name: string, token = 'token-1', companyId = 'company-1') =>
        copies.save(copies.originOf({ address, token }), aCopyRecord(name, { companyId }))
      const close = async () => {
        await search.close()
        await copies.close()
      }
      closings.push(close)
      return { copies, search, save, close }
    }
    return { folder, clock, vault, keychain, counted, start }
  }
}
