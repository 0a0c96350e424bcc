import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { rename, symlink, writeFile } from 'node:fs/promises'
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
      notTaken(path.basename(folder), 'not_a_file'),
    ])
  })

  // Windows lets only an administrator make a link, and has no pipes in folders.
  const whereLinksAre = process.platform === 'win32' ? () => undefined : it
  whereLinksAre(
    'is never read through a link, from a pipe that nobody writes into, or from a device',
    async () => {
      const secret = path.join(folder, 'secret.txt')
      writeFileSync(secret, 'token')
      const link = path.join(folder, 'link.csv')
      symlinkSync(secret, link)
      const dangling = path.join(folder, 'dangling.csv')
      symlinkSync(path.join(folder, 'nowhere'), dangling)
      const pipe = path.join(folder, 'pipe.csv')
      execFileSync('mkfifo', [pipe])
      const refused = await Promise.all([link, dangling, pipe, '/dev/zero'].map(readListFile))
      expect(refused).toEqual(
        ['link.csv', 'dangling.csv', 'pipe.csv', 'zero'].map((name) => notTaken(name, 'not_a_file')),
      )
    },
  )

  whereLinksAre('is never another one that took its place while it was opened', async () => {
    const secret = path.join(folder, 'secret.txt')
    writeFileSync(secret, 'token')
    const place = path.join(folder, 'today.csv')
    const aside = path.join(folder, 'aside')
    let over = false
    const answers: unknown[] = []
    const swap = async () => {
      while (!over) {
        await symlink(secret, aside).then(() => rename(aside, place))
        await writeFile(aside, 'A1').then(() => rename(aside, place))
      }
    }
    const read = async () => {
      for (let tries = 0; tries < 400; tries += 1) {
        const file = await readListFile(place)
        answers.push(file.ok ? Buffer.from(file.value.bytes).toString() : file.fault.why)
      }
      over = true
    }
    writeFileSync(place, 'A1')
    await Promise.all([swap(), read()])
    expect(answers).toContain('not_a_file')
    expect(answers).not.toContain('token')
  })
})
