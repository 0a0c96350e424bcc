import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultName } from '../vault/keychain'
import { type MemoryKeychain, makeMemoryKeychain } from '../vault/testing/memory-keychain'
import { openSettings } from './settings'
import { settingsGround } from './testing/settings-ground'

let folder = ''
let keychain: MemoryKeychain
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-bound-'))
  keychain = makeMemoryKeychain()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => path.join(folder, 'settings.json')
const entry = () => vaultName('settings', folder)
const note = () => vaultName('payment service', folder)

/** Another start of the program, or `--provision`. */
const open = (more: object = {}) => openSettings({ ...settingsGround(folder, keychain), ...more })
async function started(more: object = {}) {
  const till = open(more)
  return { standing: await till.check(), till }
}

function edit(changes: Readonly<Record<string, unknown>>): void {
  writeFileSync(file(), JSON.stringify({ ...JSON.parse(readFileSync(file(), 'utf8')), ...changes }))
}

const store = {
  deviceId: 'till-3',
  storeName: 'Harbour Road',
  storeId: 'st-1',
  related: ['store'],
  keepDays: 90,
  keepCopies: 5000,
  watchedFolder: '/lists',
} as const

/** A till as a supervisor has set it up, closed. */
async function setUp(): Promise<void> {
  const { till } = await started()
  expect(await till.change(store)).toMatchObject({ ok: true })
}

const attacks = [
  ['deviceId', 'till-4'],
  ['storeName', 'Elsewhere'],
  ['storeId', ''],
  ['related', ['user']],
  ['keepDays', 1],
  ['keepCopies', 1000],
  ['watchedFolder', '/home/cashier'],
] as const

describe('what a supervisor sets', () => {
  it.each(attacks)('is not taken from a file in which somebody changed it: %s', async (name, value) => {
    await setUp()
    edit({ [name]: value, theme: 'dark' })
    const { standing, till } = await started()
    expect([standing, till.notTaken(), till.read()]).toMatchObject([
      'changed',
      [name],
      { ...store, theme: 'dark' },
    ])
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ [name]: value })
  })

  it('is not taken from a file without its hash, nor with that of other values', async () => {
    await setUp()
    const { binding } = JSON.parse(readFileSync(file(), 'utf8'))
    edit({ binding: undefined, keepDays: 1 })
    const without = await started()
    edit({ binding: { ...binding, count: binding.count + 1 } })
    const other = await started()
    expect([without.standing, other.standing, without.till.read(), other.till.read()]).toMatchObject([
      'changed',
      'changed',
      store,
      store,
    ])
  })

  it('is not taken from an older file with its own hash, and the device id stays when the file is gone', async () => {
    await setUp()
    copyFileSync(file(), `${file()}.old`)
    await (await started()).till.change({ storeId: 'st-2' })
    copyFileSync(`${file()}.old`, file())
    const older = await started()
    rmSync(file())
    const gone = await started({ makeId: () => 'another' })
    const now = { ...store, storeId: 'st-2' }
    expect([older.standing, older.till.read(), gone.standing, gone.till.read()]).toMatchObject([
      'older',
      now,
      'changed',
      now,
    ])
  })

  it.each([
    ['the keychain’s entry', () => keychain.secrets.delete(entry())],
    ['the entry and the hash', () => [keychain.secrets.delete(entry()), edit({ binding: undefined })]],
    ['the entry with what it never was', () => keychain.secrets.set(entry(), '{}')],
    [
      'the entry, the hash and the word beside the credentials',
      () => [keychain.secrets.clear(), edit({ binding: undefined })],
    ],
  ])('falls back to the defaults when somebody deletes %s', async (_what, attack) => {
    await setUp()
    edit({ storeId: 'st-9', keepDays: 1 })
    attack()
    const { standing, till } = await started({ wasUsed: () => true })
    expect([standing, till.read()]).toMatchObject(['lost', { storeName: '', storeId: '', keepDays: 30 }])
  })

  it('has the device id that it was provisioned with even then', async () => {
    await setUp()
    const { credentials } = settingsGround(folder, keychain)
    await credentials.changeNote({ till: 'till-3' })
    keychain.secrets.delete(entry())
    edit({ deviceId: 'till-4' })
    expect((await started()).till.read().deviceId).toBe('till-3')
  })

  it('stays so until a supervisor saves it anew, whatever a cashier saves meanwhile', async () => {
    await setUp()
    edit({ keepDays: 1 })
    const { till } = await started()
    await till.change({ cashier: 'Ana', theme: 'dark' })
    const byCashier = [till.standing(), (await started()).standing]
    await till.change({ storeName: store.storeName })
    const again = await started()
    expect([byCashier, till.standing(), again.standing, again.till.read()]).toMatchObject([
      ['changed', 'changed'],
      'as_saved',
      'as_saved',
      { ...store, cashier: 'Ana', theme: 'dark' },
    ])
  })

  it('is bound anew by a supervisor when the keychain had lost it', async () => {
    await setUp()
    keychain.secrets.delete(entry())
    const { till } = await started()
    await till.change({ keepDays: 60 })
    edit({ keepDays: 1 })
    expect((await started()).till.read().keepDays).toBe(60)
  })

  it('is found out while the program runs, too', async () => {
    await setUp()
    const { till } = await started()
    edit({ keepCopies: 1 })
    expect([await till.check(), till.read().keepCopies]).toEqual(['changed', 5000])
  })
})

