import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { type Piece, restrictPermissions, writePieces, writeWholeFile } from './files'
import { folderOfEachTest } from './testing/folder-of-test'

const inFolder = folderOfEachTest()

const neverYield = async () => undefined
const long = 'Ein Stück, größer als nichts\n'.repeat(5000)

describe('a file that is written in pieces', () => {
  it('holds all of them in their order, in a folder that is made for it', async () => {
    const file = inFolder('new', 'export.json')
    const written = await writePieces(file, ['[', long, '', long, ']'].map(succeed), neverYield)
    expect([written, readFileSync(file, 'utf8')]).toEqual([succeed(null), `[${long}${long}]`])
  })

  it('stands under its name only when the last piece is written, and lets others have their turn till then', async () => {
    const file = inFolder('export.csv')
    writeFileSync(file, 'before')
    const seen: unknown[] = []
    const yieldToEventLoop = async () => {
      seen.push(readFileSync(file, 'utf8'))
    }
    await writePieces(file, [succeed(long), succeed(long), succeed('end')], yieldToEventLoop)
    const outcome = [seen, readFileSync(file, 'utf8').length, readdirSync(inFolder())]
    expect(outcome).toEqual([['before', 'before', 'before'], 2 * long.length + 3, ['export.csv']])
  })

  it('asks for a piece only when the one before is taken care of', async () => {
    let asked = 0
    function* pieces(): Generator<Piece> {
      for (; asked < 3; asked += 1) yield succeed('piece')
    }
    const turns: number[] = []
    await writePieces(inFolder('x'), pieces(), async () => {
      turns.push(asked)
    })
    expect(turns).toEqual([0, 1, 2])
  })

  it('leaves what was there, and nothing else, when there is no rest, and when the disk takes none', async () => {
    const file = inFolder('export.json')
    writeFileSync(file, 'before')
    const broken = fail({ kind: 'file_not_written', detail: 'unreadable' } as const)
    function* bug(): Generator<Piece> {
      yield succeed(long)
      throw new Error('a bug')
    }
    const answers = [
      await writePieces(file, [succeed(long), broken], neverYield),
      await writePieces(file, bug(), neverYield),
      await writePieces(inFolder(), [succeed(long)], neverYield),
      await writePieces(join(file, 'below'), [succeed(long)], neverYield),
    ]
    expect([answers, readFileSync(file, 'utf8'), readdirSync(inFolder())]).toMatchObject([
      [broken, { fault: { detail: 'a bug' } }, { ok: false }, { ok: false }],
      'before',
      ['export.json'],
    ])
  })
})

it('a file of either kind is written under the longest name that the disk takes', async () => {
  const names = ['whole', 'parts'].map((word) => `${word}${'退'.repeat(82)}.pdf`)
  const [whole = '', pieces = ''] = names.map((name) => inFolder(name))
  const written = [writeWholeFile(whole, 'x'), await writePieces(pieces, [succeed('x')], neverYield)]
  expect([written, readdirSync(inFolder()).sort()]).toEqual([[succeed(null), succeed(null)], names.sort()])
})

/** Renames, and fails so many times first, as while a virus scanner reads the file. */
function heldFor(times: number): typeof renameSync {
  let left = times
  return (from, to) => {
    left -= 1
    if (left >= 0) throw Object.assign(new Error('EPERM: rename'), { code: 'EPERM' })
    renameSync(from, to)
  }
}

it('a file that is written whole waits for a program that holds the old one, and leaves that where it is held on', () => {
  const file = inFolder('settings.json')
  const written = [writeWholeFile(file, 'one', heldFor(2)), writeWholeFile(file, 'two', heldFor(1000))]
  expect([written, readFileSync(file, 'utf8'), readdirSync(inFolder())]).toEqual([
    [succeed(null), fail({ kind: 'file_not_written', detail: 'EPERM: rename' })],
    'one',
    ['settings.json'],
  ])
})

it('a file that is written in pieces waits likewise, and others have their turn meanwhile', async () => {
  const file = inFolder('export.json')
  let turns = 0
  const counting = setInterval(() => (turns += 1), 10)
  const write = (text: string, rename: typeof renameSync) =>
    writePieces(file, [succeed(text)], neverYield, async (from, to) => rename(from, to))
  const written = [await write('one', heldFor(2)), await write('two', heldFor(1000))]
  clearInterval(counting)
  expect([written, readFileSync(file, 'utf8'), readdirSync(inFolder()), turns > 10]).toEqual([
    [succeed(null), fail({ kind: 'file_not_written', detail: 'EPERM: rename' })],
    'one',
    ['export.json'],
    true,
  ])
})

describe('what this account alone may read', () => {
  const usual = process.umask()
  beforeEach(() => void process.umask(0o022))
  afterEach(() => void process.umask(usual))

  const mode = (...place: string[]) => (statSync(inFolder(...place)).mode & 0o777).toString(8)

  // Windows has no such modes.
  const whereModesAre = process.platform === 'win32' ? () => {} : it

  whereModesAre('closes folders and files of before to everybody else, and follows no link', () => {
    mkdirSync(inFolder('practice'))
    mkdirSync(inFolder('elsewhere'))
    writeFileSync(inFolder('cache.db'), '')
    writeFileSync(inFolder('practice', 'secrets.json'), '')
    writeFileSync(inFolder('elsewhere', 'mine'), '')
    for (const each of ['.', 'practice', 'elsewhere']) chmodSync(inFolder(each), 0o755)
    symlinkSync(inFolder('elsewhere', 'mine'), inFolder('link'))
    restrictPermissions([inFolder(), inFolder('practice'), inFolder('missing')])
    expect([
      mode('.'),
      mode('practice'),
      mode('cache.db'),
      mode('practice', 'secrets.json'),
      mode('elsewhere'),
      mode('elsewhere', 'mine'),
      existsSync(inFolder('missing')),
    ]).toEqual(['700', '700', '600', '600', '755', '644', false])
  })

  whereModesAre('makes every database and every folder afterwards for this account alone', () => {
    restrictPermissions([])
    const file = inFolder('new', 'cache.db')
    mkdirSync(inFolder('new'))
    const database = new Database(file)
    database.exec('PRAGMA journal_mode=WAL; CREATE TABLE one (two)')
    expect([mode('new'), mode('new', 'cache.db'), mode('new', 'cache.db-wal')]).toEqual(['700', '600', '600'])
    database.close()
  })

  // Only Linux has this filter for core dumps.
  const onLinux = process.platform === 'linux' ? it : () => {}

  onLinux('leaves the memory of the program out of core files, and that of programs it had begun', () => {
    const program = `
    const { spawn } = require('node:child_process')
    const { readFileSync, writeFileSync } = require('node:fs')
    const { restrictPermissions } = require('./files')
    // The system's own: this test's process has none of it since the tests before.
    writeFileSync('/proc/self/coredump_filter', '0x33')
    const begun = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'])
    begun.stdout.once('data', (inner) => {
      restrictPermissions([])
      const ids = [process.pid, begun.pid, Number(inner)]
      console.log(ids.map((id) => readFileSync('/proc/' + id + '/coredump_filter', 'utf8').trim()).join(' '))
      for (const id of ids.slice(1)) process.kill(id)
    })
  `
    const ran = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=commonjs', '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    expect([ran.stdout.trim(), ran.stderr]).toEqual(['00000000 00000000 00000000', ''])
  })
})
