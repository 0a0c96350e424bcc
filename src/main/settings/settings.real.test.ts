import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { papers, textSizes, themes } from '../../shared/base/choices'
import { fail } from '../../shared/base/result'
import { relatedKinds } from '../../shared/payment/codes'
import { runs } from '../../shared/testing/property-size'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import {
  openSettings,
  type SettingsChange,
  type SettingsStore,
  type SettingValues,
  settingsSchema,
} from './settings'
import { memorySealed, defaultSettings as plain, settingsGround } from './testing/settings-ground'

const inFolder = folderOfEachTest()
let warnings: string[]

function open(): SettingsStore {
  return openSettings({ ...settingsGround(inFolder()), warn: (message) => warnings.push(message) })
}

const file = () => inFolder('settings.json')

beforeEach(() => {
  warnings = []
})

describe('the settings', () => {
  it('keeps a change for the next start, each related kind once and in its order', async () => {
    const first = open()
    const before = first.read()
    await first.change({ tillName: 'Harbour Road', theme: 'dark', related: ['user', 'store', 'user'] })
    expect([before, open().read()]).toEqual([
      plain,
      { ...plain, tillName: 'Harbour Road', theme: 'dark', related: ['store', 'user'] },
    ])
  })

  it('changes nothing where what is sealed is not kept, and keeps nothing sealed where the file is not written', async () => {
    const sealed = memorySealed()
    const settings = openSettings({ ...settingsGround(inFolder()), sealed })
    await settings.change({ tillName: 'Harbour Road' })
    const before = [settings.read(), readFileSync(file(), 'utf8')]
    const refusing = openSettings({
      ...settingsGround(inFolder()),
      sealed: { ...sealed, keep: async () => fail({ kind: 'people_damaged' }) },
    })
    const unkept = await refusing.change({ tillName: 'Peak', lockMinutes: 9 })
    expect([unkept.ok, refusing.read(), readFileSync(file(), 'utf8')]).toEqual([false, ...before])
    rmSync(file())
    mkdirSync(file())
    const unwritten = await settings.change({ tillName: 'Peak', lockMinutes: 9 })
    expect([unwritten.ok, settings.read()]).toEqual([false, before[0]])
  })

  it.each([
    ['that is no JSON', '{"tillName": "Har'],
    ['with a wrong value', '{"theme":"pink"}'],
    ['that keeps copies for no day', '{"keepDays":0}'],
    ['that asks for a related record nobody knows', '{"related":["shop"]}'],
    ['that is empty', ''],
  ])('are the defaults for a file %s, told once, and a change writes it anew', async (_name, content) => {
    writeFileSync(file(), content)
    const till = open()
    const found = till.read()
    await till.change({ cashier: 'Ana' })
    expect([found, open().read(), warnings]).toEqual([
      plain,
      { ...plain, cashier: 'Ana' },
      [expect.stringMatching(/^The settings could not be read: /)],
    ])
  })

  it('are read again where an antivirus program holds the file for a moment, so that the next change loses none', async () => {
    await open().change({ tillName: 'Harbour Road', cashier: 'Ana', paper: 'a4', language: 'ja' })
    let reads = 0
    const readFrom = (path: string) => {
      reads += 1
      if (reads < 3) throw Object.assign(new Error('held'), { code: 'EBUSY' })
      return readFileSync(path, 'utf8')
    }
    await openSettings({ ...settingsGround(inFolder()), readFrom }).change({ theme: 'dark' })
    const kept = { tillName: 'Harbour Road', cashier: 'Ana', paper: 'a4', language: 'ja', theme: 'dark' }
    expect(open().read()).toEqual({ ...plain, ...kept })
  })

  it('names neither store nor cashier in the log where the file cannot be read', () => {
    writeFileSync(file(), '{"tillName":"Harbour Road","cashier":Mei Lee}')
    open()
    expect(warnings).toEqual(['The settings could not be read: the file is no JSON'])
  })

  it('says so and changes nothing when the file cannot be read or written', async () => {
    mkdirSync(file())
    const till = open()
    const detail = expect.stringMatching(/EISDIR/)
    const outcome = [till.read(), await till.change({ cashier: 'Ana' }), till.read()]
    expect(outcome).toEqual([plain, { ok: false, fault: { kind: 'settings_not_saved', detail } }, plain])
  })
})

const someValues: fc.Arbitrary<SettingValues & SettingsChange> = fc.record(
  {
    tillName: fc.constantFrom('', 'Harbour Road', 'North'),
    storeId: fc.constantFrom('', 'st-1'),
    related: fc.subarray([...relatedKinds]),
    cashier: fc.constantFrom('', 'May'),
    theme: fc.constantFrom(...themes),
    paper: fc.constantFrom(...papers),
    textSize: fc.constantFrom(...textSizes),
    soundVolume: fc.integer({ min: 0, max: 100 }),
    keepDays: fc.constantFrom(30, 7),
    keepCopies: fc.constantFrom(50_000, 2000),
  },
  { requiredKeys: [] },
)

it('a setting under a policy is what the policy sets, else what was saved, and the policy never reaches the till’s own file', async () => {
  await fc.assert(
    fc.asyncProperty(someValues, fc.array(someValues, { maxLength: 3 }), async (policy, changes) => {
      const place = mkdtempSync(inFolder('till-'))
      const ground = settingsGround(place)
      const settings = openSettings({ ...ground, policy })
      let own = settingsSchema.parse({})
      for (const change of changes) {
        const differing = settings
          .setElsewhere()
          .filter(
            (name) =>
              change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(policy[name]),
          )
        const changed = await settings.change(change)
        if (differing.length === 0) {
          const others = Object.entries(change).filter(([name]) => !(name in policy))
          own = { ...own, ...Object.fromEntries(others) }
        } else expect(changed).toEqual(fail({ kind: 'set_by_policy', settings: differing }))
        expect(settings.read()).toEqual({ ...own, ...policy })
      }
      expect(openSettings(ground).read()).toEqual(own)
    }),
    { numRuns: runs(60) },
  )
})
