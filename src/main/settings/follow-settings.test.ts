import { expect, it } from 'vitest'
import type { RefundsOff } from '../../shared/fault'
import type { Act } from '../../shared/journal-events'
import type { SettingsStanding } from './bound-settings'
import { followSettings } from './follow-settings'
import type { SecretsView } from './secrets-state'

const view: SecretsView = {
  token: 'keychain',
  address: 'https://pay.example/',
  movedFrom: '',
  keychain: { works: false, detail: 'locked' },
  supervisorPin: 'set',
}

function rig() {
  const now: { standing: SettingsStanding; off: RefundsOff | null; works: boolean } = {
    standing: 'unchecked',
    off: 'journal_opening',
    works: false,
  }
  const said: (string | readonly [Act, string | null])[] = []
  const settings = {
    standing: () => now.standing,
    notTaken: () => (now.standing === 'changed' ? (['keepDays', 'storeId'] as const) : []),
    read: () => ({ cashier: 'Ana' }) as never,
    async check() {
      said.push('checked')
      if (now.works) now.standing = 'changed'
      return now.standing
    },
  }
  const follow = followSettings(
    {
      settings,
      secrets: { read: () => (now.works ? { ...view, keychain: { works: true } } : view) },
      refundService: { refundsOff: () => now.off, acted: (act, by) => said.push([act, by]) },
      warn: (line) => said.push(line),
    },
    () => said.push('announced'),
  )
  return { now, said, follow }
}

it('says once in the log, and in the journal once that is open, what somebody changed and that it was saved anew', async () => {
  const { now, said, follow } = rig()
  follow()
  now.works = true
  follow()
  await new Promise((resolve) => setTimeout(resolve))
  follow()
  now.off = null
  follow()
  follow()
  now.standing = 'as_saved'
  follow()
  follow()
  const names = 'keepDays, storeId'
  expect(said).toEqual([
    'checked',
    'announced',
    `The settings were changed outside Tillside. Not used from the file: ${names}.`,
    [{ act: 'settings_by_hand', what: 'changed', names }, 'Ana'],
    [{ act: 'settings_by_hand', what: 'saved_anew', names: '' }, 'Ana'],
  ])
})

it('asks nothing and says nothing while the keychain is silent, and nothing of settings that are as they were saved', () => {
  const { now, said, follow } = rig()
  follow()
  now.standing = 'as_saved'
  now.off = null
  follow()
  expect(said).toEqual([])
})
