import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { openCacheFile } from './cache-file'
import { blob } from './rows'
import { aCopyRecord, type OpenCopies, openCopies, thisTill } from './testing/copy-samples'

const day = 24 * 60 * 60 * 1000
const key = randomBytes(32)
const inFolder = folderOfEachTest()
let cache: OpenCopies

const open = (withKey = key) => openCopies({ folder: inFolder(), key: withKey })

function reopen(withKey = key): void {
  cache.close()
  cache = open(withKey)
}

beforeEach(() => {
  cache = open()
})
afterEach(() => cache.close())

/** What is asked of the file itself, opened once more. */
function withDatabase<T>(ask: (database: Database.Database) => T): T {
  const opened = openCacheFile(inFolder(), key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const { database } = opened.value.file
  const answer = ask(database)
  database.close()
  return answer
}

const onDisk = () => readdirSync(inFolder()).map((name) => readFileSync(inFolder(name), 'latin1'))

describe('a saved copy', () => {
  it('is found by each of its three codes, in other capitals and after a restart too', () => {
    cache.save(thisTill, aCopyRecord('1'), 5000)
    reopen()
    const copy = { record: aCopyRecord('1'), savedAt: 5000 }
    expect([
      cache.find(thisTill, 'transaction_id', 'T1'),
      cache.find(thisTill, 'custom_id', 'custom-1'),
      cache.find(thisTill, 'internal_id', 'internal-1'),
      cache.find(thisTill, 'custom_id', 'CUSTOM-1'),
      cache.find(thisTill, 'custom_id', 'T1'),
      cache.find(thisTill, 'transaction_id', ''),
    ]).toEqual([copy, copy, copy, copy, null, null])
  })

  it('is replaced by a later answer, and of two with one custom id the newer one is found', () => {
    cache.save(thisTill, aCopyRecord('1'), 1000)
    cache.save(thisTill, aCopyRecord('2', { customId: 'custom-1' }), 2000)
    cache.save(thisTill, aCopyRecord('1', { refunded: 500 }), 3000)
    const found = cache.find(thisTill, 'custom_id', 'custom-1')
    expect([found?.record.id, found?.record.refunded, cache.count()]).toEqual(['internal-1', 500, 2])
  })

  it('in the very capitals that were asked for goes before a newer one in others', () => {
    cache.save(thisTill, aCopyRecord('1', { customId: 'kQ7' }), 1000)
    cache.save(thisTill, aCopyRecord('2', { customId: 'Kq7' }), 2000)
    const found = ['kQ7', 'Kq7', 'KQ7'].map((code) => cache.find(thisTill, 'custom_id', code)?.record.id)
    expect(found).toEqual(['internal-1', 'internal-2', 'internal-2'])
  })

  it('holds none of the four private fields, wherever they stand', () => {
    const fields = { status: 'paid', pin_key: 'p1', payer: 'p2', buyer_id: 'p3', extra_parameters: 'p4' }
    const extra = { 'store.payer': 'p5', user: '{"name":"May","payer":"p6","Buyer-Id":"p7"}' }
    cache.save(thisTill, aCopyRecord('1', { fields, extra }), 1)
    expect(cache.find(thisTill, 'transaction_id', 'T1')?.record).toEqual(
      aCopyRecord('1', { fields: { status: 'paid' }, extra: { user: '{"name":"May"}' } }),
    )
  })

  it('leaves no code, payer, remark or credentials on the disk in clear', () => {
    const fields = { payer: 'payer@example.org', reference_id: 'reference-7' }
    const record = aCopyRecord('483920174462', { fields })
    cache.save({ ...thisTill, credentials: 'digest-in-clear' }, record, 1)
    cache.noteLookup(thisTill, record, { code: 'T483920174462', foundBy: 'transaction_id' }, 2)
    const told = onDisk().join('\n')
    cache.close()
    const secrets = ['483920174462', 'payer@example', 'reference-7', 'company-1', 'pay.example', 'digest-in']
    const all = told + onDisk().join('\n')
    const outcome = [all.length > 8192, ...secrets.map((secret) => all.includes(secret))]
    expect(outcome).toEqual([true, ...secrets.map(() => false)])
  })
})

describe('whose copies are shown', () => {
  const save = () => cache.save(thisTill, aCopyRecord('1'), 1)
  const seenBy = (owner: typeof thisTill) => [
    cache.find(owner, 'transaction_id', 'T1') !== null,
    cache.recent(owner, 5).length,
  ]

  it("never another address's, nor to credentials that were shown another company only", () => {
    save()
    cache.noteLookup(thisTill, aCopyRecord('1'), { code: 'T1', foundBy: 'transaction_id' }, 2)
    const otherAddress = { address: 'https://other.example', credentials: 'digest-2' }
    const otherCompany = { ...thisTill, credentials: 'digest-3' }
    cache.save(otherAddress, aCopyRecord('9'), 3)
    cache.save(otherCompany, aCopyRecord('9', { companyId: 'company-2' }), 3)
    const result = [seenBy(thisTill), seenBy(otherAddress), seenBy(otherCompany)]
    expect(result).toEqual([
      [true, 1],
      [false, 0],
      [false, 0],
    ])
  })

  it('to a renewed token only once it was shown a record of that company', () => {
    save()
    const renewed = { ...thisTill, credentials: 'digest-renewed' }
    const before = cache.find(renewed, 'transaction_id', 'T1')
    cache.save(renewed, aCopyRecord('2'), 2)
    expect([before, cache.find(renewed, 'transaction_id', 'T1')?.record.id]).toEqual([null, 'internal-1'])
  })

  it('without a company, to nobody but the credentials they came by', () => {
    cache.save(thisTill, aCopyRecord('1', { companyId: '' }), 1)
    const others = { ...thisTill, credentials: 'digest-2' }
    cache.save(others, aCopyRecord('2', { companyId: '' }), 1)
    expect([seenBy(thisTill)[0], seenBy(others)[0]]).toEqual([true, false])
  })
})

it('what was looked up last stands newest first with the code used, without what was only saved', () => {
  for (const name of ['1', '2', '3']) cache.save(thisTill, aCopyRecord(name), 1)
  cache.noteLookup(thisTill, aCopyRecord('1'), { code: 'T1', foundBy: 'transaction_id' }, 10)
  cache.noteLookup(thisTill, aCopyRecord('3'), { code: 'custom-3', foundBy: 'custom_id' }, 20)
  reopen()
  expect(cache.recent(thisTill, 2)).toEqual([
    { code: 'custom-3', foundBy: 'custom_id', record: aCopyRecord('3'), lookedAt: 20 },
    { code: 'T1', foundBy: 'transaction_id', record: aCopyRecord('1'), lookedAt: 10 },
  ])
})

describe('retention', () => {
  it('deletes what is too old, then the oldest of what is too many', () => {
    for (let name = 0; name < 10; name += 1) cache.save(thisTill, aCopyRecord(`${name}`), name * day)
    while (cache.prune({ keepDays: 6, keepCopies: 4 }, 10 * day));
    const kept = Array.from({ length: 10 }, (_each, name) => `${name}`).filter(
      (name) => cache.find(thisTill, 'transaction_id', `T${name}`) !== null,
    )
    expect(kept).toEqual(['6', '7', '8', '9'])
  })

  it('goes on in small parts until all is done', () => {
    for (let name = 0; name < 1100; name += 1) cache.save(thisTill, aCopyRecord(`${name}`), name)
    let parts = 1
    while (cache.prune({ keepDays: 1, keepCopies: 10 }, 2000)) parts += 1
    expect([parts, cache.count()]).toEqual([23, 10])
  })
})

it('what is deleted for the sake of retention leaves no trace in the files once it is done', () => {
  for (let name = 0; name < 300; name += 1) cache.save(thisTill, aCopyRecord(`${name}`), name)
  reopen()
  const sealed = withDatabase((database) =>
    database.prepare('SELECT CAST(record AS BLOB) AS record FROM copies').all([]),
  )
  const rows = sealed.map((row) =>
    blob
      .parse(Reflect.get(Object(row), 'record'))
      .toString('latin1')
      .slice(20, 180),
  )
  const before = onDisk().join('')
  while (cache.prune({ keepDays: 1, keepCopies: 1 }, 2 * day));
  const left = onDisk().join('')
  expect(rows.filter((row) => before.includes(row)).length).toBeGreaterThan(100)
  expect(rows.filter((row) => left.includes(row))).toEqual([])
})

it('who may see what is forgotten with the last copy of theirs, and of nobody else', () => {
  const other = { ...thisTill, credentials: 'digest-2' }
  cache.save(other, aCopyRecord('1', { companyId: 'company-2' }), day)
  cache.save(thisTill, aCopyRecord('2'), 9 * day)
  const allowed = () =>
    withDatabase((database) => database.prepare('SELECT credentials FROM access').raw().all([]).length)
  const before = allowed()
  while (cache.prune({ keepDays: 6, keepCopies: 10 }, 10 * day));
  expect([before, allowed(), cache.recent(thisTill, 9).length, cache.count()]).toEqual([2, 1, 0, 1])
})

describe('forgetting', () => {
  it('holds nobody up, shows nothing from its first moment, and is done at the next start where it was cut short', async () => {
    for (let name = 0; name < 120; name += 1) cache.save(thisTill, aCopyRecord(`${name}`), 1)
    let turns = 0
    let over = false
    const turn = () => {
      turns += 1
      if (!over) setImmediate(turn)
    }
    setImmediate(turn)
    const forgetting = cache.forgetAll()
    const meanwhile = [cache.count() > 0, cache.find(thisTill, 'transaction_id', 'T119')]
    const aside = inFolder('cut')
    mkdirSync(aside)
    for (const name of ['cache.db', 'cache.db-wal']) copyFileSync(inFolder(name), path.join(aside, name))
    const cut = openCopies({ folder: aside, key })
    cut.save(thisTill, aCopyRecord('new'), 2)
    const after = [cut.count(), cut.find(thisTill, 'transaction_id', 'T119')]
    cut.close()
    const forgotten = await forgetting
    over = true
    const result = [forgotten, turns > 1, cache.count(), meanwhile, after]
    expect(result).toEqual([true, true, 0, [true, null], [1, null]])
    cache.save(thisTill, aCopyRecord('1'), 3)
    reopen()
    expect(cache.count()).toBe(1)
  })

  it('leaves nothing to find and no trace of the rows in the files', async () => {
    cache.save(thisTill, aCopyRecord('1'), 1)
    reopen()
    const bytes = onDisk().join('')
    const forgotten = await cache.forgetAll()
    cache.close()
    const longRuns = [...bytes.matchAll(/[^\0]{200,}/g)].map(([run]) => run.slice(20, 180))
    const left = onDisk().join('')
    cache = open()
    expect([forgotten, cache.count(), cache.find(thisTill, 'transaction_id', 'T1')]).toEqual([true, 0, null])
    expect([
      longRuns.length > 0,
      longRuns.some((run) => run.includes('CREATE') === false && left.includes(run)),
    ]).toEqual([true, false])
  })
})

it('takes two gigabytes of the disk at most', () => {
  const pages = withDatabase((database) =>
    ['max_page_count', 'page_size'].map((name) => database.prepare(`PRAGMA ${name}`).raw().get([])),
  )
  expect(pages).toEqual([[524_288], [4096]])
})
