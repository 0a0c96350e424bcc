import { vaultName } from '../keychain'
import { dataKeyNames } from '../vault'

const plain = ['payment service', 'people', 'people probe'] as const
const ofJournals = ['in force', 'probe'] as const

/**
 * Returns every name that a profile may use in the keychain. They are listed here because keytar's own list ends the
 * program on an entry whose secret it cannot get.
 * @param profile the path that the entries are named by.
 * @param journals the ids of the profile's journals.
 */
export function entryNames(profile: string, journals: readonly string[]): readonly string[] {
  const journal = vaultName('journal', profile)
  return [
    ...plain.map((what) => vaultName(what, profile)),
    ...dataKeyNames.map((what) => vaultName(`key ${what}`, profile)),
    ...ofJournals.map((what) => `${journal} ${what}`),
    ...journals.flatMap((id) => [`${journal} ${id} key`, `${journal} ${id} head`]),
  ]
}
