import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import { noRules, presetRules } from '../../shared/people/rules'
import type { Act } from '../../shared/refund/journal-events'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import { aCopyRecord } from '../copies/testing/copy-samples'
import type { RightsHolder } from '../people/rights'
import type { ServiceWord } from '../service/service'
import { openSecretsState } from '../settings/secrets'
import { openSettings, type SettingValues } from '../settings/settings'
import { settingsGround } from '../settings/testing/settings-ground'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { makeFileKeychain } from '../vault/keychain'
import { makeVault } from '../vault/vault'
import { settingsHandlers } from './settings'
import { fakeParts } from './testing/fake-parts'

const inFolder = folderOfEachTest()

const shownTransaction = aShownRecord({ record: aCopyRecord('1') })
const notInPractice = { kind: 'address_not_allowed', why: 'practice_has_its_own', address: '' }

const nobody = { view: async () => succeed({ state: 'none', people: [] } as const) }

type Till = {
  readonly practice?: boolean
  /** Whether the disk deletes the saved copies, and their index. */
  readonly diskLetsGo?: boolean
  readonly indexGoes?: boolean
  readonly policy?: SettingValues
  /** What the service says of a typed token. */
  readonly word?: ServiceWord
  readonly onScreen?: ShownTransaction
}

async function setUp(till: Till = {}) {
  const { practice = false, diskLetsGo = true, indexGoes = true, onScreen } = till
  const { policy = {}, word = { said: 'reached' } } = till
  const keychain = makeFileKeychain(inFolder('secrets.json'))
  const settings = openSettings({ ...settingsGround(inFolder()), policy })
  const vault = makeVault({ keychain, profile: inFolder() })
  const secrets = await openSecretsState({ vault, people: nobody, after: () => () => {} })
  const told: string[] = []
  const sessions: string[] = []
  const holder: { now: RightsHolder | null } = { now: null }
  const asked: string[] = []
  const acts: (readonly [Act, string | null])[] = []
  const readAppState = () => {
    const { address: serviceAddress, token, deviceId } = secrets.read()
    return anAppState({ ...settings.read(), serviceAddress, token, deviceId })
  }
  const handlers = settingsHandlers(
    fakeParts({
      mode: practice ? 'practice' : 'service',
      settings,
      shownLookups: {
        shownFor: (lookup) => (onScreen !== undefined && lookup === onScreen.lookup ? onScreen : null),
      },
      vault,
      rights: {
        needs: async () => succeed((await vault.look()).token === 'none' ? 'nothing' : 'token'),
        beginForInstaller: () => sessions.push('begun'),
        holder: () => holder.now,
      },
      signIn: { current: () => null },
      people: { bind: async () => void told.push('people bound') },
      secrets,
      askService: async ({ address, token }) => {
        asked.push(`${address} with ${token}`)
        // They end meanwhile.
        holder.now = null
        return word
      },
      refundService: { wake: () => told.push('wake') },
      actor: () => {
        const name = holder.now?.person?.name ?? settings.read().cashier
        return name === '' ? null : { id: '', name }
      },
      note: (act, by) => acts.push([act, by?.name ?? null]),
      copies: {
        forgetAll: async () => {
          told.push('copies forgotten')
          return diskLetsGo
        },
      },
      copySearch: {
        drop: () => {
          told.push('index removed')
          return indexGoes
        },
      },
      recent: { changed: () => void told.push('recent told') },
      lists: { lookAgain: () => told.push('lists told') },
      readAppState,
    }),
  )
  const token = () => vault.withCredentials(async (credentials) => credentials)
  return { handlers, told, acts, asked, sessions, token, readAppState, holder }
}

const typed = { address: 'https://pay.example', token: 'secret-token', anyway: false }

/** In this order, because a search meanwhile may rebuild the index. */
const allForgotten = ['copies forgotten', 'index removed', 'recent told', 'lists told']

it('the test print is left to do once a till that was nobody’s is connected, and not again once it is done', async () => {
  const { handlers, readAppState } = await setUp()
  const seen = [readAppState().testPrint]
  await handlers['token:save'](typed)
  seen.push(readAppState().testPrint)
  await handlers['token:forget']()
  await handlers['token:save'](typed)
  expect([...seen, readAppState().testPrint]).toEqual(['none', 'left', 'left'])
})

