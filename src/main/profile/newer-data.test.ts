import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aCopyRecord, thisTill, wholeFile } from '../copies/testing/copy-samples'
import { openTransactionCache } from '../copies/transaction-cache'
import { makeJournalKeys } from '../journal/journal-keys'
import { forgetSilence, wasSilentBefore } from '../journal/keychain-silence'
import { profileJournals } from '../journal/profile-journals'
import { leaveToNewer, withheldBy } from '../refund/newer-data'
import { openCrashCount } from '../unattended/crash-count'
import { entryNames } from '../vault/entry-names'
import { vaultName } from '../vault/keychain'
import { readWindowPlace, writeWindowPlace } from '../window/window-place'
import { smallFiles } from './newer-files'
import { openProfile } from './profile'
import { realFolder } from './real-folder'

let base: string
let folder: string
let warnings: string[]
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'tillside-newer-'))
  folder = realFolder(path.join(base, 'practice'))
  warnings = []
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (name: string) => path.join(folder, name)
const newer = '{ "version": 2, "deviceId": "till-9", "theme": { "hue": 4 }, "crashes": [], "running": true }'
const place = { x: 0, y: 0, width: 1280, height: 800, maximized: false }

/** A profile whose keychain is a file of its own, as practice has it. */
const open = () => openProfile('practice', base, 'any', (line) => warnings.push(line))

/** All that this program would write into these files in a day. */
async function workADay(): Promise<void> {
  const profile = await open()
  await profile.settings.check()
  await profile.settings.change({ storeName: 'Harbour Road' })
  await profile.settings.change({ theme: 'dark' })
  writeWindowPlace(at('window.json'), place)
  const crashes = openCrashCount(at('crashes.json'), () => 1)
  crashes.begin()
  crashes.note()
  crashes.endedInOrder()
  const silence = { folder, run: 'this', log: () => undefined }
  wasSilentBefore(silence, 'a journal')
  forgetSilence(silence)
}

