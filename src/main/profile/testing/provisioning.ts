import path from 'node:path'
import { Readable } from 'node:stream'
import { makePeople } from '../../people/people'
import { cheap } from '../../people/testing/staffed-till'
import type { ServiceWord } from '../../service/service'
import { openSettings, type SettingValues } from '../../settings/settings'
import { settingsGround } from '../../settings/testing/settings-ground'
import { makeFakeClock } from '../../system/testing/fake-clock'
import type { AddressRule } from '../../vault/credentials'
import { type Keychain, makeFileKeychain } from '../../vault/keychain'
import { makeVault } from '../../vault/vault'
import type { ProvisionCommand } from '../command-line'
import { provision } from '../provision'

/** The minimal command. */
export const minimalCommand: ProvisionCommand = {
  kind: 'provision',
  serviceAddress: 'https://pay.example',
  deviceId: undefined,
  tillName: undefined,
  storeId: undefined,
  readsPeople: false,
  readsRules: false,
}

/** A second line. */
export const managers = (...given: readonly object[]) =>
  JSON.stringify(given.map((one) => ({ name: 'Sam', role: 'manager', pin: '482915', ...one })))

const fileKeychain = (folder: string) => makeFileKeychain(path.join(folder, 'secrets.json'))

export type Surroundings = {
  readonly addresses?: AddressRule
  readonly policyProblem?: string | null
  readonly settingsPolicy?: SettingValues
  readonly word?: ServiceWord
}

/** One process on a folder, which can provision several times. */
export function startProvisioning(
  folder: string,
  keychain: Keychain = fileKeychain(folder),
  {
    addresses = 'any',
    policyProblem = null,
    settingsPolicy = {},
    word = { said: 'reached' },
  }: Surroundings = {},
) {
  const vault = makeVault({ keychain, profile: folder, addresses })
  const clock = makeFakeClock()
  const { now, monotonic } = clock
  const ofPeople = { keychain, profile: folder, folder, credentials: vault, power: cheap }
  const people = makePeople({ ...ofPeople, now, monotonic })
  const sealed = people.settings
  const settings = openSettings({ ...settingsGround(folder), sealed, policy: settingsPolicy })
  const run = (order: ProvisionCommand, ...input: readonly (string | Buffer)[]) =>
    runFrom(order, Readable.from(input, { objectMode: false }))
  const runFrom = (order: ProvisionCommand, input: AsyncIterable<Uint8Array>) =>
    provision(order, {
      input,
      vault,
      people,
      settings,
      askService: async () => word,
      after(milliseconds, callBack) {
        void clock.advance(milliseconds).then(callBack)
        return () => {}
      },
      policyProblem,
      signedBy: async () => 'a-public-key',
    })
  const stored = () => vault.withCredentials(async (credentials) => credentials)
  return { run, runFrom, stored, settings, people, keychain, vault, clock }
}
