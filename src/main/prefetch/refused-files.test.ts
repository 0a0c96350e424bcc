import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutageState } from '../../shared/outage'
import type { ListReader } from './list-thread'
import { makeListReader } from './testing/list-reader'
import { isDone, outageTillForEachTest } from './testing/outage-till'

const { setUp } = outageTillForEachTest()
let lists: string
beforeEach(() => {
  lists = mkdtempSync(path.join(os.tmpdir(), 'tillside-lists-'))
})
afterEach(() => rmSync(lists, { recursive: true, force: true }))

/** A start of the program that watches the folder, and the names of what it read. */
async function start(read: ListReader['read'] | null = null) {
  const reader = makeListReader()
  const names: string[] = []
  const till = setUp({
    ...reader,
    read(name, bytes) {
      names.push(name)
      return (read ?? reader.read)(name, bytes)
    },
  })
  till.till.watched = lists
  return { ...till, names, refused: () => till.until(({ folder }) => refusedIn(folder).length > 0) }
}

function refusedIn(folder: OutageState['folder']): readonly unknown[] {
  return folder.at === 'watched' ? folder.refused.map(({ fault }) => fault) : []
}

describe('a file of the watched folder that was refused', () => {
  it('is not read again at the next start, which says so still, until it has changed', async () => {
    const file = path.join(lists, 'today.csv')
    writeFileSync(file, 'T1\n"T2\n')
    const first = await start()
    const told = refusedIn((await first.refused()).folder)
    await first.end()
    const second = await start()
    const again = refusedIn((await second.refused()).folder)
    const read = [...second.names]
    writeFileSync(file, 'T1\nT2\n')
    const done = await second.until((state) => isDone(state) && state.counts.total === 2)
    expect([told, again, read, second.names, refusedIn(done.folder)]).toEqual([
      [{ kind: 'list_not_taken', name: 'today.csv', why: 'quote_not_closed', line: 2 }],
      told,
      [],
      ['today.csv'],
      [],
    ])
  })

  it('is one too that was being read when the program broke down', async () => {
    const file = path.join(lists, 'today.csv')
    writeFileSync(file, 'T1\n')
    const first = await start(() => new Promise(() => undefined))
    await first.until(() => first.names.length === 1)
    // As a crash leaves it: nobody closes anything in order.
    await first.copies.close()
    const second = await start()
    const state = await second.refused()
    const read = [...second.names]
    appendFileSync(file, 'T2\n')
    await second.until((now) => isDone(now) && now.counts.total === 2)
    expect([refusedIn(state.folder), read]).toEqual([
      [{ kind: 'list_not_taken', name: 'today.csv', why: 'ended_badly', line: 0 }],
      [],
    ])
  })

  it('is none that was being read when the program was closed in order', async () => {
    writeFileSync(path.join(lists, 'today.csv'), 'T1\n')
    let callOff: (read: null) => void = () => undefined
    const first = await start(() => new Promise((resolve) => (callOff = resolve)))
    await first.until(() => first.names.length === 1)
    const ended = first.end()
    callOff(null)
    await ended
    const second = await start()
    const state = await second.until((now) => isDone(now) && now.counts.total === 1)
    expect([refusedIn(state.folder), state.counts.found]).toEqual([[], 1])
  })

  it('is looked for by nobody while the keychain does not say whose it is', async () => {
    writeFileSync(path.join(lists, 'today.csv'), '"T1\n')
    const till = await start()
    till.till.token = ''
    till.prefetch.follow()
    await till.clock.advance(60_000)
    till.till.token = 'token-1'
    till.prefetch.follow()
    await vi.waitFor(async () => expect(refusedIn((await till.refused()).folder)).toHaveLength(1))
    expect(till.names).toEqual(['today.csv'])
  })
})
