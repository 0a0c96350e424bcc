/** Attempts as a table for a spreadsheet, newest first, a page of rows at a time. */
import { stringify } from 'csv-stringify/sync'
import type { Attempt } from '../../../shared/attempt'
import { writeHundredths } from '../../../shared/money'
import { safeCells } from '../../files/safe-cells'
import { addressName, practiceName } from '../../payments/address-name'
import type { Journal, TimePlace } from '../journal-types'

/** So many rows are read and written in a few milliseconds. */
const rowsAtOnce = 25

const columns = [
  'time',
  'marker',
  'state',
  'amount',
  'currency',
  'transaction_id',
  'id',
  'reason',
  'cashier',
  'service_message',
  'alarms',
  'decided_by',
  'saw',
  'why',
  // What tells a real refund from one of practice, or of somebody's own service.
  'service_address',
  'device_id',
  'practice',
]

/**
 * One row per attempt that was there when the first piece was asked for, each as it stands when its page is read; null
 * where one cannot be read, and nothing after it.
 */
export function* attemptsAsCsv(
  journal: Journal,
  range: { readonly from: number; readonly to: number },
): Generator<string | null> {
  const last = journal.lastNumber()
  if (last === null) {
    yield null
    return
  }
  yield stringify([columns])
  let before: TimePlace | null = null
  do {
    const page: ReturnType<Journal['listPage']> = journal.listPage({
      ...range,
      last,
      before,
      count: rowsAtOnce,
    })
    if (page === null) {
      yield null
      return
    }
    const { practice } = journal.standing().services
    yield stringify(
      page.attempts.map((attempt) => rowOf(attempt, practice)),
      safeCells,
    )
    before = page.next
  } while (before !== null)
}

/** @param practice the services that said that they move no real money. */
function rowOf(
  { intent, state, createdAt, refusal, alarms, decision }: Attempt,
  practice: ReadonlySet<string>,
): readonly string[] {
  return [
    new Date(createdAt).toISOString(),
    intent.marker,
    state,
    writeHundredths(intent.amount),
    intent.currency,
    intent.transactionId,
    intent.id,
    intent.reason,
    intent.cashier,
    refusal?.message ?? '',
    alarms.map(({ alarm }) => alarm).join(' '),
    decision?.supervisor ?? '',
    decision?.saw ?? '',
    decision?.why ?? '',
    intent.serviceAddress,
    intent.deviceId,
    practice.has(addressName(intent.serviceAddress)) || intent.serviceAddress === practiceName ? 'yes' : '',
  ]
}
