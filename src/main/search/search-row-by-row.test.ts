import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { SearchTerm } from '../../shared/search-term'
import { runs } from '../../shared/testing/property-size'
import { openCacheFile } from '../copies/cache-file'
import { blob, openRecord } from '../copies/cache-rows'
import { segmentRows } from '../copies/cache-schema'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { openTransactionCache } from '../copies/transaction-cache'
import { type CopySearcher, makeCopySearcher } from './copy-searcher'
import { searchedCopy, searchedRecord } from './searched-copy'
import { makeSegmentRows } from './segment-rows'

const key = randomBytes(32)
const copyRow = z.object({ number: z.number(), internal_id: blob, owner: blob, record: blob })

/** The one word that is searched, as it is and as nothing else: no gateway, state or currency. */
const termOf = (word: string): readonly SearchTerm[] =>
  word === '' ? [] : [{ text: word, amount: null, day: null, states: [] }]

/** Opens every copy of the file and looks into it: what the search promises, without any of its means. */
function rowByRow(database: Database.Database, word: string): readonly string[] {
  return database
    .prepare('SELECT number, internal_id, owner, record FROM copies')
    .all([])
    .map((found) => {
      const row = copyRow.parse(found)
      const record = searchedRecord.parse(JSON.parse(openRecord(key, row)))
      const copy = searchedCopy(row.number, '', record)
      return { copy, text: `${record.transactionId} ${record.amount}` }
    })
    .filter(({ copy }) => copy.codes.includes(word))
    .sort((one, other) => other.copy.seconds - one.copy.seconds || other.copy.number - one.copy.number)
    .map(({ text }) => text)
}

function searched(searcher: CopySearcher, search: number, word: string): readonly string[] {
  const answer = searcher.search({ search, viewer: thisTill, terms: termOf(word), rows: 1000 })
  return answer?.rows.map((row) => `${row?.transactionId} ${row?.amount}`) ?? []
}

/** What can happen to a till; of the numbers and the word each takes what it needs. */
const weights = {
  save: 6,
  search: 4,
  'make a segment': 2,
  'make a segment that cannot be kept': 1,
  'read on': 1,
  restart: 1,
  prune: 2,
  forget: 1,
  'lose a segment': 1,
  'damage a segment': 1,
} as const
type Kind = keyof typeof weights
const kinds = Object.keys(weights) as readonly Kind[]
const act = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  name: fc.nat(40),
  count: fc.nat(999),
  word: fc.constantFrom('', 't1', '2', 'internal-3'),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/**
 * The payment's time follows from its amount, so that a copy that is saved again can move in the list. There are
 * seven times, for many payments are made in one second.
 */
const recordOf = (name: number, amount: number) =>
  aCopyRecord(`${name}`, { amount, fields: { paid_at: `2026-11-20 10:00:0${amount % 7}` } })

/** Another byte at a place of a sealed piece. */
const damaged = (piece: string) =>
  `${piece} = CAST(substr(${piece}, 1, ?) || char(7) || substr(${piece}, ? + 2) AS BLOB)`

/** A till whose next copy is the last but some of a segment, with everything that can happen to it. */
function openTill(folder: string) {
  const cache = openTransactionCache({ folder, key, log: () => {} })
  const opened = openCacheFile(folder, key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const database = opened.value
  database.exec('PRAGMA busy_timeout=0')
  const newSearcher = () =>
    makeCopySearcher({
      rows: makeSegmentRows(database, key),
      isOver: () => false,
      isEnding: () => false,
      prepared: () => {},
    })
  let [searcher, at, search] = [newSearcher(), 0, 0]
  cache.save(thisTill, recordOf(41, 0), at)
  const last = 3 * segmentRows - 8
  database.exec(`UPDATE copies SET number = ${last}; UPDATE changed_copies SET number = ${last}`)

  const expectEqual = (word: string) => {
    search += 1
    expect(searched(searcher, search, word)).toEqual(rowByRow(database, word))
  }
  const restart = () => {
    searcher = newSearcher()
  }
  const does: Record<Kind, (act: Act) => void> = {
    save({ name, count }) {
      at += 1
      cache.save(thisTill, recordOf(name, count), at)
    },
    search: ({ word }) => expectEqual(word),
    'make a segment': () => void searcher.makeSegment(),
    'make a segment that cannot be kept'() {
      const other = new Database(path.join(folder, 'cache.db'))
      other.exec('BEGIN IMMEDIATE')
      searcher.makeSegment()
      other.exec('ROLLBACK')
      other.close()
    },
    'read on': () => void searcher.readOn(),
    restart,
    prune: ({ name }) => void cache.prune({ days: 1000, count: name }, at),
    forget() {
      cache.forgetAll()
      // As in the program: the thread is ended before.
      restart()
    },
    'lose a segment': () =>
      database.exec('DELETE FROM search_segments WHERE number = (SELECT max(number) FROM search_segments)'),
    'damage a segment': ({ count: place, name }) =>
      void database
        .prepare(`UPDATE search_segments SET ${damaged(name % 2 === 0 ? 'columns' : 'codes')}`)
        .run([place, place]),
  }
  return {
    run: (one: Act) => does[one.kind](one),
    expectEqual,
    close() {
      cache.close()
      database.close()
    },
  }
}

it('whatever was saved, saved again, pruned, forgotten or damaged, a search finds what opening each copy finds', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 60 }), (acts) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-rows-'))
      const till = openTill(folder)
      try {
        for (const one of acts) till.run(one)
        for (const word of ['', '1']) till.expectEqual(word)
      } finally {
        till.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    { numRuns: runs(25) },
  )
})
