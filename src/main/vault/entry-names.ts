import { vaultName } from './keychain'

/** A profile's data keys, by what they are for (key-store.ts). */
export const dataKeyNames = ['saved copies', 'export signature'] as const
export type DataKeyName = (typeof dataKeyNames)[number]

const plain = [
  'payment service',
  'supervisor pin',
  'supervisor pin probe',
  'settings',
  'settings probe',
] as const
const ofJournals = ['in force', 'begun', 'probe', 'key', 'head'] as const

/**
 * Every name under which a profile may have something in the keychain. Written down here rather than asked of the
 * keychain: keytar's list ends the program on an entry whose secret it cannot get.
 * @param profile the path that they are named by
 * @param journals the ids of its journals
 */
export function entryNames(profile: string, journals: readonly string[]): readonly string[] {
  const journal = vaultName('journal', profile)
  const credentials = vaultName('payment service', profile)
  const pieces = ['a', 'b'].flatMap((set) => [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${set}${number}`))
  return [
    ...plain.map((what) => vaultName(what, profile)),
    ...pieces.map((piece) => `${credentials} further ${piece}`),
    ...dataKeyNames.map((what) => vaultName(`key ${what}`, profile)),
    ...ofJournals.map((what) => `${journal} ${what}`),
    ...journals.flatMap((id) => [`${journal} ${id} key`, `${journal} ${id} head`]),
  ]
}
