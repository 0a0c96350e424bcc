import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restrictPermissions } from './files'
import { folderOfTest } from './testing/folder-of-test'

const usual = process.umask()
let folder: string
beforeEach(() => {
  folder = folderOfTest()
  process.umask(0o022)
})
afterEach(() => void process.umask(usual))

const mode = (...place: string[]) => (statSync(path.join(folder, ...place)).mode & 0o777).toString(8)

// Windows has no such modes.
const whereModesAre = process.platform === 'win32' ? () => {} : it

whereModesAre('closes folders and files of before to everybody else, and follows no link', () => {
  mkdirSync(path.join(folder, 'practice'))
  mkdirSync(path.join(folder, 'elsewhere'))
  writeFileSync(path.join(folder, 'cache.db'), '')
  writeFileSync(path.join(folder, 'practice', 'secrets.json'), '')
  writeFileSync(path.join(folder, 'elsewhere', 'mine'), '')
  for (const each of ['.', 'practice', 'elsewhere']) chmodSync(path.join(folder, each), 0o755)
  symlinkSync(path.join(folder, 'elsewhere', 'mine'), path.join(folder, 'link'))
  restrictPermissions([folder, path.join(folder, 'practice'), path.join(folder, 'missing')])
  expect([
    mode('.'),
    mode('practice'),
    mode('cache.db'),
    mode('practice', 'secrets.json'),
    mode('elsewhere'),
    mode('elsewhere', 'mine'),
    existsSync(path.join(folder, 'missing')),
  ]).toEqual(['700', '700', '600', '600', '755', '644', false])
})

whereModesAre('makes every database and every folder afterwards for this account alone', () => {
  restrictPermissions([])
  const file = path.join(folder, 'new', 'cache.db')
  mkdirSync(path.dirname(file))
  const database = new Database(file)
  database.exec('PRAGMA journal_mode=WAL; CREATE TABLE one (two)')
  expect([mode('new'), mode('new', 'cache.db'), mode('new', 'cache.db-wal')]).toEqual(['700', '600', '600'])
  database.close()
})

// Only Linux has this filter for core dumps.
const onLinux = process.platform === 'linux' ? it : () => {}

onLinux('leaves the memory of the program out of its core file', () => {
  const program = `
    const { readFileSync } = require('node:fs')
    const { restrictPermissions } = require('./files')
    restrictPermissions([])
    console.log(readFileSync('/proc/self/coredump_filter', 'utf8').trim())
  `
  const ran = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=commonjs', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect([ran.stdout.trim(), ran.stderr]).toEqual(['00000000', ''])
})
