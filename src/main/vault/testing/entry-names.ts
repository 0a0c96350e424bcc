import { vaultName } from '../keychain'
import { dataKeyNames } from '../vault'

const plain = ['payment service', 'people', 'people probe'] as const
const ofJournals = ['in force', 'begun', 'probe'] as const

/**
 * Every name under which a profile may have something in the keychain. Written down here rather than asked of the
 * keychain: keytar's list ends the program on an entry whose secret it cannot get.
 * @param profile the path that they are named by
 * @param journals the ids of its journals
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
