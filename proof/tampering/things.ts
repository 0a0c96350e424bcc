/** What of a till can be deleted, copied back and edited by whoever has its account. */
import { vaultName } from '../../src/main/vault/keychain'
import { tillName } from './opened-till'
import type { Taken } from './scene'

/** A file with those that belong to it, or an entry of the keychain. Pieces that hold nothing of their own stand together. */
export const things = [
  'journal',
  'copies',
  'settings',
  'other files',
  'credentials',
  'people',
  'in force',
  'journal key',
  'journal head',
  'other entries',
] as const
export type Thing = (typeof things)[number]

/** A file of the record; its index is none. */
export const isJournal = (name: string) => /^journals\/journal-[0-9a-f-]{36}-\d+\.log$/.test(name)

function thingOfFile(name: string): Thing {
  if (isJournal(name)) return 'journal'
  if (/^cache\.db/.test(name)) return 'copies'
  if (name === 'people') return 'people'
  return name === 'settings.json' ? 'settings' : 'other files'
}

const named = (what: string) => vaultName(what, tillName)

function thingOfEntry(name: string): Thing {
  if (name.startsWith(named('payment service'))) return 'credentials'
  if (name === named('people')) return 'people'
  if (name === `${named('journal')} in force`) return 'in force'
  if (/ [0-9a-f-]{36} key$/.test(name)) return 'journal key'
  return / [0-9a-f-]{36} head$/.test(name) ? 'journal head' : 'other entries'
}

/** A till as it lies there, to be changed. */
export type Lying = { readonly files: Map<string, Buffer>; readonly secrets: Map<string, string> }

export const asItLies = ({ files, secrets }: Taken): Lying => ({
  files: new Map(files),
  secrets: new Map(secrets),
})

const only = <T>(all: ReadonlyMap<string, T>, of: (name: string) => Thing, thing: Thing) =>
  [...all].filter(([name]) => of(name) === thing)

export function deleteThing({ files, secrets }: Lying, thing: Thing): void {
  for (const [name] of only(files, thingOfFile, thing)) files.delete(name)
  for (const [name] of only(secrets, thingOfEntry, thing)) secrets.delete(name)
}

/** Puts what was there at another moment into its place; where there was nothing, nothing is there now. */
export function copyBack(lying: Lying, thing: Thing, from: Taken): void {
  deleteThing(lying, thing)
  for (const [name, bytes] of only(from.files, thingOfFile, thing)) lying.files.set(name, bytes)
  for (const [name, secret] of only(from.secrets, thingOfEntry, thing)) lying.secrets.set(name, secret)
}

/** Changes the text of each entry of a thing. */
export function editEntry({ secrets }: Lying, thing: Thing, edit: (text: string) => string): void {
  for (const [name, text] of only(secrets, thingOfEntry, thing)) secrets.set(name, edit(text))
}

/** Changes the bytes of each file of a thing. */
export function editFile({ files }: Lying, thing: Thing, edit: (bytes: Buffer) => Buffer): void {
  for (const [name, bytes] of only(files, thingOfFile, thing)) files.set(name, edit(bytes))
}
