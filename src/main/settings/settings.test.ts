import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettings, type SettingsStore } from './settings'
import { settingsGround } from './testing/settings-ground'

let folder: string
let warnings: string[]

function open(id = 'made-1'): SettingsStore {
  return openSettings({
    ...settingsGround(folder),
    makeId: () => id,
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    warn: (message) => warnings.push(message),
  })
}

const file = () => path.join(folder, 'settings.json')
const plain = {
  deviceId: 'made-1',
  storeName: '',
  storeId: '',
  related: ['store', 'user', 'fixed_code', 'emv_code'],
  cashier: '',
  theme: 'system',
  paper: '80mm',
  textSize: 100,
  soundVolume: 60,
  testPrint: 'none',
  watchedFolder: '',
  keepDays: 30,
  keepCopies: 50_000,
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-settings-'))
  warnings = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the settings', () => {
  it('makes the device id once and keeps it', () => {
    const first = open('made-1').read()
    const second = open('made-2').read()
    expect([first, second]).toEqual([plain, plain])
  })

  it('keeps a change for the next start, and what it does not know itself', async () => {
    writeFileSync(file(), JSON.stringify({ ...plain, later: { kept: true } }))
    await open().change({ storeName: 'Harbour Road', theme: 'dark' })
    expect(open().read()).toMatchObject({
      ...plain,
      storeName: 'Harbour Road',
      theme: 'dark',
      later: { kept: true },
    })
  })

  it('of an older program ask for every related record, and each kind is kept once, in its order', async () => {
    writeFileSync(file(), JSON.stringify({ deviceId: 'till-7' }))
    const till = open()
    const before = till.read().related
    await till.change({ related: ['user', 'store', 'user'], storeId: 'st-1' })
    expect([before, open().read()]).toMatchObject([
      plain.related,
      { related: ['store', 'user'], storeId: 'st-1' },
    ])
  })

  it('does not undo what another process wrote meanwhile', async () => {
    const till = open()
    till.read()
    await open().change({ deviceId: 'given', storeName: 'Harbour Road' })
    await till.change({ cashier: 'Ana' })
    expect(till.read()).toMatchObject({
      ...plain,
      deviceId: 'given',
      storeName: 'Harbour Road',
      cashier: 'Ana',
    })
  })

  it.each([
    ['that is no JSON', '{"deviceId": "till-7", "sto', 'made-1'],
    ['with a wrong value, whose device id survives', '{"deviceId":"till-7","theme":"pink"}', 'till-7'],
    ['that keeps copies for no day', '{"deviceId":"till-7","keepDays":0}', 'till-7'],
    ['that asks for a related record nobody knows', '{"deviceId":"till-7","related":["shop"]}', 'till-7'],
    ['that is empty', '', 'made-1'],
  ])('sets aside a file %s and starts from the defaults', (_name, content, id) => {
    writeFileSync(file(), content)
    expect(open().read()).toEqual({ ...plain, deviceId: id })
    const aside = 'settings.broken-2026-11-21T09-00-00-000Z.json'
    expect(readdirSync(folder).sort()).toEqual([aside, 'settings.json'])
    expect(readFileSync(path.join(folder, aside), 'utf8')).toBe(content)
    expect(warnings).toEqual([`The settings could not be understood; they were set aside as ${aside}.`])
  })

  it('says so and changes nothing when the file cannot be read or written', async () => {
    mkdirSync(file())
    const till = open()
    const detail = expect.stringMatching(/EISDIR/)
    expect([till.read(), await till.change({ cashier: 'Ana' }), till.read()]).toEqual([
      plain,
      { ok: false, fault: { kind: 'settings_not_saved', detail } },
      plain,
    ])
  })
})
