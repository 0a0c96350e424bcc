import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { makeFakeClock } from '../system/testing/fake-clock'
import { ifNotRoot } from '../system/testing/if-not-root'
import { lookIntoFolder, makeFolderWatch } from './watch-folder'

let folder: string
let stop: () => void = () => undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-lists-'))
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A watch on real files whose clock is the test's. A list with "bad" in it is refused. */
function setUp(lookInto = lookIntoFolder) {
  const clock = makeFakeClock(Date.now())
  const taken: string[] = []
  const known = new Set<string>()
  const watch = makeFolderWatch({
    clock,
    lookInto,
    oldest: () => clock.now() - 30 * 24 * 60 * 60 * 1000,
    knownFiles: async (files) => ({
      changed: files.filter((file) => !known.has(JSON.stringify(file))),
      refused: [],
    }),
    async take({ seen, bytes }, name) {
      const text = Buffer.from(bytes).toString()
      if (text.includes('bad')) return fail({ kind: 'list_not_taken', name, why: 'no_codes', line: 0 })
      taken.push(`${name}: ${text}`)
      known.add(JSON.stringify(seen))
      return succeed({ name, codes: text.split('\n').length, oversized: text.includes('long') })
    },
    changed: () => undefined,
    log: (line) => taken.push(line),
  })
  stop = watch.stop

  /** A look has come to its end, its files read, once nothing waits but the next look. */
  function isBetweenLooks(): boolean {
    const [next = Number.POSITIVE_INFINITY, ...others] = clock.waiting()
    return watch.read().at === 'none' || (next <= 6000 && others.length === 0)
  }

  /** Lets time pass and each look that falls due come to its end, however long real files take. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 500) {
      await clock.advance(500)
      await vi.waitFor(() => expect(isBetweenLooks()).toBe(true), { timeout: 30_000, interval: 1 })
    }
  }
  return { watch, taken, pass, clock, place: (name: string) => path.join(folder, name) }
}

describe('the watched folder', () => {
  it('gives each list once, and again when it has changed, and leaves the file as it is', async () => {
    const { watch, taken, pass, place } = setUp()
    writeFileSync(place('today.csv'), 'A1')
    const before = statSync(place('today.csv'))
    watch.follow(folder)
    await pass(20_000)
    const after = statSync(place('today.csv'))
    expect([taken, readFileSync(place('today.csv'), 'utf8'), after.mtimeMs]).toEqual([
      ['today.csv: A1'],
      'A1',
      before.mtimeMs,
    ])
    writeFileSync(place('today.csv'), 'A1\nA2')
    writeFileSync(place('more.TXT'), 'B1')
    await pass(20_000)
    expect(taken.slice(1).sort()).toEqual(['more.TXT: B1', 'today.csv: A1\nA2'])
    expect(watch.read()).toMatchObject({ at: 'watched', path: folder, refused: [] })
  })

  it('never takes half of a file that is still being written', async () => {
    const { watch, taken, pass, place } = setUp()
    watch.follow(folder)
    for (const line of Array.from({ length: 12 }, (_, index) => `A${index}\n`)) {
      appendFileSync(place('today.csv'), line)
      await pass(1000)
    }
    const during = [...taken]
    await pass(10_000)
    expect([during, taken]).toEqual([[], [`today.csv: ${readFileSync(place('today.csv'), 'utf8')}`]])
  })

  it('takes lists only: no other files, drafts or folders, and none that is older than what is kept', async () => {
    const { watch, taken, pass, place } = setUp()
    for (const name of ['a.pdf', '.hidden.csv', '~$today.csv', 'today.csv.part', 'old.csv', 'b.tsv']) {
      writeFileSync(place(name), 'A1')
    }
    mkdirSync(place('folder.csv'))
    const long = Date.now() / 1000 - 31 * 24 * 60 * 60
    utimesSync(place('old.csv'), long, long)
    watch.follow(folder)
    await pass(20_000)
    expect(taken).toEqual(['b.tsv: A1'])
  })

  it('says which list it could not take, until that is put right or gone', async () => {
    const { watch, taken, pass, place } = setUp()
    writeFileSync(place('one.csv'), 'bad')
    writeFileSync(place('two.csv'), 'bad too')
    watch.follow(folder)
    await pass(10_000)
    const refused = () => {
      const state = watch.read()
      return state.at === 'watched' ? state.refused.map(({ name }) => name).sort() : state
    }
    expect(refused()).toEqual(['one.csv', 'two.csv'])
    writeFileSync(place('one.csv'), 'A1')
    rmSync(place('two.csv'))
    await pass(10_000)
    expect([refused(), taken]).toEqual([[], ['one.csv: A1']])
  })

  // Windows lets only an administrator make a link.
  const whereLinksAre = process.platform === 'win32' ? () => undefined : it
  whereLinksAre('follows no link, and says so', async () => {
    const { watch, taken, pass, place } = setUp()
    writeFileSync(place('secret'), 'A1')
    symlinkSync(place('secret'), place('today.csv'))
    watch.follow(folder)
    await pass(10_000)
    const fault = { kind: 'list_not_taken', name: 'today.csv', why: 'not_a_file', line: 0 }
    expect([taken, watch.read()]).toMatchObject([[], { refused: [{ name: 'today.csv', fault }] }])
  })

  it('says when the folder is not there, and goes on when it is', async () => {
    const { watch, taken, pass, place } = setUp()
    writeFileSync(place('today.csv'), 'A1')
    renameSync(folder, `${folder}-away`)
    watch.follow(folder)
    await pass(10_000)
    const away = watch.read()
    renameSync(`${folder}-away`, folder)
    await pass(20_000)
    expect([away, watch.read().at, taken]).toMatchObject([
      { at: 'trouble', path: folder, why: 'missing' },
      'watched',
      ['today.csv: A1'],
    ])
  })

  it('says when what is watched is a file', async () => {
    const { watch, pass, place } = setUp()
    writeFileSync(place('today.csv'), 'A1')
    watch.follow(place('today.csv'))
    await pass(1000)
    expect(watch.read()).toMatchObject({ at: 'trouble', why: 'not_a_folder' })
  })

  ifNotRoot('says when this account may not read it', async () => {
    const { watch, pass } = setUp()
    chmodSync(folder, 0)
    watch.follow(folder)
    await pass(1000)
    chmodSync(folder, 0o700)
    expect(watch.read()).toMatchObject({ at: 'trouble', why: 'not_allowed' })
  })

  it('says when a drive does not answer, and another folder does not wait for it', async () => {
    const stuck = new Promise<never>(() => undefined)
    const { watch, taken, pass, clock, place } = setUp((looked) =>
      looked === '/stuck' ? stuck : lookIntoFolder(looked),
    )
    watch.follow('/stuck')
    await clock.advance(16_000)
    const silent = watch.read()
    writeFileSync(place('today.csv'), 'A1')
    watch.follow(folder)
    await pass(20_000)
    expect([silent, taken]).toEqual([
      { at: 'trouble', path: '/stuck', why: 'no_answer', detail: '' },
      ['today.csv: A1'],
    ])
  })

  it('watches nothing any more when it is told so', async () => {
    const { watch, taken, pass, clock, place } = setUp()
    watch.follow(folder)
    await pass(1000)
    watch.follow('')
    writeFileSync(place('today.csv'), 'A1')
    await pass(20_000)
    expect([watch.read(), taken, clock.waiting()]).toEqual([{ at: 'none' }, [], []])
  })
})
