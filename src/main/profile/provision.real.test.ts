import { readdirSync, renameSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { noRules, presetRules } from '../../shared/people/rules'
import { defaultSettings } from '../settings/testing/settings-ground'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { type Keychain, vaultName } from '../vault/keychain'
import type { ProvisionCommand } from './command-line'
import { standardInput } from './provision'
import { managers, minimalCommand, type Surroundings, startProvisioning } from './testing/provisioning'

const inFolder = folderOfEachTest()

const command = {
  ...minimalCommand,
  serviceAddress: 'https://pay.example/base/',
  deviceId: 'till-3',
  tillName: 'Harbour Road',
  storeId: 'st-12',
}
const fault = { kind: 'token_not_accepted', httpStatus: 401, message: '' } as const
const setUp = (keychain?: Keychain, surroundings?: Surroundings) =>
  startProvisioning(inFolder(), keychain, surroundings)

const failing = (code: string) => Object.assign(new Error(code), { code })

/** Standard input on Windows: what each read gives, or fails with. */
function onWindows(...reads: readonly (string | Error)[]) {
  const left = [...reads]
  return standardInput('win32', async (_file, buffer) => {
    const next = left.shift() ?? new Error('nobody asked for more')
    if (typeof next !== 'string') throw next
    return { bytesRead: buffer.write(next) }
  })
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
        tillName: 'Harbour Road',
        storeId: 'st-12',
        people: [],
        exportsSignedBy: 'a-public-key',
      },
      { ok: true, value: { address: 'https://pay.example/base', token: 'secret-token' } },
      { ...defaultSettings, tillName: 'Harbour Road', storeId: 'st-12' },
    ])
  })

  it('leaves the names that were not given as they are', async () => {
    const { run } = setUp()
    await run(command, 'one\n')
    const little = { ...command, deviceId: undefined, tillName: undefined, storeId: undefined }
    const kept = { deviceId: 'till-3', tillName: 'Harbour Road', storeId: 'st-12' }
    expect(await run(little, 'two')).toMatchObject(kept)
  })

  it('sets up who stands in the second line, and gives whoever is there already what stands there', async () => {
    const { run, people } = setUp()
    const both = managers({ name: 'Ann', role: 'cashier', pin: '4829' }, {})
    const first = await run({ ...command, readsPeople: true }, `token\n${both}\n`)
    const second = await run({ ...command, readsPeople: true }, `token\n${managers({ pin: '730268' })}\n`)
    const view = await people.view()
    const sam = view.ok ? view.value.people.find(({ name }) => name === 'Sam') : undefined
    const proven = await people.prove({ with: 'pin', person: sam?.id ?? '', pin: '730268' })
    const expected = [{ people: ['Sam', 'Ann'] }, { people: ['Ann', 'Sam'] }, { value: { name: 'Sam' } }]
    expect([first, second, proven]).toMatchObject(expected)
  })

  it.each([
    ['sam', 'Sam'],
    ['Jose\u0301', 'Jos\u00e9'],
  ])('gives a new PIN to somebody whose name is written otherwise: %s for %s', async (written, known) => {
    const { run, people } = setUp()
    const line = (change: object) => `token\n${managers(change)}\n`
    await run({ ...command, readsPeople: true }, line({ name: known }))
    const report = await run({ ...command, readsPeople: true }, line({ name: written, pin: '738264' }))
    const found = await people.view()
    expect([report.provisioned, found.ok && found.value.people.length]).toEqual([true, 1])
  })

  it('reads a name whole that arrives in two pieces, as over a slow line', async () => {
    const { people, run } = setUp()
    const bytes = Buffer.from(`token\n${managers({ name: '陳大文' })}\n`)
    const middle = bytes.indexOf('陳') + 1
    await run({ ...command, readsPeople: true }, bytes.subarray(0, middle), bytes.subarray(middle))
    expect(await people.view()).toMatchObject({ value: { people: [{ name: '陳大文' }] } })
  })

  it('reads what is piped on Windows, whose pipe ends with an error', async () => {
    const { runFrom, stored } = setUp()
    const report = await runFrom(command, onWindows('secret-token\r', failing('EOF')))
    expect([report, await stored()]).toMatchObject([
      { provisioned: true },
      { value: { token: 'secret-token' } },
    ])
  })

  it('says on Windows too that there is no token where nothing is piped, and why nothing can be read', async () => {
    const { runFrom } = setUp()
    expect(await runFrom(command, onWindows(failing('EBADF')))).toEqual({
      provisioned: false,
      message: expect.stringMatching(/This access token can’t be used/),
    })
    await expect(runFrom(command, onWindows('token', failing('EIO')))).rejects.toThrow('EIO')
  })

  it('ends without the end of its input, reading no further than the lines it asks for', async () => {
    const { runFrom } = setUp()
    const input = onWindows(`token\n`, managers({}), '\n')
    expect(await runFrom({ ...command, readsPeople: true }, input)).toMatchObject({ people: ['Sam'] })
  })

  it('leaves who was added, whose PIN was reset, which rules were set and each new service for the record’s next start', async () => {
    const { run, people } = setUp()
    const rules = presetRules('careful', 'HKD')
    const order = { ...command, readsPeople: true }
    const provisioned = { act: 'credentials', what: 'provisioned', address: 'https://pay.example/base' }
    await run({ ...order, readsRules: true }, `token\n${managers({})}\n${JSON.stringify({ rules })}\n`)
    await run(order, `token\n${managers({ pin: '730268' })}\n`)
    expect(people.untold.read()).toMatchObject([
      { act: 'person', what: 'added', person: { name: 'Sam', role: 'manager' } },
      { act: 'rules', was: noRules, now: rules },
      provisioned,
      { act: 'person', what: 'pin', person: { name: 'Sam' } },
      provisioned,
    ])
  })

  it('sets the store’s rules and reasons, of which a till with people needs a manager', async () => {
    const { run, settings, people, stored } = setUp(undefined, { word: { said: 'refused', fault } })
    const rules = presetRules('careful', 'HKD')
    const order = { ...command, readsPeople: true, readsRules: true }
    const line = JSON.stringify({ rules, reasons: ['Wrong colour', 'other'] })
    const first = await run(order, `token\n${managers({})}\n${line}\n`)
    const given = settings.read()
    const off = JSON.stringify({ rules: noRules })
    const byToken = await run({ ...order, readsPeople: false }, `token\n${off}\n`)
    const kept = settings.read()
    const byManager = await run(order, `token-2\n${managers({})}\n${off}`)
    expect([first, given, byToken, kept, byManager, settings.read()]).toMatchObject([
      { provisioned: true, service: 'refused', people: ['Sam'] },
      { rules, reasons: ['Wrong colour', 'other'] },
      { provisioned: false, message: expect.stringMatching(/take a manager/) },
      { rules },
      { provisioned: true },
      { rules: noRules, reasons: ['Wrong colour', 'other'] },
    ])
    const outcome = [await stored(), await people.view()]
    expect(outcome).toMatchObject([{ value: { token: 'token-2' } }, { value: { state: 'set' } }])
  })

  it('says that nobody’s PIN was reset where the service does not accept the token, unless a manager’s PIN is right', async () => {
    const { run, people } = setUp(undefined, { word: { said: 'refused', fault } })
    const order = { ...command, readsPeople: true }
    await run(order, `token\n${managers({})}\n`)
    const reset = await run(order, `token\n${managers({ pin: '730268' })}\n`)
    const again = await run(order, `token\n${managers({}, { name: 'Ann', pin: '730268' })}\n`)
    expect([reset, again, await people.view()]).toMatchObject([
      { provisioned: false, message: expect.stringMatching(/take a manager/) },
      { provisioned: true, people: ['Sam', 'Ann'] },
      { value: { people: [{ name: 'Sam' }, { name: 'Ann' }] } },
    ])
  })

  it('sets rules that nobody at the till loosens, also after a restart, unless it leaves them to the till', async () => {
    const { run, settings, keychain } = setUp()
    const rules = presetRules('careful', 'HKD')
    const provisioned = (more: object) =>
      run({ ...command, readsRules: true }, `token\n${JSON.stringify({ rules, ...more })}\n`)
    const loosened = async ({ people, settings: own } = setUp(keychain)) => {
      await people.view()
      const changed = await own.change({ rules: noRules, lockMinutes: 5 })
      return [own.setElsewhere(), changed.ok, own.read().rules]
    }
    await provisioned({})
    const fixed = fail({ kind: 'set_by_policy', settings: ['rules'] })
    const outcome = [await settings.change({ rules: noRules }), await loosened()]
    expect(outcome).toEqual([fixed, [['rules', 'storeId'], false, rules]])
    await provisioned({ fixed: false })
    expect(await loosened()).toEqual([[], true, noRules])
  })

  it('sets rules that stand, with the store that they speak of, though their file was away for a moment', async () => {
    const { run, settings, people } = setUp()
    const rules = presetRules('strict', 'HKD')
    await run({ ...command, readsRules: true }, `token\n${JSON.stringify({ rules })}\n`)
    renameSync(inFolder('people'), inFolder('aside'))
    await people.byBadge('483920174462')
    renameSync(inFolder('aside'), inFolder('people'))
    const fixed = (name: string) => ({ fault: { kind: 'set_by_policy', settings: [name] } })
    expect(await settings.change({ rules: noRules })).toMatchObject(fixed('rules'))
    expect(await settings.change({ storeId: '' })).toMatchObject(fixed('storeId'))
    expect(settings.read()).toMatchObject({ rules, storeId: 'st-12' })
  })

  it('leaves a store id that it did not give to the till: a manager mends what a cashier said of a receipt', async () => {
    const { run, settings } = setUp()
    const rules = presetRules('strict', 'HKD')
    await run({ ...minimalCommand, readsRules: true }, `token\n${JSON.stringify({ rules })}\n`)
    for (const storeId of ['st-other', 'st-own'])
      expect(await settings.change({ storeId })).toMatchObject({ ok: true, value: { storeId } })
    expect(settings.setElsewhere()).toEqual(['rules'])
  })

  it('lets a manager in again whose PIN was wrong too often, or where what was kept is damaged', async () => {
    const { run, keychain, people } = setUp()
    await run({ ...command, readsPeople: true }, `token\n${managers({})}\n`)
    await keychain.write(vaultName('people', inFolder()), 'damaged')
    const before = await people.view()
    const report = await run({ ...command, readsPeople: true }, `token\n${managers({ pin: '730268' })}\n`)
    const expected = [{ value: { state: 'damaged' } }, { people: ['Sam'] }, { value: { state: 'set' } }]
    expect([before, report, await people.view()]).toMatchObject(expected)
  })

  it('says of a manager’s PIN that is not checked any more just that, and not that it is another', async () => {
    const { run, people, clock } = setUp()
    await run({ ...command, readsPeople: true }, `token\n${managers({}, { name: 'Mia' })}\n`)
    const found = await people.view()
    const sam = (found.ok ? found.value.people : []).find(({ name }) => name === 'Sam')
    for (let tries = 0; tries < 10; tries += 1) {
      await people.prove({ with: 'pin', person: sam?.id ?? '', pin: `wrong ${tries}` })
      await clock.advance(15 * 60_000)
    }
    const report = await run({ ...command, readsPeople: true }, `another\n${managers({})}\n`)
    expect(report).toEqual({ provisioned: false, message: expect.stringMatching(/no longer checked/) })
  })

  it.each([
    ['no list', 'Sam 482915', /does not say who.* on one line .* All of it: /],
    [
      'an unknown role',
      managers({}, { name: 'Ann', role: 'owner' }),
      /does not say who.* \[1\]\.role: .*"manager"/,
    ],
    ['a PIN as a number', managers({ pin: 482915 }), /does not say who[^4]* \[0\]\.pin: [^4]*$/],
    ['a weak PIN', managers({ pin: '123456' }), /Sam could not be set up. This PIN is too easy/],
    ['no manager', managers({ role: 'cashier' }), /There must be a manager/],
    [
      'a weak PIN further down',
      managers({}, { name: 'Ann', pin: '123456' }),
      /Ann could not be set up. This PIN is too easy/,
    ],
    ['two of one name', managers({}, { pin: '730268' }), /Somebody else has this name/],
  ])('takes nobody from a second line with %s', async (_what, line, why) => {
    const { run, people } = setUp()
    const report = await run({ ...command, readsPeople: true }, `token\n${line}\n`)
    expect([report, await people.view()]).toMatchObject([
      { provisioned: false, message: expect.stringMatching(why) },
      { value: { state: 'none' } },
    ])
  })

  const notRules = /does not say rules or reasons/
  type Refused = [what: string, Partial<ProvisionCommand>, input: string, RegExp, Surroundings?]
  it.each<Refused>([
    ['an address in clear text', { serviceAddress: 'http://pay.example' }, 'token', /address can’t be used/],
    ['no token', {}, '', /This access token can’t be used/],
    [
      'a token with a space, never shown',
      {},
      'tok secret-9',
      /^This access token can’t be used(?!.*secret-9)/,
    ],
    ['a weak PIN', { readsPeople: true }, `token\n${managers({ pin: '111111' })}`, /too easy/],
    ...[
      ['rules that are no object', 'careful'],
      ['a rule that there is not', '{"rules":{"discount":5}}'],
      ['a reason twice', '{"reasons":["damaged","damaged"]}'],
      ['another setting among the rules', '{"tillName":"South"}'],
      ['nothing that could be fixed', '{"fixed":false}'],
    ].map(([what = '', line]): Refused => [what, { readsRules: true }, `token\n${line}\n`, notRules]),
    [
      'another PC on a test build',
      {},
      'token',
      /test build connects to this PC/,
      { addresses: 'this_pc_only' },
    ],
    [
      'this PC, which needs the administrator’s word',
      { serviceAddress: 'http://127.0.0.1:8086' },
      'token',
      /on this PC itself isn’t allowed/,
      { addresses: 'not_this_pc' },
    ],
    [
      'another service than the policy’s',
      {},
      'token',
      /administrator allows https:..only.example only/,
      { addresses: { only: 'https://only.example', hosts: 'any' } },
    ],
    [
      'a policy that is wrong',
      {},
      'token',
      /^p.json: “pins” must be two.$/,
      { policyProblem: 'p.json: “pins” must be two.' },
    ],
  ])('stores nothing at all with %s', async (_name, change, input, message, surroundings) => {
    const { run, stored } = setUp(undefined, surroundings)
    const report = await run({ ...command, ...change }, input)
    expect([report, await stored(), readdirSync(inFolder())]).toEqual([
      { provisioned: false, message: expect.stringMatching(message) },
      fail({ kind: 'not_set_up' }),
      [],
    ])
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
    const settingsPolicy = { tillName: 'North', storeId: 'st-1' }
    const { run, stored } = setUp(undefined, { settingsPolicy })
    const report = await run({ ...command, tillName: 'South', storeId: 'st-2' }, 'secret-token\n')
    const message =
      'The policy of this PC sets tillName, storeId otherwise. Leave that out, or name what it sets.'
    expect([report, await stored()]).toEqual([{ provisioned: false, message }, fail({ kind: 'not_set_up' })])
    const rules = setUp(undefined, { settingsPolicy: { rules: presetRules('strict', 'HKD') } })
    const loose = `token\n${JSON.stringify({ rules: noRules })}\n`
    expect(await rules.run({ ...command, readsRules: true }, loose)).toMatchObject({
      message: expect.stringMatching(/policy of this PC sets rules otherwise/),
    })
    const same = { tillName: 'North', storeId: 'st-1' }
    const done = await run({ ...command, ...same }, 'secret-token\n')
    expect(done).toMatchObject({ provisioned: true, ...same })
  })
})