describe('a file of a newer program', () => {
  it.each(smallFiles)(
    '%s is left byte for byte, with nothing beside it, and refunds are off',
    async (name) => {
      writeFileSync(at(name), newer)
      await workADay()
      const { newerData } = await open()
      const beside = readdirSync(folder).filter(
        (found) => found !== name && found.includes(name.split('.')[0] ?? ''),
      )
      expect([readFileSync(at(name), 'utf8'), beside, newerData(), withheldBy(newerData, false)]).toEqual([
        newer,
        [],
        [name],
        'data_newer',
      ])
      expect(warnings).toContain(`A newer Tillside wrote ${name}. This one leaves it as it is.`)
    },
  )

  it.each(smallFiles)('%s keeps what only a newer program knows, where its form is today’s', async (name) => {
    writeFileSync(at(name), '{"deviceId":"till-9","later":{"kept":true}}')
    await workADay()
    expect(JSON.parse(readFileSync(at(name), 'utf8'))).toMatchObject({ later: { kept: true } })
  })

  it('says nothing of what today’s program wrote', async () => {
    await workADay()
    const { newerData } = await open()
    const written = smallFiles.filter((name) => existsSync(at(name)))
    expect([newerData(), withheldBy(newerData, false), withheldBy(newerData, true), warnings]).toEqual([
      [],
      null,
      'policy_wrong',
      [],
    ])
    expect(written.length).toBe(smallFiles.length)
  })

  it('settings.json: built-in values hold but for the device id, and saving is refused in words', async () => {
    writeFileSync(at('settings.json'), newer)
    const { settings } = await open()
    expect([await settings.check(), settings.read()]).toMatchObject([
      'unchecked',
      { deviceId: 'till-9', theme: 'system', keepDays: 30 },
    ])
    const detail = 'A newer Tillside wrote settings.json. This one leaves it as it is.'
    const changes = [await settings.change({ theme: 'dark' }), await settings.change({ storeName: 'Other' })]
    const fault = { kind: 'settings_not_saved', detail }
    expect(changes).toEqual([
      { ok: false, fault },
      { ok: false, fault },
    ])
  })

  it('settings.json: what a supervisor saved last is still in force, from the keychain', async () => {
    const first = await open()
    await first.settings.check()
    await first.settings.change({ storeName: 'Harbour Road', keepDays: 5 })
    const saved = readFileSync(at('secrets.json'), 'utf8')
    writeFileSync(at('settings.json'), newer)
    const { settings } = await open()
    await settings.check()
    await settings.change({ storeName: 'Other' })
    expect([settings.read(), readFileSync(at('secrets.json'), 'utf8') === saved]).toMatchObject([
      { storeName: 'Harbour Road', keepDays: 5 },
      true,
    ])
  })

  it('window.json and crashes.json: the window opens at its usual place, and nothing is counted', () => {
    writeFileSync(at('window.json'), JSON.stringify({ ...place, version: 2 }))
    writeFileSync(at('crashes.json'), newer)
    const screen = { x: 0, y: 0, width: 1920, height: 1080 }
    const found = [
      readWindowPlace(at('window.json'), [screen]),
      openCrashCount(at('crashes.json'), () => 1).isTooMany(),
    ]
    expect(found).toEqual([null, false])
  })

  it('cache.db: there are no saved copies, whatever is asked, and the file stays', async () => {
    const key = Buffer.alloc(32, 1)
    const logged: string[] = []
    const openCache = () => openTransactionCache({ folder, key, log: (line) => logged.push(line) })
    openCache().close()
    const database = new Database(at('cache.db'))
    database.exec('CREATE TABLE later (name TEXT); PRAGMA user_version = 99')
    database.close()
    const before = wholeFile(folder)
    const cache = openCache()
    for (let again = 0; again < 8; again += 1) cache.save(thisTill, aCopyRecord('1'), 1)
    expect([cache.find(thisTill, 'transaction_id', 'T1'), cache.recent(thisTill, 9), cache.count()]).toEqual([
      null,
      [],
      0,
    ])
    cache.close()
    const { newerData } = await open()
    expect([readFileSync(at('cache.db')).equals(before), newerData(), logged[0]]).toEqual([
      true,
      ['cache.db'],
      'saved copies: newer: A newer Tillside wrote it',
    ])
  })

  it('cache.db: one whose number is damaged is not newer, and is made anew', async () => {
    const key = Buffer.alloc(32, 1)
    const openCache = () => openTransactionCache({ folder, key, log: () => undefined })
    openCache().close()
    const database = new Database(at('cache.db'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    const { newerData } = await open()
    const cache = openCache()
    cache.save(thisTill, aCopyRecord('1'), 1)
    expect([newerData(), cache.count()]).toEqual([[], 1])
    cache.close()
  })
})

describe('a keychain entry of a newer program', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const secrets = () => new Map<string, string>(JSON.parse(readFileSync(at('secrets.json'), 'utf8')))
  const put = (entries: ReadonlyMap<string, string>) =>
    writeFileSync(at('secrets.json'), JSON.stringify([...entries]))

  /** All that this program would write into the keychain. Answers why refunds are off, and how that ends. */
  async function tryAll(setsPin = false) {
    const profile = await open()
    const { settings, vault, supervisorPin, keychain, newerData } = profile
    await settings.check()
    await settings.change({ storeName: 'Other' })
    const saved = await vault.save({ address: 'http://127.0.0.1:9', token: 'another' })
    await vault.forget()
    // A hash of its own cost each time, so not for every entry.
    if (setsPin) await supervisorPin.set({ currentPin: '', newPin: '73-open' })
    await vault.dataKey('saved copies', { createIfMissing: true })
    await vault.dataKey('export signature', { createIfMissing: true })
    const keys = makeJournalKeys(keychain, vaultName('journal', profile.entriesPath))
    const about = { keys, credentials: vault, now: () => 1, log: () => undefined }
    const opened = await leaveToNewer(profileJournals({ ...profile, ...about }), newerData).open()
    if (opened.ok) opened.value.close()
    return [saved.ok && saved.value, opened.ok ? withheldBy(newerData, false) : opened.fault]
  }

  it('is left as it is, whichever it is, and refunds are off with nothing to be replaced', async () => {
    const names = entryNames(folder, [id]).filter((name) => !/ probe|further| begun/.test(name))
    const left: unknown[] = []
    for (const name of names) {
      rmSync(folder, { recursive: true, force: true })
      realFolder(folder)
      await tryAll()
      const ours = secrets()
      // The head and the key of the journal that is there, in the place of the one that is only named.
      const inForce = ours.get(`${vaultName('journal', folder)} in force`) ?? ''
      const real = name.replace(id, inForce)
      // Former versions' entries, which a till without their file asks for only when it has no journal.
      const isFormer =
        real === `${vaultName('journal', folder)} key` || real === `${vaultName('journal', folder)} head`
      if (isFormer) continue
      put(new Map([...ours, [real, newer]]))
      const [, off] = await tryAll(name.startsWith('supervisor pin'))
      const why = typeof off === 'object' && off !== null ? { ...off } : { why: off, replaceable: null }
      left.push([
        name,
        secrets().get(real) === newer,
        Reflect.get(why, 'why'),
        Reflect.get(why, 'replaceable'),
      ])
    }
    expect(left).toEqual(left.map((found) => [Array.isArray(found) && found[0], true, 'data_newer', null]))
    expect(left.length).toBe(8)
  })

  it('of address and token: a token that is typed now holds until the program ends', async () => {
    put(new Map([[vaultName('payment service', folder), newer]]))
    expect((await tryAll())[0]).toBe('session_only')
  })
})
