import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { papers, textSizes, themes } from '../../shared/appearance'
import { relatedKinds } from '../../shared/related'
import { makeMemoryKeychain } from '../vault/testing/memory-keychain'
import { noSettingsPolicy, type SettingsPolicy, underPolicy, withPolicy } from './policy-overlay'
import { openSettings } from './settings'
import { type Settings, type SettingsChange, type SettingValues, settingsSchema } from './settings-schema'
import { settingsGround } from './testing/settings-ground'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-overlay-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const builtIn = settingsSchema.parse({ deviceId: 'made' })

const each = {
  storeName: fc.constantFrom('', 'Harbour Road', 'North'),
  storeId: fc.constantFrom('', 'st-1'),
  related: fc.subarray([...relatedKinds]),
  cashier: fc.constantFrom('', 'May'),
  theme: fc.constantFrom(...themes),
  paper: fc.constantFrom(...papers),
  textSize: fc.constantFrom(...textSizes),
  soundVolume: fc.integer({ min: 0, max: 100 }),
  keepDays: fc.constantFrom(30, 7),
  keepCopies: fc.constantFrom(50_000, 2000),
  watchedFolder: fc.constantFrom('', '/lists'),
}
const names = ['storeName', 'related', 'theme', 'textSize', 'soundVolume', 'keepDays', 'cashier'] as const
const someValues: fc.Arbitrary<SettingValues> = fc.record(each, { requiredKeys: [] })
const policies: fc.Arbitrary<SettingsPolicy> = fc.record({ enforced: someValues, defaults: someValues })
const given = (values: SettingValues): SettingsChange => Object.fromEntries(Object.entries(values))
const chosen = fc.subarray([...names])

describe('a setting under a policy', () => {
  it('is what is enforced, else what was saved, else the policy’s default, else what is built in', () => {
    fc.assert(
      fc.property(fc.record(each), policies, chosen, (own, policy, chosenNames) => {
        const saved: Settings = { ...builtIn, ...own, chosen: chosenNames }
        const inUse = underPolicy(saved, policy)
        for (const name of names) {
          const isBuiltIn = JSON.stringify(own[name]) === JSON.stringify(builtIn[name])
          const ownOrNone = isBuiltIn && !chosenNames.includes(name) ? undefined : own[name]
          const expected = policy.enforced[name] ?? ownOrNone ?? policy.defaults[name] ?? builtIn[name]
          expect([name, inUse[name]]).toEqual([name, expected])
        }
        expect(underPolicy(saved, noSettingsPolicy)).toEqual(saved)
      }),
    )
  })

  it('never reaches the till’s own file, whatever is saved, and leaves its binding as it was made', async () => {
    await fc.assert(
      fc.asyncProperty(policies, fc.array(someValues, { maxLength: 3 }), async (policy, changes) => {
        const place = mkdtempSync(path.join(folder, 'till-'))
        const ground = settingsGround(place, makeMemoryKeychain())
        const store = openSettings(ground)
        const settings = withPolicy(store, policy)
        await settings.check()
        for (const change of changes) {
          const before = settings.read()
          const changed = await settings.change(given(change))
          // What is enforced stays; everything else is what was asked for.
          if (changed.ok)
            expect(settings.read()).toMatchObject({ ...before, ...change, ...policy.enforced, binding: {} })
          else expect(settings.read()).toEqual(before)
        }
        const without = openSettings(ground)
        expect(await without.check()).toBe('as_saved')
        const asked = (name: (typeof names)[number]) => changes.map((change) => JSON.stringify(change[name]))
        for (const name of names) {
          const own = JSON.stringify(without.read()[name])
          expect([JSON.stringify(builtIn[name]), ...asked(name)]).toContain(own)
          // Saved again, as a form does with all its fields, what only the policy brings is still not the till's.
          if (policy.enforced[name] !== undefined) expect(own).toBe(JSON.stringify(builtIn[name]))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('of a default is the till’s own once somebody has saved another, the one that is built in too', async () => {
    const policy = { enforced: {}, defaults: { theme: 'dark', keepDays: 7 } } as const
    const ground = settingsGround(folder, makeMemoryKeychain())
    const settings = withPolicy(openSettings(ground), policy)
    await settings.check()
    expect(settings.read()).toMatchObject({ theme: 'dark', keepDays: 7 })
    // A form saves what stands beside it as well: that is still the policy's.
    await settings.change({ keepDays: 7, keepCopies: 2000 })
    expect(withPolicy(openSettings(ground), noSettingsPolicy).read()).toMatchObject({
      keepDays: 30,
      keepCopies: 2000,
    })
    await settings.change({ theme: 'system' })
    await settings.change({ keepDays: 30 })
    const again = withPolicy(openSettings(ground), policy)
    expect([again.read(), await again.check()]).toMatchObject([{ theme: 'system', keepDays: 30 }, 'as_saved'])
    expect(JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8')).chosen).toEqual([
      'theme',
      'keepDays',
    ])
  })
})
