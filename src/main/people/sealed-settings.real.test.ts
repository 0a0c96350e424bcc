import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { noRules, presetRules } from '../../shared/people/rules'
import { openSettings, type SettingValues } from '../settings/settings'
import { settingsGround } from '../settings/testing/settings-ground'
import { vaultName } from '../vault/keychain'
import { rulesInForce } from './kept-people'
import type { People } from './people'
import { aCashier, added, aManager, till, tillWithManager } from './testing/staffed-till'

const strict = presetRules('strict', 'HKD')
const careful = presetRules('careful', 'HKD')
const entry = vaultName('people', '/p')

/** The settings after a start, once the keychain has answered. */
async function settingsOf(folder: string, people: People, policy: SettingValues = {}) {
  await people.view()
  return openSettings({ ...settingsGround(folder), sealed: people.settings, policy })
}

/** A till with strict rules, and with a manager or nobody. */
async function strictTill(hasPeople: boolean) {
  const made = till()
  const people = made.start()
  if (hasPeople) await added(people, aManager)
  const settings = await settingsOf(made.folder, people)
  const saved = await settings.change({ rules: strict, storeId: 'st-1', tillName: 'North' })
  if (!saved.ok) throw new Error(JSON.stringify(saved))
  return { ...made, people, settings, file: join(made.folder, 'people') }
}

describe.each([
  ['with people', true],
  ['that is open', false],
])('the rules of a till %s', (_what, hasPeople) => {
  it('are the same after a restart, whatever the settings file says', async () => {
    const { folder, restart } = await strictTill(hasPeople)
    const loose = { rules: noRules, storeId: '', reasons: ['Any'], lockMinutes: 15, tillName: 'South' }
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(loose))
    const settings = await settingsOf(folder, restart())
    expect(settings.read()).toMatchObject({
      ...{ rules: strict, storeId: 'st-1', lockMinutes: 3, tillName: 'South' },
      reasons: expect.arrayContaining(['damaged', 'other']),
    })
  })

  it('are off where nobody has set any, and unknown before the keychain has answered', async () => {
    const { folder, start } = till()
    const people = start()
    const before = people.settings.read().rules
    expect([before, (await settingsOf(folder, people)).read().rules]).toEqual([null, noRules])
  })

  it.each<[string, (made: Awaited<ReturnType<typeof strictTill>>) => void]>([
    ['a deleted file', ({ file }) => rmSync(file)],
    ['an edited file', ({ file }) => writeFileSync(file, 'loose')],
    ['an older file', ({ folder, file }) => copyFileSync(join(folder, 'older'), file)],
    ['a deleted entry', ({ keychain }) => keychain.secrets.delete(entry)],
  ])(
    'are no longer known after %s, and nobody sets them before a manager is set up again',
    async (_, damage) => {
      const made = await strictTill(hasPeople)
      copyFileSync(made.file, join(made.folder, 'older'))
      await made.settings.change({ rules: careful })
      damage(made)
      const people = made.restart()
      const settings = await settingsOf(made.folder, people)
      const lost = settings.read().rules
      const early = await settings.change({ rules: noRules })
      const learned = await settings.change({ storeId: 'st-2' })
      await added(people, aManager)
      const begun = [settings.read().rules, (await settingsOf(made.folder, made.restart())).read().rules]
      await settings.change({ rules: careful })
      expect([lost, early, learned, begun, settings.read().rules]).toEqual([
        null,
        fail({ kind: 'people_damaged' }),
        fail({ kind: 'people_damaged' }),
        [null, null],
        careful,
      ])
    },
  )
})

it('the rules stay unknown when the power goes while a manager is set up again', async () => {
  const { file, keychain, restart, folder } = await strictTill(true)
  rmSync(file)
  const people = restart()
  keychain.breakWritesFrom(2, entry)
  await people.save(aManager)
  keychain.breakWrites(null)
  rmSync(file)
  expect((await settingsOf(folder, restart())).read().rules).toBeNull()
})

it('a change that cannot be written changes nothing', async () => {
  const { settings, keychain } = await strictTill(true)
  keychain.breakWrites(() => true)
  const outcome = [await settings.change({ rules: noRules }), settings.read().rules]
  expect(outcome).toEqual([fail({ kind: 'keychain_unavailable', detail: 'broken' }), strict])
})

it('people and rules that the disk does not take are settings that were not saved: nobody chose a folder for them', async () => {
  const { folder, start } = till()
  mkdirSync(join(folder, 'people'))
  const people = start()
  const settings = await settingsOf(folder, people)
  const notSaved = fail({ kind: 'settings_not_saved', detail: expect.stringMatching(/EISDIR|EPERM/) })
  const outcome = [await people.save(aManager), await settings.change({ rules: strict })]
  expect(outcome).toEqual([notSaved, notSaved])
})

it('a policy’s rules override those of the till, also lost ones', async () => {
  const { folder, file, restart } = await strictTill(true)
  rmSync(file)
  const people = restart()
  const settings = await settingsOf(folder, people, { rules: careful })
  const outcome = [settings.read().rules, await settings.change({ rules: careful })]
  expect(outcome).toEqual([careful, succeed(settings.read())])
  const now = async () => {
    const view = await people.view()
    return view.ok && rulesInForce(settings.read(), view.value.state)
  }
  const lost = await now()
  await added(people, aManager)
  // Nobody can sign in, and so nobody refunds, until there is a manager again.
  expect([lost, await now()]).toEqual([null, careful])
})

it('are changed, and said to be, where the keychain took the announcement of the change but not its end', async () => {
  const made = await tillWithManager()
  made.keychain.breakWritesFrom(2, entry)
  const saved = await made.people.save({ ...aCashier, pin: '73-open2' })
  const kept = await made.people.settings.keep({ rules: strict })
  made.keychain.breakWrites(null)
  const next = made.restart()
  const view = await next.view()
  const names = view.ok && view.value.people.map(({ name }) => name)
  const outcome = [saved.ok, names, kept.ok, next.settings.read().rules]
  expect(outcome).toEqual([true, ['Sam', 'Ann'], false, noRules])
})
