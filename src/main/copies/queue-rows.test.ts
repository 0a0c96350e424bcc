import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCacheFile } from './cache-file'
import type { CodeEnd, QueueRows } from './queue-rows'
import { aCopyRecord, thisTill } from './testing/copy-samples'
import { openTransactionCache, type TransactionCache } from './transaction-cache'

const key = randomBytes(32)
let folder: string
let cache: TransactionCache

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-wanted-'))
  cache = openTransactionCache({ folder, key, log: () => {} })
})
afterEach(() => {
  cache.close()
  rmSync(folder, { recursive: true, force: true })
})

function rows<T>(work: (rows: QueueRows) => T): T {
  const answered = cache.queue<{ readonly value: T } | null>((all) => ({ value: work(all) }), null)
  if (answered === null) throw new Error('The cache did not answer')
  return answered.value
}

function take(name: string, codes: readonly string[], viewer = thisTill, whole = true): void {
  rows((all) => {
    const list = all.beginList(viewer, { name, importedAt: 1000, madeAt: 500 })
    all.addCodes(
      viewer,
      list,
      codes.map((code) => ({ code, match: 'automatic' })),
    )
    if (whole) all.finishList(viewer, list)
  })
}

const next = (viewer = thisTill) => rows((all) => all.next(viewer))
const counts = (viewer = thisTill) => rows((all) => all.counts(viewer))
const missed = () => rows((all) => all.missed(thisTill, -1)).map(({ code, list, why }) => [code, list, why])

/** Settles what is next as is asked; answers the codes in their order. */
function settleAll(...ends: readonly CodeEnd[]): readonly string[] {
  return ends.flatMap((end) => {
    const each = next()
    if (each === null) return []
    rows((all) => all.settle(thisTill, each.number, end))
    return [each.code]
  })
}

const none = { total: 0, found: 0, saved: 0, notFound: 0, unread: 0 }