describe('the till’s own store', () => {
  const outdated = fail({ kind: 'screen_outdated' })
  const learn = async (storeId: string, policy: SettingValues = {}) => {
    const record = aCopyRecord('1', { fields: { store_id: storeId } })
    const shown = { ...shownTransaction, record }
    const { handlers, acts, readAppState } = await setUp({ policy, onScreen: shown })
    const say = (lookup: string) => handlers['store:learn']({ lookup })
    return { handlers, acts, readAppState, say }
  }

  it('is learned once, from the receipt on screen, and stands in the record of refunds', async () => {
    const { handlers, acts, readAppState, say } = await learn('st-2')
    const other = await say(lookupId(2))
    const first = await say(lookupId(1))
    await handlers['settings:save']({ storeId: 'st-1' })
    expect([other, first.ok, await say(lookupId(1)), readAppState().storeId, acts[0]]).toEqual([
      outdated,
      true,
      outdated,
      'st-1',
      [{ act: 'setting', name: 'storeId', was: '', now: 'st-2' }, null],
    ])
  })

  it('is not learned from a payment without one, or where policy sets it', async () => {
    const [none, byPolicy] = [await learn(''), await learn('st-2', { storeId: '' })]
    expect([await none.say(lookupId(1)), await byPolicy.say(lookupId(1))]).toEqual([
      outdated,
      fail({ kind: 'set_by_policy', settings: ['storeId'] }),
    ])
  })
})

describe('what is done to the till', () => {
  it('stands in the record of refunds with what was and what is, in the name of who was there', async () => {
    const { handlers, acts } = await setUp()
    const saved = await handlers['settings:save']({ cashier: 'Ana', paper: 'a4', theme: 'system' })
    expect(saved).toMatchObject({ value: { cashier: 'Ana', paper: 'a4', deviceId: '' } })
    await handlers['settings:save']({ soundVolume: 30 })
    const careful = presetRules('careful', 'HKD')
    await handlers['settings:save']({ rules: careful })
    await handlers['settings:save']({ rules: careful })
    await handlers['token:save'](typed)
    await handlers['copies:forget']()
    await handlers['token:forget']()
    const address = 'https://pay.example'
    expect(acts).toEqual([
      [{ act: 'setting', name: 'cashier', was: '', now: 'Ana' }, null],
      [{ act: 'setting', name: 'paper', was: '80mm', now: 'a4' }, null],
      [{ act: 'setting', name: 'soundVolume', was: '60', now: '30' }, 'Ana'],
      [{ act: 'rules', was: noRules, now: careful }, 'Ana'],
      [{ act: 'credentials', what: 'saved', address }, 'Ana'],
      [{ act: 'copies_forgotten' }, 'Ana'],
      [{ act: 'credentials', what: 'forgotten', address }, 'Ana'],
    ])
    expect(JSON.stringify(acts)).not.toMatch(/secret-token/)
  })

  it('stands there once, and from what to what, though several settings are saved at a time', async () => {
    const { handlers, acts } = await setUp()
    const save = handlers['settings:save']
    await Promise.all([save({ lockMinutes: 5 }), save({ lockMinutes: 7 }), save({ lockAfterRefund: true })])
    expect(acts.map(([act]) => act)).toEqual([
      { act: 'setting', name: 'lockMinutes', was: '3', now: '5' },
      { act: 'setting', name: 'lockMinutes', was: '5', now: '7' },
      { act: 'setting', name: 'lockAfterRefund', was: 'false', now: 'true' },
    ])
  })

  it('stands nowhere when it was refused', async () => {
    const { handlers, acts } = await setUp({ diskLetsGo: false, policy: { textSize: 115 } })
    await handlers['token:save']({ ...typed, address: 'http://pay.example' })
    const copies = await handlers['copies:forget']()
    await handlers['settings:save']({ theme: 'system' })
    const byPolicy = await handlers['settings:save']({ textSize: 100, cashier: 'Ana' })
    expect([copies, byPolicy, acts]).toEqual([
      fail({ kind: 'copies_not_deleted' }),
      fail({ kind: 'set_by_policy', settings: ['textSize'] }),
      [],
    ])
  })
})

