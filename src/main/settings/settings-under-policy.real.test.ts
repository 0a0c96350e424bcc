import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { papers, textSizes, themes } from '../../shared/base/choices'
import { fail } from '../../shared/base/result'
import { relatedKinds } from '../../shared/payment/codes'
import { runs } from '../../shared/testing/property-size'
import { folderOfTest } from '../system/testing/folder-of-test'
import { openSettings, type SettingsChange, type SettingValues, settingsSchema } from './settings'
import { settingsGround } from './testing/settings-ground'

let folder: string
beforeEach(() => {
  folder = folderOfTest()
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

describe('a setting under a policy', () => {
  it('is what the policy sets, else what was saved, and the policy never reaches the till’s own file', async () => {
    await fc.assert(
      fc.asyncProperty(someValues, fc.array(someValues, { maxLength: 3 }), async (policy, changes) => {
        const place = mkdtempSync(path.join(folder, 'till-'))
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
})
