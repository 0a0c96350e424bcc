import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type IndexFile, indexName, openIndexFile } from './index-file'
import { temporaryFolder } from './testing/journal-place'

const key = randomBytes(32)
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const open = (own: string, isThere: boolean) => openIndexFile(own, key, isThere, (file) => new Database(file))

/** Writes until its log was brought into the file, and a little more. */
function writeLong({ together, store }: IndexFile): void {
  for (let value = 0; value < 300; value += 1) together(() => store.setFact(`${value}`, 'x'.repeat(4000)))
}

/** What a start finds of a file and a log that were copied from there. */
function openedFrom(name: string, fileFrom: string, logFrom: string): unknown {
  const own = join(folder, name)
  mkdirSync(own)
  copyFileSync(join(fileFrom, indexName), join(own, indexName))
  copyFileSync(join(logFrom, `${indexName}-wal`), join(own, `${indexName}-wal`))
  try {
    const { store } = open(own, true)
    const fact = store.fact('last', z.string())
    store.close()
    return fact
  } catch (error) {
    return error instanceof Error ? 'thrown away' : error
  }
}

describe('the file of the index', () => {
  it('is gone on from with its own log, and not with a log of another time', () => {
    const [live, early] = [join(folder, 'live'), join(folder, 'early')]
    for (const each of [live, early]) mkdirSync(each)
    const index = open(live, false)
    index.settle()
    index.keep()
    writeLong(index)
    index.together(() => index.store.setFact('last', 'early'))
    for (const name of [indexName, `${indexName}-wal`]) copyFileSync(join(live, name), join(early, name))
    writeLong(index)
    index.together(() => index.store.setFact('last', 'late'))
    const found = [
      openedFrom('early-both', early, early),
      openedFrom('late-both', live, live),
      openedFrom('early-file', early, live),
      openedFrom('early-log', live, early),
    ]
    index.store.close()
    expect(found).toEqual(['early', 'late', 'thrown away', 'thrown away'])
  })

  it('is gone on from after its log was lost and a run was cut short', () => {
    const [whole, alone] = [join(folder, 'whole'), join(folder, 'alone')]
    for (const each of [whole, alone]) mkdirSync(each, { recursive: true })
    const first = open(whole, false)
    first.keep()
    first.settle()
    copyFileSync(join(whole, indexName), join(alone, indexName))
    first.store.close()
    const second = open(alone, true)
    second.together(() => second.store.setFact('last', 'cut short'))
    const found = openedFrom('cut', alone, alone)
    second.store.close()
    expect(found).toBe('cut short')
  })
})
