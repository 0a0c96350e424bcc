import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usualReasons } from '../../shared/reasons'
import { fail, succeed } from '../../shared/result'
import { noRules } from '../../shared/rules'
import type { ServiceWord } from '../service/accepts'
import { openSettings, type SettingValues } from '../settings/settings'
import { settingsGround } from '../settings/testing/settings-ground'
import type { AddressRule } from '../vault/credentials'
import { type Keychain, makeFileKeychain, vaultName } from '../vault/keychain'
import { makeSupervisorPin } from '../vault/pin'
import { makeVault } from '../vault/vault'
import type { ProvisionCommand } from './command-line'
import { type ProvisionDeps, provision } from './provision'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-provision-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const command: ProvisionCommand = {
  kind: 'provision',
  serviceAddress: 'https://pay.example/base/',
  deviceId: 'till-3',
  storeName: 'Harbour Road',
  storeId: 'st-12',
  readsPin: false,
}

/** The service takes every token but one. */
const acceptsToken: ProvisionDeps['acceptsToken'] = async ({ token }) =>
  token === 'not-the-service-s'
    ? fail({ kind: 'not_connected', reason: 'refused', detail: '' })
    : succeed(null)

const signedBy = async () => 'a-public-key'

function setUp(
  keychain: Keychain = makeFileKeychain(path.join(folder, 'secrets.json')),
  {
    addresses = 'any',
    policyProblem = null,
    settingsPolicy = {},
    word = { said: 'reached' },
  }: {
    addresses?: AddressRule
    policyProblem?: string | null
    settingsPolicy?: SettingValues
    word?: ServiceWord
  } = {},
) {
  const settings = openSettings({ ...settingsGround(folder), policy: settingsPolicy })
  const vault = makeVault({ keychain, profile: folder, addresses })
  const supervisorPin = makeSupervisorPin({ keychain, profile: folder, credentials: vault, power: 12 })
  const run = (order: ProvisionCommand, input: string) =>
    provision(order, {
      input: Readable.from([input]),
      vault,
      supervisorPin,
      settings,
      acceptsToken,
      askService: async () => word,
      policyProblem,
      signedBy,
    })
  const stored = () => vault.withCredentials(async (credentials) => credentials)
  return { run, stored, settings, supervisorPin, keychain }
}