describe('the token', () => {
  it('goes in and never comes out', async () => {
    const { handlers, told, token } = await setUp()
    const saved = await handlers['token:save'](typed)
    expect([saved, told, await token()]).toMatchObject([
      succeed({ saved: true, app: { token: 'keychain', serviceAddress: 'https://pay.example' } }),
      ['wake'],
      succeed({ address: 'https://pay.example', token: 'secret-token' }),
    ])
    expect(JSON.stringify(saved)).not.toContain('secret-token')
  })

  it.each<ServiceWord>([
    { said: 'refused', fault: { kind: 'token_not_accepted', httpStatus: 401, message: 'No' } },
    { said: 'unreachable', fault: { kind: 'not_connected', reason: 'refused', detail: '' } },
    { said: 'strange', fault: { kind: 'strange_answer', httpStatus: 200, detail: 'HTML' } },
  ])('is kept only anyway, unasked, once the service is $said', async (word) => {
    const { handlers, asked, told, token } = await setUp({ word })
    const first = [await handlers['token:save'](typed), await token(), [...told]]
    const anyway = await handlers['token:save']({ ...typed, anyway: true })
    expect([first, anyway, (await token()).ok, asked]).toMatchObject([
      [succeed({ saved: false, ...word }), fail({ kind: 'not_set_up' }), []],
      succeed({ saved: true, app: { token: 'keychain' } }),
      true,
      ['https://pay.example with secret-token'],
    ])
  })

  it('is forgotten and the saved copies with it, which are also forgotten when asked', async () => {
    const { handlers, told, token } = await setUp()
    await handlers['token:save'](typed)
    const forgotten = await handlers['token:forget']()
    const copies = await handlers['copies:forget']()
    expect([forgotten, copies, told.slice(1), await token()]).toMatchObject([
      { ok: true, value: { token: 'none', serviceAddress: '' } },
      succeed({}),
      [...allForgotten, 'wake', ...allForgotten],
      fail({ kind: 'not_set_up' }),
    ])
  })

  it.each([{ diskLetsGo: false }, { indexGoes: false }])(
    'is forgotten all the same where the disk does not delete the saved copies, which is said: %o',
    async (disk) => {
      const { handlers, told, acts, token, readAppState } = await setUp(disk)
      await handlers['token:save'](typed)
      const answers = [await handlers['token:forget'](), await handlers['copies:forget']()]
      expect([answers, await token(), readAppState().token, told.slice(1, 6), acts.at(-1)]).toEqual([
        [fail({ kind: 'copies_not_deleted' }), fail({ kind: 'copies_not_deleted' })],
        fail({ kind: 'not_set_up' }),
        'none',
        [...allForgotten, 'wake'],
        [{ act: 'credentials', what: 'forgotten', address: typed.address }, null],
      ])
    },
  )

  it('begins a supervisor’s session on a till that was nobody’s and on no other, and nothing where it cannot be used', async () => {
    const { handlers, sessions, told } = await setUp()
    const refused = await handlers['token:save']({ ...typed, address: 'http://pay.example' })
    const before = [...sessions, ...told]
    await handlers['token:save'](typed)
    const first = [...sessions]
    await handlers['token:save']({ ...typed, token: 'another-token' })
    expect([refused, before, first, sessions]).toMatchObject([
      { ok: false, fault: { kind: 'address_not_allowed' } },
      [],
      ['begun'],
      ['begun'],
    ])
  })

  it('is of the service that the people are bound to from then on, where one of them saved it, who is recorded, and not whoever has a token', async () => {
    const savedBy = async (person: RightsHolder['person']) => {
      const { handlers, holder, told, acts } = await setUp()
      holder.now = { person, role: 'manager' }
      await handlers['token:save'](typed)
      return [told, acts.map(([, by]) => by)]
    }
    const sam = { id: 'p-sam', name: 'Sam', role: 'manager' } as const
    expect([await savedBy(null), await savedBy(sam)]).toEqual([
      [['wake'], [null]],
      [['people bound', 'wake'], ['Sam']],
    ])
  })

  it('is neither taken nor forgotten in practice', async () => {
    const { handlers, told } = await setUp({ practice: true })
    const outcome = [await handlers['token:save'](typed), await handlers['token:forget'](), told]
    expect(outcome).toEqual([fail(notInPractice), fail(notInPractice), []])
  })
})