describe('a profile of before', () => {
  it('is bound without a word at its first start, whatever it holds', async () => {
    writeFileSync(file(), JSON.stringify(store))
    const first = await started()
    edit({ keepDays: 1 })
    const second = await started()
    expect([first.standing, first.till.read(), second.standing]).toMatchObject(['as_saved', store, 'changed'])
    const noted = JSON.parse(keychain.secrets.get(note()) ?? '{}')
    expect(noted).toMatchObject({ settingsBound: true })
  })

  it.each([1, 2, 3, 4])(
    'is bound all the same when the program ended after %i steps of it',
    async (steps) => {
      writeFileSync(file(), JSON.stringify(store))
      let left = steps
      const ending = {
        ...keychain,
        write: async (name: string, secret: string) => {
          if (left <= 0) throw new Error('ended')
          left -= 1
          return keychain.write(name, secret)
        },
      }
      await started({ keychain: ending }).catch(() => null)
      const { standing, till } = await started()
      expect([standing, till.read()]).toMatchObject(['as_saved', store])
    },
  )
})

it('a change that the keychain was not told of any more counts at the next start', async () => {
  await setUp()
  const { till } = await started()
  keychain.breakWrites((name) => name === entry())
  await till.change({ storeId: 'st-2' })
  keychain.breakWrites(null)
  const { standing, till: next } = await started()
  copyFileSync(file(), `${file()}.old`)
  expect([standing, next.read().storeId]).toEqual(['as_saved', 'st-2'])
})

describe('while the keychain does not answer', () => {
  it.each(['breakIt', 'answerNothing'] as const)(
    'the file holds as it is, nothing of it is written, and what was changed is found out afterwards (%s)',
    async (silence) => {
      await setUp()
      edit({ keepDays: 7 })
      const before = readFileSync(file(), 'utf8')
      keychain[silence]()
      const { standing, till } = await started()
      const silent = [
        till.read().keepDays,
        await till.change({ storeName: 'Mine' }),
        readFileSync(file(), 'utf8'),
      ]
      keychain.mendIt()
      expect([standing, silent, await till.check(), till.read()]).toMatchObject([
        'unchecked',
        [7, { ok: false, fault: { kind: 'keychain_unavailable' } }, before],
        'changed',
        store,
      ])
    },
  )

  it.each(['breakIt', 'answerNothing'] as const)(
    'a till that never had one is set up all the same (%s)',
    async (silence) => {
      keychain[silence]()
      const { till } = await started()
      await till.change(store)
      expect((await started()).till.read()).toMatchObject(store)
    },
  )
})

it('a folder too long for the keychain is bound too, and nowhere when somebody changed it', async () => {
  keychain = makeMemoryKeychain(2560)
  const { till } = await started()
  await till.change({ ...store, storeName: '店'.repeat(80), watchedFolder: `/${'x'.repeat(4000)}` })
  const good = await started()
  edit({ watchedFolder: '/home' })
  const bad = await started()
  expect([good.standing, good.till.read().watchedFolder.length, bad.till.read()]).toMatchObject([
    'as_saved',
    4001,
    { storeName: '店'.repeat(80), watchedFolder: '' },
  ])
})