describe('provisioning', () => {
  it('stores address and token together, and the till’s names', async () => {
    const { run, stored, settings } = setUp()
    const report = await run(command, 'secret-token\r\nmore that is not read\n')
    expect([report, await stored(), settings.read()]).toEqual([
      {
        provisioned: true,
        serviceAddress: 'https://pay.example/base',
        service: 'reached',
        deviceId: 'till-3',
        storeName: 'Harbour Road',
        storeId: 'st-12',
        supervisorPin: 'none',
        exportsSignedBy: 'a-public-key',
      },
      { ok: true, value: { address: 'https://pay.example/base', token: 'secret-token' } },
      {
        storeName: 'Harbour Road',
        storeId: 'st-12',
        related: ['store', 'user', 'fixed_code', 'emv_code'],
        cashier: '',
        language: 'system',
        paperLanguages: [],
        theme: 'system',
        paper: '80mm',
        textSize: 100,
        soundVolume: 60,
        testPrint: 'none',
        keepDays: 30,
        keepCopies: 50_000,
        rules: noRules,
        reasons: [...usualReasons],
      },
    ])
  })

  it('leaves the names that were not given as they are', async () => {
    const { run } = setUp()
    await run(command, 'one\n')
    const little = { ...command, deviceId: null, storeName: null, storeId: null }
    expect(await run(little, 'two')).toMatchObject({
      deviceId: 'till-3',
      storeName: 'Harbour Road',
      storeId: 'st-12',
    })
  })

  it('sets the PIN of the second line once and never replaces it', async () => {
    const { run, supervisorPin } = setUp()
    const first = await run({ ...command, readsPin: true }, 'token\n482915\n')
    const second = await run({ ...command, readsPin: true }, 'token\n730268\n')
    expect([first, second, await supervisorPin.check('482915')]).toMatchObject([
      { supervisorPin: 'set' },
      { supervisorPin: 'kept' },
      { ok: true },
    ])
  })

  it('ends a stop of the PIN for whoever gives the stored token again, and for no other', async () => {
    const { run, keychain, supervisorPin } = setUp()
    await run({ ...command, readsPin: true }, 'token\n482915\n')
    const record = vaultName('supervisor pin', folder)
    const kept = await keychain.read(record)
    if (!kept.ok || kept.value === null) throw new Error('no record')
    const stop = { ...JSON.parse(kept.value), wrongTries: 10, wrong: { tries: 10, since: 0 } }
    await keychain.write(record, JSON.stringify(stop))
    const other = await run({ ...command, readsPin: true }, 'another-token\n482915\n')
    const unaccepted = [
      await run({ ...command }, 'not-the-service-s\ntoken\n'),
      await run({ ...command }, 'not-the-service-s\n'),
    ]
    const state = await supervisorPin.state()
    const back = [
      await run({ ...command }, 'token\nnot-the-service-s\n'),
      await run({ ...command }, 'token\n'),
    ]
    const pins = [other, ...unaccepted, ...back].map((one) =>
      one.provisioned ? one.supervisorPin : one.message,
    )
    expect([pins, state, await supervisorPin.check('482915')]).toEqual([
      [expect.stringMatching(/needs the supervisor’s PIN/), 'stopped', 'stopped', 'stopped', 'reopened'],
      { ok: true, value: 'stopped' },
      { ok: true, value: null },
    ])
  })

  it('puts the PIN of the second line in the place of a damaged record', async () => {
    const { run, keychain, supervisorPin } = setUp()
    await run({ ...command, readsPin: true }, 'token\n482915\n')
    await keychain.write(vaultName('supervisor pin', folder), 'damaged')
    const report = await run({ ...command, readsPin: true }, 'token\n730268\n')
    expect([report, await supervisorPin.check('730268')]).toMatchObject([
      { supervisorPin: 'replaced' },
      { ok: true },
    ])
  })

  it.each([
    [
      'an address in clear text',
      { serviceAddress: 'http://pay.example' },
      'token',
      /The address cannot be used/,
    ],
    ['no token', {}, '', /The access token cannot be used/],
    ['a token with a space', {}, 'a b', /The access token cannot be used/],
    ['a weak PIN', { readsPin: true }, 'token\n1111', /PIN is too easy/],
  ])('stores nothing at all with %s', async (_name, change, input, message) => {
    const { run, stored } = setUp()
    const report = await run({ ...command, ...change }, input)
    expect([report, await stored(), readdirSync(folder)]).toEqual([
      { provisioned: false, message: expect.stringMatching(message) },
      fail({ kind: 'not_set_up' }),
      [],
    ])
  })

  it('takes an address of this PC alone on a test build of Electron', async () => {
    const { run, stored } = setUp(undefined, { addresses: 'this_pc_only' })
    const refused = await run(command, 'token')
    expect([refused, await stored()]).toEqual([
      { provisioned: false, message: expect.stringMatching(/test build of Electron/) },
      fail({ kind: 'not_set_up' }),
    ])
    const taken = await run({ ...command, serviceAddress: 'https://127.0.0.1:8443' }, 'token')
    expect(taken).toMatchObject({ provisioned: true, serviceAddress: 'https://127.0.0.1:8443' })
  })

  it('takes no address of this PC where that needs the administrator’s word', async () => {
    const { run, stored } = setUp(undefined, { addresses: 'not_this_pc' })
    const refused = await run({ ...command, serviceAddress: 'http://127.0.0.1:8086' }, 'token')
    expect([refused, await stored()]).toEqual([
      { provisioned: false, message: expect.stringMatching(/takes “allowLoopbackService” in its policy/) },
      fail({ kind: 'not_set_up' }),
    ])
    expect(await run(command, 'token')).toMatchObject({ provisioned: true })
  })

  it('stores nothing while the policy of this PC is wrong, and says what is', async () => {
    const { run, stored } = setUp(undefined, { policyProblem: '/etc/p.json: “pins” must be two.' })
    expect([await run(command, 'token'), await stored()]).toEqual([
      { provisioned: false, message: '/etc/p.json: “pins” must be two.' },
      fail({ kind: 'not_set_up' }),
    ])
  })

  it('is done where the service says no, and the report has what it said', async () => {
    const fault = { kind: 'token_not_accepted', httpStatus: 401, message: '' } as const
    const { run } = setUp(undefined, { word: { said: 'refused', fault } })
    expect(await run(command, 'token')).toMatchObject({ provisioned: true, service: 'refused' })
  })

  it('says so when the keychain cannot be used', async () => {
    const broken = async () => fail({ kind: 'keychain_unavailable', detail: 'No service' } as const)
    const { run } = setUp({ read: broken, write: broken, remove: broken })
    expect(await run(command, 'token')).toEqual({
      provisioned: false,
      message: 'The keychain of this account cannot be used: No service',
    })
  })
})

describe('provisioning a till whose settings a policy sets', () => {
  it('refuses another value than the policy’s, before it has stored anything', async () => {
    const settingsPolicy = { storeName: 'North', storeId: 'st-1' }
    const { run, stored } = setUp(undefined, { settingsPolicy })
    const report = await run({ ...command, storeName: 'South', storeId: 'st-2' }, 'secret-token\n')
    expect([report, await stored()]).toEqual([
      {
        provisioned: false,
        message:
          'The policy of this PC sets storeName, storeId otherwise. Leave that out, or name what it sets.',
      },
      { ok: false, fault: { kind: 'not_set_up' } },
    ])
    expect(await run({ ...command, storeName: 'North', storeId: 'st-1' }, 'secret-token\n')).toMatchObject({
      provisioned: true,
      storeName: 'North',
      storeId: 'st-1',
    })
  })

  it('refuses another address than the policy’s', async () => {
    const addresses = { only: 'https://only.example', hosts: 'any' } as const
    const { run, stored } = setUp(undefined, { addresses })
    expect(await run(command, 'secret-token\n')).toEqual({
      provisioned: false,
      message: 'The address cannot be used: the policy of this PC allows https://only.example only.',
    })
    expect((await stored()).ok).toBe(false)
  })
})
