/**
 * Figures of one record: `measure-journal FOLDER REFUNDS HIGH_WATER_VALUES`. Fills a record of that size and an
 * empty one beside it, and prints one JSON object: milliseconds, every try of each.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Journal } from '../../src/main/journal/journal'
import type { Head } from '../../src/main/journal/journal-line'
import { openRecord, recordFolder } from '../../src/main/journal/open-record'
import type { ActivityOrder } from '../../src/shared/contract/contract'
import { intent } from '../../src/shared/testing/refund-samples'
import { alone, benchMarker, fillRecord, serviceAddress, workToTheEnd, years } from '../fill-journal'

type Place = { readonly folder: string; readonly id: string; readonly key: Buffer; head: Head }

async function timed<T>(work: () => T | Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100

function fill(folder: string, refunds: number, highWater: number): Place {
  const place = { folder, id: randomUUID(), key: randomBytes(32) }
  return { ...place, head: fillRecord({ ...place, refunds, highWater }) }
}

async function open(place: Place, now = Date.now): Promise<readonly [number, Journal]> {
  const [took, opened] = await timed(() => openRecord({ ...place, ...alone(place.folder), now }))
  if (!opened.ok) throw new Error(`${opened.fault.why}: ${opened.fault.detail}`)
  place.head = opened.value.journal.head()
  return [took, opened.value.journal]
}

async function openings(place: Place, times: number, before: () => void = () => undefined, now = Date.now) {
  const took: number[] = []
  for (let time = 0; time < times; time += 1) {
    before()
    const [milliseconds, journal] = await open(place, now)
    took.push(rounded(milliseconds))
    journal.close()
  }
  return took
}

function withoutIndex({ folder }: Place): void {
  for (const name of readdirSync(recordFolder(folder))) {
    if (name.includes('.db')) rmSync(join(recordFolder(folder), name))
  }
}

async function pages(journal: Journal, refunds: number) {
  const day = 86_400_000
  // Places are numbers of lines, of which there are many more than refunds.
  const middle = journal.attempt(benchMarker(refunds >> 1))?.line
  if (middle === undefined) throw new Error('The refund in the middle is not there')
  const orders: Readonly<Record<string, Partial<ActivityOrder>>> = {
    newest: {},
    'in the middle': { before: middle },
    cashier: { cashier: 'cashier 7' },
    'a cashier who is not there': { cashier: 'nobody' },
    'a state that is not there': { state: 'not_sent' },
    'one day ten years ago': { from: 0, to: Date.now() - years + day },
    code: { code: String(100_000_000_000_000 + (refunds >> 1)) },
    marker: { marker: benchMarker(refunds >> 1) },
  }
  const figures: Record<string, readonly number[]> = {}
  for (const [name, order] of Object.entries(orders)) {
    const times: number[] = []
    for (let time = 0; time < 7; time += 1) {
      times.push((await timed(() => journal.page({ before: null, count: 100, ...order })))[0])
    }
    figures[name] = times.map(rounded)
  }
  return figures
}

async function refundsOf(journal: Journal, count: number) {
  const lines: number[] = []
  for (let number = 0; number < count; number += 1) {
    const id = `fresh-${number}`
    const marker = benchMarker(9_000_000_000 + number)
    const at = Date.now()
    const events = [
      { kind: 'sending', at, intent: intent({ marker, id, serviceAddress }) },
      { kind: 'interrupted', at },
      {
        kind: 'decided',
        at,
        decision: { to: 'not_refunded', supervisor: 'Sam', saw: 'x', why: 'x', portal: false, refunded: 0 },
      },
    ] as const
    for (const event of events) {
      const [took, written] = await timed(() => journal.append(marker, event))
      if (!written.ok) throw new Error(JSON.stringify(written.fault))
      lines.push(took)
    }
  }
  return lines.map(rounded)
}

async function main(): Promise<void> {
  const [folder = '.', refunds = '1000', highWater = '1000'] = process.argv.slice(2)
  const nothing = fill(join(folder, 'empty'), 0, 0)
  const place = fill(join(folder, 'years'), Number(refunds), Number(highWater))
  const empty = await openings(nothing, 5)
  const withoutIndexTimes = await openings(place, 1, () => withoutIndex(place))
  const [, filled] = await open(place)
  const slices = (await workToTheEnd(filled)).map(rounded)
  filled.close()
  const opening = await openings(place, 5)
  const [, journal] = await open(place)
  const pageTimes = await pages(journal, Number(refunds))
  const line = await refundsOf(journal, 60)
  place.head = journal.head()
  journal.close()
  const watched = await openings(place, 5)
  const afterMonth = await openings(place, 5, undefined, () => Date.now() + 32 * 86_400_000)
  const times = { empty, opening, watched, afterMonth, withoutIndex: withoutIndexTimes, line, slices }
  console.log(JSON.stringify({ ...times, pages: pageTimes }))
}

void main()
