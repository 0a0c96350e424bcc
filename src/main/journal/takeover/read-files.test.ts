import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { digestOf, withRows } from './read-files'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'tillside-files-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const megabyte = 1024 * 1024

it('a long file is read a megabyte at a time, with a turn for others after each', async () => {
  const bytes = Buffer.alloc(3 * megabyte + 5, 'Tillside')
  fs.writeFileSync(join(folder, 'old.db'), bytes)
  fs.writeFileSync(join(folder, 'old.db-wal'), bytes)
  let turns = 0
  const yieldToEventLoop = async () => {
    turns += 1
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect([await digestOf(fs, join(folder, 'old.db'), yieldToEventLoop), turns]).toEqual([sha256, 4])
  const files = await withRows(fs, folder, 'old.db', yieldToEventLoop, async (_, found) => found)
  expect([files, turns]).toEqual([
    [
      { file: 'old.db', sha256 },
      { file: 'old.db-wal', sha256 },
    ],
    16,
  ])
})