describe('the queued codes', () => {
  it('come in their order, once each, and are counted by how they ended', () => {
    take('a.csv', ['A1', 'A2', 'A3', 'A4'])
    take('b.csv', ['A3', 'B1'])
    const asked = settleAll('found', 'not_found', 'saved', 'unread')
    expect([asked, next(), counts(), missed()]).toEqual([
      ['A1', 'A2', 'A3', 'A4'],
      { code: 'B1', match: 'automatic', number: expect.any(Number), madeAt: 500, deferrals: 0 },
      { total: 5, found: 1, saved: 1, notFound: 1, unread: 1 },
      [
        ['A2', 'a.csv', 'not_found'],
        ['A4', 'a.csv', 'unread'],
      ],
    ])
  })

  it('survive a restart, and a list that was only half written does not', () => {
    take('a.csv', ['A1', 'A2'])
    take('half.csv', ['H1'], thisTill, false)
    settleAll('found')
    cache.close()
    cache = openTransactionCache({ folder, key, log: () => {} })
    expect(next()?.code).toBe('A2')
    rows((all) => all.dropUnfinished())
    expect([settleAll('found'), next(), counts()]).toEqual([['A2'], null, { ...none, total: 2, found: 2 }])
  })

  it('are counted anew once nothing waits, while the report keeps what earlier lists missed', () => {
    take('a.csv', ['A1', 'A2'])
    settleAll('found', 'not_found')
    take('b.csv', ['B1'])
    settleAll('not_found')
    expect([counts(), missed()]).toEqual([
      { ...none, total: 1, notFound: 1 },
      [
        ['B1', 'b.csv', 'not_found'],
        ['A2', 'a.csv', 'not_found'],
      ],
    ])
    take('c.csv', ['A2'])
    expect(settleAll('found')).toEqual(['A2'])
    rows((all) => all.clearReport(thisTill))
    expect([counts(), missed()]).toEqual([none, []])
  })

  it('can be put behind all others, settled or not, and remember it', () => {
    take('a.csv', ['A1', 'A2', 'A3'])
    const first = next()?.number ?? 0
    rows((all) => all.putOff([first]))
    const second = next()?.number ?? 0
    settleAll('unread')
    rows((all) => all.putOff([second]))
    expect([settleAll('found', 'found'), next()]).toMatchObject([['A3', 'A1'], { code: 'A2', deferrals: 1 }])
  })

  it('go when they are stopped, and what was missed stays', () => {
    take('a.csv', ['A1', 'A2', 'A3'])
    settleAll('not_found')
    const late = next()?.number ?? 0
    rows((all) => all.stopWaiting(thisTill))
    rows((all) => all.settle(thisTill, late, 'not_found'))
    expect([next(), counts(), missed()]).toEqual([
      null,
      { ...none, total: 1, notFound: 1 },
      [['A1', 'a.csv', 'not_found']],
    ])
  })

  it('are all forgotten with the copies, and a late answer settles none that comes after', async () => {
    take('a.csv', ['A1'])
    const late = next()?.number ?? 0
    expect(await cache.forgetAll()).toBe(true)
    take('a.csv', ['A1'])
    rows((all) => all.settle(thisTill, late, 'not_found'))
    expect([next()?.code, counts(), missed()]).toEqual(['A1', { ...none, total: 1 }, []])
  })

  it('lie sealed on the disk, and so do the names of their lists', () => {
    take('tuesday.csv', ['483920174462'])
    const files = () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'))
    const open = files().join('\n')
    cache.close()
    const all = open + files().join('\n')
    expect([all.length > 8192, all.includes('483920174462'), all.includes('tuesday')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('whose queued codes they are', () => {
  const renewed = { ...thisTill, credentials: 'digest-2' }
  it('only theirs who gave the list, until other credentials were shown the same company', () => {
    take('a.csv', ['A1'])
    cache.save(thisTill, aCopyRecord('1'), 1)
    const before = [next(renewed), counts(renewed).total]
    cache.save(renewed, aCopyRecord('2'), 2)
    expect([before, next(renewed)?.code, counts(renewed).total]).toEqual([[null, 0], 'A1', 1])
  })

  it('the next one’s at the same address, when they were never shown anything: a token that was mistyped', () => {
    take('a.csv', ['A1'])
    const elsewhere = { ...renewed, address: 'https://other.example' }
    expect([next(renewed)?.code, counts(renewed).total, next(elsewhere)]).toEqual(['A1', 1, null])
  })

  it('never those of another company or address', () => {
    const others = [renewed, { address: 'https://other.example', credentials: 'digest-3' }] as const
    take('a.csv', ['A1'])
    cache.save(thisTill, aCopyRecord('1'), 1)
    for (const other of others) cache.save(other, aCopyRecord('9', { companyId: 'company-2' }), 1)
    cache.save(others[1], aCopyRecord('1'), 1)
    const number = next()?.number ?? 0
    for (const other of others) rows((all) => all.settle(other, number, 'found'))
    expect([...others.map((other) => next(other)), next()?.number]).toEqual([null, null, number])
  })
})

describe('a file of the watched folder', () => {
  const file = { path: '/lists/today.csv', size: 10, changedAt: 1000 }
  const bytes = 'aa11'
  const other = 'bb22'
  const changed = (seen: typeof file) => rows((all) => all.knownFiles(thisTill, [seen])).changed.length === 1
  const taken = (digest: string) => rows((all) => all.wasImported(thisTill, file, digest))

  it('is known by name, size and time, and by what it held', () => {
    const before = [changed(file), taken(bytes)]
    rows((all) => all.rememberFile(thisTill, file, bytes))
    const touched = { ...file, changedAt: 2000 }
    expect([before, changed(file), changed(touched), taken(bytes), taken(other)]).toEqual([
      [true, false],
      false,
      true,
      true,
      false,
    ])
  })

  it('is known as refused, and why, until it has changed or another word takes that one back', () => {
    const known = (seen = file) => rows((all) => all.knownFiles(thisTill, [seen]))
    const refusal = { why: 'ended_badly', line: 3 } as const
    const touched = { ...file, changedAt: 2000 }
    rows((all) => all.rememberFile(thisTill, file, bytes))
    rows((all) => all.refuseFile(thisTill, touched, refusal))
    const refused = [known(touched), known(), taken(bytes)]
    rows((all) => all.takeRefusalBack(thisTill, touched))
    const back = known(touched)
    rows((all) => all.rememberFile(thisTill, touched, bytes))
    expect([refused, back, known(touched)]).toEqual([
      [{ changed: [], refused: [{ file: touched, refusal }] }, { changed: [file], refused: [] }, true],
      { changed: [touched], refused: [] },
      { changed: [], refused: [] },
    ])
    expect(readFileSync(path.join(folder, 'cache.db'), 'latin1')).not.toContain('ended_badly')
  })

  it('is still known after all copies were forgotten, so that they do not come back by themselves', async () => {
    rows((all) => all.rememberFile(thisTill, file, bytes))
    await cache.forgetAll()
    expect(changed(file)).toBe(false)
  })
})

it('are read though damage has made texts of them, which are none', () => {
  const file = { path: '/lists/a.csv', size: 3, changedAt: 1 }
  const bytes = 'aa11'
  take('a.csv', ['A1', 'A2'])
  settleAll('not_found')
  rows((all) => all.rememberFile(thisTill, file, bytes))
  const opened = openCacheFile(folder, key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  // As when one bit of a row's own description of its values has turned.
  const columns = { wanted_lists: ['name'], wanted_codes: ['code'], taken_files: ['stamp', 'content'] }
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) opened.value.exec(`UPDATE ${table} SET ${name} = CAST(${name} AS TEXT)`)
  }
  opened.value.close()
  const other = { ...file, changedAt: 2 }
  expect([
    next()?.code,
    missed(),
    rows((all) => all.knownFiles(thisTill, [file])),
    rows((all) => all.wasImported(thisTill, other, bytes)),
  ]).toEqual(['A2', [['A1', 'a.csv', 'not_found']], { changed: [], refused: [] }, true])
})

it('are not read where a number has become a text that is none', () => {
  take('a.csv', ['A1'])
  const opened = openCacheFile(folder, key)
  if (!opened.ok) throw new Error(opened.fault.detail)
  opened.value.exec("UPDATE wanted_codes SET visits = CAST(x'ff' AS TEXT), state = CAST(x'ff' AS TEXT)")
  opened.value.exec("UPDATE wanted_lists SET made_at = CAST(x'ff' AS TEXT), taken_at = CAST(x'ff' AS TEXT)")
  opened.value.close()
  expect([next()?.code, counts().total, missed()]).toEqual(['A1', 1, []])
})
