/**
 * A cache.db with as many saved copies as a bench wants, each a whole record of its own, written by the very
 * code that saves a copy; only the commits are fewer.
 */
import { createHash } from 'node:crypto'
import { openCache, openCacheFile } from '../src/main/copies/cache-file'
import type { CopyViewer, Rows } from '../src/main/copies/rows'
import { makeCopySearch } from '../src/main/copies/search'
import { systemClock } from '../src/main/system/clock'
import { inTransaction } from '../src/main/system/database'
import { writeHundredths } from '../src/shared/payment/money'
import { gatewayCodes } from '../src/shared/payment/payment-state'
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

const two = (value: number) => String(value).padStart(2, '0')

/** A time as the service writes it. */
function wireTime(at: number): string {
  const time = new Date(at)
  const day = [time.getUTCFullYear(), two(time.getUTCMonth() + 1), two(time.getUTCDate())].join('-')
  return `${day} ${[time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(':')}`
}

function statusOf(pick: number): string {
  if (pick < 6) return 'refunded'
  if (pick < 9) return 'cancelled'
  return pick < 11 ? 'failed' : 'paid'
}

/** What the service would have sent, as text. Of the four fields that are never saved there is nothing. */
function fieldsOf(record: Transaction, facts: { at: string; digits: string }): Transaction['fields'] {
  const { amount, refunded, gatewayCode } = record
  const [gatewayId = '', subId = ''] = gatewayCode.split('_')
  const charge = Math.round((amount ?? 0) * 0.018)
  return {
    id: record.id,
    user_id: 'a8e1f4c2-55d0-4b7e-9a43-0c6f1d2b3e4f',
    company_id: record.companyId,
    store_id: 'b1c2d3e4-1111-4222-8333-944455556666',
    gateway_id: gatewayId,
    gateway_sub_id: subId,
    gateway_sub_name: '',
    gateway_code: gatewayCode,
    barcode_id: '',
    status: record.status,
    amount: writeHundredths(amount ?? 0),
    currency: record.currency,
    charge: writeHundredths(charge),
    refunded: writeHundredths(refunded ?? 0),
    refund_charge: '',
    net: writeHundredths((amount ?? 0) - charge - (refunded ?? 0)),
    tips: '',
    forex: '1',
    paid_at: facts.at,
    can_settle_after: facts.at,
    is_balance_settled: 'false',
    settled_at: '',
    transaction_id: record.transactionId,
    reference_id: `PR${facts.digits}`,
    wallet_type: '',
    custom_id: record.customId,
    refunded_at: record.status === 'refunded' ? facts.at : '',
    created_at: facts.at,
    updated_at: record.updatedAt,
  }
}

/** The record of one number: always the same for the same number and time, and unlike every other. */
export function benchRecord(number: number, paidAt: number): Transaction {
  const hex = createHash('sha256').update(`bench ${number}`).digest('hex')
  const pick = (from: number, below: number) => Number.parseInt(hex.slice(from, from + 8), 16) % below
  const amount = 500 + pick(0, 200_000)
  const status = statusOf(pick(8, 100))
  const at = wireTime(paidAt)
  const refunds: Readonly<Record<string, number>> = { refunded: amount, paid: pick(16, 40) === 0 ? 200 : 0 }
  const record: Transaction = {
    id: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
      '-',
    ),
    transactionId: String(100_000_000_000 + ((number * 7_919_017) % 900_000_000_000)),
    customId: `C${String(7_000_000_000 + ((number * 104_729) % 3_000_000_000))}`,
    companyId: 'c0ffee00-1234-4abc-8def-001122334455',
    status,
    currency: 'HKD',
    gatewayCode: gatewayCodes[pick(24, gatewayCodes.length)] ?? '11_2',
    updatedAt: at,
    amount,
    refunded: refunds[status] ?? 0,
    fields: {},
    links: [],
    details: [],
    extra: {},
    odd: [],
    tooLong: [],
  }
  return { ...record, fields: fieldsOf(record, { at, digits: BigInt(`0x${hex.slice(0, 18)}`).toString() }) }
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
