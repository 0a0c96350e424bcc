/**
 * A cache.db with as many saved copies as a bench wants, each a whole record of its own, written by the very
 * code that saves a copy; only the commits are fewer.
 */
import { createHash } from 'node:crypto'
import { openCache, openCacheFile } from '../src/main/copies/cache-file'
import type { CopyViewer, Rows } from '../src/main/copies/rows'
import { makeCopySearch } from '../src/main/copies/search'
import { readEnvelope } from '../src/main/service/read-record'
import { systemClock } from '../src/main/system/clock'
import { inTransaction } from '../src/main/system/database'
import { presentRecord } from '../src/practice/record'
import { profiles } from '../src/practice/switches'
import { makeTransaction } from '../src/practice/transaction'
import { succeed } from '../src/shared/base/result'
import { writeHundredths } from '../src/shared/payment/money'
import { gatewayCodes } from '../src/shared/payment/refund-rules'
import type { Transaction } from '../src/shared/payment/transaction'

export type FillOrder = {
  /** The profile's folder. */
  readonly folder: string
  /** The key named `saved copies` of that profile's vault. */
  readonly key: Buffer
  /** Who may see them: `viewerOf` of the profile's address and token. */
  readonly viewer: CopyViewer
  readonly count: number
}

/** Over which copies are spread, in milliseconds: usual retention keeps them. */
const spread = 29 * 24 * 60 * 60 * 1000
const rowsPerCommit = 5000

const plainFacts = { facts: makeTransaction('bench'), refunds: [] }
const plain = readEnvelope(succeed({ success: true, data: presentRecord(plainFacts, profiles.default) }))

function statusOf(pick: number): string {
  if (pick < 6) return 'refunded'
  if (pick < 9) return 'cancelled'
  return pick < 11 ? 'failed' : 'paid'
}

/** The record of one number: always the same for the same number and time, and unlike every other. */
export function benchRecord(number: number, paidAt: number): Transaction {
  if (!plain.ok) throw new Error(plain.fault)
  const hex = createHash('sha256').update(`bench ${number}`).digest('hex')
  const pick = (from: number, below: number) => Number.parseInt(hex.slice(from, from + 8), 16) % below
  const at = new Date(paidAt).toISOString().slice(0, 19).replace('T', ' ')
  const [amount, status] = [500 + pick(0, 200_000), statusOf(pick(8, 100))]
  const refunded = status === 'refunded' ? amount : 0
  const id = hex.slice(0, 36)
  const transactionId = String(100_000_000_000 + ((number * 7_919_017) % 900_000_000_000))
  const customId = `C${String(7_000_000_000 + ((number * 104_729) % 3_000_000_000))}`
  const gatewayCode = gatewayCodes[pick(24, gatewayCodes.length)] ?? '11_2'
  const fields = {
    ...plain.value.fields,
    ...{ id, transaction_id: transactionId, custom_id: customId, gateway_code: gatewayCode, status },
    ...{ amount: writeHundredths(amount), refunded: writeHundredths(refunded), reference_id: hex.slice(36) },
    ...{ paid_at: at, created_at: at, updated_at: at },
  }
  const facts = { id, transactionId, customId, gatewayCode, status, amount, refunded, updatedAt: at }
  return { ...plain.value, ...facts, fields }
}

/** When the record of one number was paid and saved: evenly spread, the highest number last and now. */
function benchTime(number: number, count: number): number {
  return Math.floor(Date.now() - ((count - 1 - number) / count) * spread)
}

/** The cache.db of a folder, made when it is not there, with what is quicker for many copies at once. */
function openForMany({ folder, key }: FillOrder): Rows {
  const opened = openCacheFile(folder, key)
  if (!opened.ok) throw new Error(`cache.db could not be opened: ${opened.fault.detail}`)
  opened.value.file.database.exec('PRAGMA synchronous=OFF; PRAGMA cache_size=-600000')
  return opened.value
}

function closeWhole({ file: { database } }: Rows): void {
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  database.close()
}

/** Makes what a search reads, as a till has long done in its idle moments. */
async function makeIndex({ folder, key, viewer }: FillOrder): Promise<void> {
  const cache = openCache({ folder, key, log: console.error })
  const search = makeCopySearch({
    folder,
    copies: { forSearch: async () => ({ cache, viewer }) },
    cashier: { isGoing: () => false },
    clock: systemClock,
    log: console.error,
  })
  await search.search([])
  search.close()
  cache.close()
}

/**
 * Adds `count` copies, numbered from 0, to the cache.db of a folder, and what a search reads of them; makes both when
 * they are not there.
 */
export async function fillCopies(order: FillOrder): Promise<void> {
  const { viewer, count } = order
  const rows = openForMany(order)
  for (let first = 0; first < count; first += rowsPerCommit) {
    inTransaction(rows.file.database, () => {
      for (let number = first; number < Math.min(count, first + rowsPerCommit); number += 1) {
        const at = benchTime(number, count)
        rows.put(viewer, benchRecord(number, at), at)
      }
    })
  }
  closeWhole(rows)
  await makeIndex(order)
}

/** Saves those of the copies again, as a lookup of each does; what a search reads of them is then stale. */
export function saveAgain(order: FillOrder, numbers: readonly number[]): void {
  const rows = openForMany(order)
  for (const number of numbers) {
    const at = benchTime(number, order.count)
    rows.save(order.viewer, benchRecord(number, at), at)
  }
  closeWhole(rows)
}
