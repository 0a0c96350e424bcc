import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { byExtent } from '../../shared/testing/extent'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import '../../shared/testing/property-size'
import { openCacheFile } from './cache-file'
import { aCopyRecord, openCopies, thisTill, wholeFile } from './testing/copy-samples'

const key = randomBytes(32)
const inFolder = folderOfEachTest()

const open = (place: string) => openCopies({ folder: place, key })
const names = Array.from({ length: 40 }, (_each, index) => `${index}`)

/** A closed file of forty copies, each looked up once. */
function fill(): Buffer {
  const cache = open(inFolder())
  for (const name of names) {
    cache.save(thisTill, aCopyRecord(name), 1)
    cache.noteLookup(thisTill, aCopyRecord(name), { code: `T${name}`, foundBy: 'transaction_id' }, 2)
  }
  cache.close()
  return wholeFile(inFolder())
}

/** Whether every answer is right or none, and a new record can be saved and found. */
function worksOver(damaged: Buffer, number: number): boolean {
  const place = inFolder(`damage-${number}`)
  mkdirSync(place)
  writeFileSync(path.join(place, 'cache.db'), damaged)
  const cache = open(place)
  try {
    const truthful = names.every((name) => {
      const found = cache.find(thisTill, 'transaction_id', `T${name}`)
      return found === null || JSON.stringify(found.record) === JSON.stringify(aCopyRecord(name))
    })
    const recent = cache.recent(thisTill, 50).length <= 50
    const keepsFresh = () => {
      cache.save(thisTill, aCopyRecord('fresh'), 3)
      return cache.find(thisTill, 'custom_id', 'custom-fresh')?.record.id === 'internal-fresh'
    }
    // Damage that is met between the two makes the file anew without the copy.
    const fresh = keepsFresh() || keepsFresh()
    cache.prune({ keepDays: 30, keepCopies: 50 }, 3)
    return truthful && recent && fresh
  } finally {
    cache.close()
  }
}

describe('damaged saved copies', () => {
  it('are compared here with copies that are all found when nothing is damaged', () => {
    fill()
    const cache = open(inFolder())
    const found = names.filter((name) => cache.find(thisTill, 'transaction_id', `T${name}`) !== null)
    cache.close()
    expect(found).toEqual(names)
  })

  it('never lie, and work again, whichever of many random places was damaged', () => {
    const whole = fill()
    let round = 0
    const damage = fc.uint8Array({ minLength: 24, maxLength: 24 })
    fc.assert(
      fc.property(fc.nat(whole.length - 1), damage, (place, bytes) => {
        const damaged = Buffer.from(whole)
        Buffer.from(bytes).copy(damaged, place)
        round += 1
        expect(worksOver(damaged, round)).toBe(true)
      }),
      { numRuns: byExtent({ quick: 4, ci: 20, night: 1000 }), unbiased: true, endOnFailure: true },
    )
  })

  it('are read though the damage has made texts of them, which are none', () => {
    const cache = open(inFolder())
    cache.save(thisTill, aCopyRecord('1'), 1)
    cache.noteLookup(thisTill, aCopyRecord('1'), { code: 'T1', foundBy: 'transaction_id' }, 2)
    const opened = openCacheFile(inFolder(), key)
    if (!opened.ok) throw new Error(opened.fault.detail)
    const { database } = opened.value.file
    // As if a bit of a row's header had flipped.
    const columns = {
      copies: ['record', 'used_code', 'internal_id'],
      facts: ['value'],
    }
    for (const [table, names] of Object.entries(columns)) {
      for (const name of names) database.exec(`UPDATE ${table} SET ${name} = CAST(${name} AS TEXT)`)
    }
    database.close()
    const again = open(inFolder())
    const found = again.run((rows) => rows.changed(5).length, 0)
    const read = [again.find(thisTill, 'transaction_id', 'T1')?.savedAt, again.recent(thisTill, 5).length]
    again.close()
    cache.close()
    expect([found, read]).toEqual([1, [1, 1]])
  })

  it('work again whatever became of the file header', () => {
    const whole = fill()
    const failed = Array.from({ length: 25 }, (_each, part) => part * 4).filter((place) => {
      const damaged = Buffer.from(whole)
      damaged.fill(0xff, place, place + 4)
      return !worksOver(damaged, place)
    })
    expect(failed).toEqual([])
  })

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut in the middle', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['no database at all', () => Buffer.from('<html>not a database</html>'.repeat(500))],
    ['of a later version', (whole: Buffer) => whole.fill(2, 60, 64)],
  ])('work again when the file is %s', (_name, spoil) => {
    expect(worksOver(spoil(fill()), 0)).toBe(true)
  })

  it('are made anew five times a day at most: a file that breaks again and again is a broken disk', () => {
    const cache = open(inFolder())
    const left = names.slice(0, 8).map((name) => {
      cache.save(thisTill, aCopyRecord(name), 1)
      cache.run(() => {
        throw new Error('again')
      }, null)
      return cache.count()
    })
    cache.close()
    expect(left).toEqual([0, 0, 0, 1, 2, 3, 4, 5])
  })

  it('do not stop the till when a folder lies where the log beside the file should be', () => {
    const whole = fill()
    mkdirSync(inFolder('damage-1'))
    mkdirSync(inFolder('damage-1', 'cache.db-wal'))
    copyFileSync(inFolder('cache.db'), inFolder('damage-1', 'cache.db'))
    const cache = open(inFolder('damage-1'))
    const found = cache.find(thisTill, 'transaction_id', 'T1')
    cache.close()
    expect([whole.length > 0, found]).toEqual([true, null])
  })

  it('come back once their file opens again, however often they were asked for meanwhile', () => {
    const passed = vi.spyOn(performance, 'now')
    mkdirSync(inFolder('cache.db-wal'))
    const cache = open(inFolder())
    for (const name of names) cache.find(thisTill, 'transaction_id', `T${name}`)
    rmdirSync(inFolder('cache.db-wal'))
    const later = performance.now() + 30_000
    passed.mockReturnValue(later)
    cache.save(thisTill, aCopyRecord('1'), 1)
    const found = cache.find(thisTill, 'transaction_id', 'T1')
    cache.close()
    passed.mockRestore()
    expect(found?.record.id).toBe('internal-1')
  })

  it('do not stop the till when their folder cannot be made', () => {
    writeFileSync(inFolder('file'), '')
    const cache = open(inFolder('file', 'below'))
    cache.save(thisTill, aCopyRecord('1'), 1)
    expect([cache.find(thisTill, 'transaction_id', 'T1'), cache.recent(thisTill, 5)]).toEqual([null, []])
    cache.close()
  })
})
