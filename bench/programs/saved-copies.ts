/**
 * Saves copies in a provisioned till, each a whole record of its own, by the very code that saves a copy; only the commits
 * are fewer: `saved-copies fill FOLDER COUNT` saves so many and prints one JSON line of some of their codes, and then
 * `saved-copies again FOLDER COUNT` saves some of them again, as lookups do. The search takes those in.
 */
import { createHash } from 'node:crypto'
import { openCache, openCacheFile } from '../../src/main/copies/cache-file'
import type { Rows } from '../../src/main/copies/rows'
import { viewerOf } from '../../src/main/copies/saved-copies'
import { makeCopySearch } from '../../src/main/copies/search'
import { openProfile } from '../../src/main/profile/profile'
import { readEnvelope } from '../../src/main/service/read-record'
import { retentionLimits } from '../../src/main/settings/settings'
import { systemClock } from '../../src/main/system/clock'
import { inTransaction } from '../../src/main/system/database'
import { presentRecord } from '../../src/practice/record'
import { profiles } from '../../src/practice/switches'
import { makeTransaction } from '../../src/practice/transaction'
import { succeed } from '../../src/shared/base/result'
import { writeHundredths } from '../../src/shared/payment/money'
import { gatewayCodes } from '../../src/shared/payment/refund-rules'
import type { Transaction } from '../../src/shared/payment/transaction'

/** Over which copies are spread, in milliseconds: usual retention keeps them. */
const spread = 29 * 24 * 60 * 60 * 1000
const rowsPerCommit = 5000
const maxCodes = 1000
const savedAgain = 20

const plainFacts = { facts: makeTransaction('bench'), refunds: [] }
const plain = readEnvelope(succeed({ success: true, data: presentRecord(plainFacts, profiles.default) }))

function statusOf(pick: number): string {
  if (pick < 6) return 'refunded'
  if (pick < 9) return 'cancelled'
  return pick < 11 ? 'failed' : 'paid'
}

/** The record of one number: always the same for the same number and time, and unlike every other. */
function benchRecord(number: number, paidAt: number): Transaction {
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

type Till = Awaited<ReturnType<typeof provisionedTill>>

/** What it takes to save copies in a provisioned till, as the program itself would. */
async function provisionedTill(folder: string) {
  const { vault, settings } = await openProfile('service', folder, 'any', console.error)
  const key = await vault.dataKey('saved copies', { createIfMissing: true })
  const viewer = await vault.withCredentials(async (credentials) => viewerOf(credentials))
  if (!key.ok || key.value === null || !viewer.ok) throw new Error('The till is not provisioned')
  return { folder, key: key.value, viewer: viewer.value, settings }
}

/** The till's cache.db, made when it is not there, with what is quicker for many copies at once. */
function openForMany({ folder, key }: Till): Rows {
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
async function makeIndex({ folder, key, viewer }: Till): Promise<void> {
  const cache = openCache({ folder, key, log: console.error })
  const search = makeCopySearch({
    folder,
    copies: { forSearch: async () => ({ cache, viewer }), whyClosed: () => null },
    cashier: { isGoing: () => false },
    clock: systemClock,
    log: console.error,
  })
  await search.search([])
  search.close()
  cache.close()
}

/** Saves `count` copies, numbered from 0, and what a search reads of them. Answers some of their codes. */
async function fill(till: Till, count: number): Promise<readonly string[]> {
  // Otherwise the usual retention deletes most of 200,000 while it is measured.
  await till.settings.change({ keepDays: retentionLimits.days.max, keepCopies: retentionLimits.count.max })
  const rows = openForMany(till)
  for (let first = 0; first < count; first += rowsPerCommit) {
    inTransaction(rows.file.database, () => {
      for (let number = first; number < Math.min(count, first + rowsPerCommit); number += 1) {
        const at = benchTime(number, count)
        rows.put(till.viewer, benchRecord(number, at), at)
      }
    })
  }
  closeWhole(rows)
  await makeIndex(till)
  // Spread over all of them, so that no page of the file is asked for twice in a row.
  const step = Math.max(1, Math.floor(count / maxCodes))
  return Array.from({ length: Math.min(count, maxCodes) }, (_, index) => {
    const { transactionId, customId } = benchRecord((index * step * 7919) % count, 0)
    return index % 2 === 0 ? transactionId : customId
  })
}

/** Saves some of the copies again; what a search reads of them is then stale. */
function saveAgain(till: Till, count: number): void {
  const rows = openForMany(till)
  for (let index = 0; index < savedAgain; index += 1) {
    const number = Math.floor((count * index) / savedAgain)
    const at = benchTime(number, count)
    rows.save(till.viewer, benchRecord(number, at), at)
  }
  closeWhole(rows)
}

async function main(): Promise<void> {
  const [what, folder = '', count = ''] = process.argv.slice(2)
  const till = await provisionedTill(folder)
  if (what === 'again') saveAgain(till, Number(count))
  else process.stdout.write(`${JSON.stringify({ codes: await fill(till, Number(count)) })}\n`)
}

void main()
