import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import type { Transaction } from '../../../shared/payment/transaction'
import { aRecord } from '../../../shared/testing/record-sample'
import { type CachePlace, openCache } from '../cache-file'
import type { CopyViewer, Rows } from '../rows'

/** A record whose codes derive from its name. */
export function aCopyRecord(name: string, change: Partial<Transaction> = {}): Transaction {
  return aRecord({
    id: `internal-${name}`,
    transactionId: `T${name}`,
    customId: `custom-${name}`,
    fields: { id: `internal-${name}`, transaction_id: `T${name}`, status: 'paid', amount: '120.50' },
    ...change,
  })
}

export const thisTill: CopyViewer = { address: 'https://pay.example', credentials: 'digest-1' }

/** Returns the bytes of cache.db and its log, which libsql merges some time after closing. */
export function wholeFile(folder: string): Buffer {
  const file = path.join(folder, 'cache.db')
  const database = new Database(file)
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
  database.close()
  return readFileSync(file)
}

export function countCopies({ file }: Rows): number {
  const [count] = file.database.prepare('SELECT count(*) FROM copies').raw().all([]).flat()
  return Number(count)
}

/** The saved copies in a folder, and changes to their rows. */
export function openCopies(place: Omit<CachePlace, 'log'>) {
  const cache = openCache({ ...place, log: () => {} })
  const { run } = cache
  return {
    ...cache,
    save: (...given: Parameters<Rows['save']>) => run((rows) => rows.save(...given), undefined),
    noteLookup: (...given: Parameters<Rows['noteLookup']>) =>
      run((rows) => rows.noteLookup(...given), undefined),
    find: (...given: Parameters<Rows['find']>) => run((rows) => rows.find(...given), null),
    recent: (...given: Parameters<Rows['recent']>) => run((rows) => rows.recent(...given), []),
    prune: (...given: Parameters<Rows['prune']>) => run((rows) => rows.prune(...given), false),
    count: () => run(countCopies, 0),
  }
}

export type OpenCopies = ReturnType<typeof openCopies>
