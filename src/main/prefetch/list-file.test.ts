import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { longestList } from '../../shared/limits'
import { readListFile } from './list-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-list-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const notTaken = (name: string, why: string) => ({
  ok: false,
  fault: { kind: 'list_not_taken', name, why, line: 0 },
})

describe('a list in a file', () => {
  it('is read whole, with its size and time', async () => {
    const place = path.join(folder, 'today.csv')
    writeFileSync(place, 'A1\nA2')
    const read = await readListFile(place)
    expect(read.ok && { ...read.value, bytes: Buffer.from(read.value.bytes).toString() }).toEqual({
      seen: { path: place, size: 5, changedAt: expect.any(Number) },
      bytes: 'A1\nA2',
      moved: false,
    })
  })

  it('is refused in words when it is too large, gone, or no file', async () => {
    const large = path.join(folder, 'large.csv')
    writeFileSync(large, '')
    truncateSync(large, longestList.bytes + 1)
    expect([
      await readListFile(large),
      await readListFile(path.join(folder, 'gone.csv')),
      await readListFile(folder),
    ]).toEqual([
      notTaken('large.csv', 'too_large'),
      notTaken('gone.csv', 'not_readable'),
      notTaken(path.basename(folder), 'not_readable'),
    ])
  })
})
