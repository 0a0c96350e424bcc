/** What of a till whoever has its account can delete, copy back and edit: with a file manager, a credential manager, a text editor. */
import { createHash } from 'node:crypto'
import { vaultName } from '../../src/main/vault/keychain'
import { tillName } from './opened-till'
import type { Moment, Scene, Taken } from './scene'

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
const isJournal = (name: string) => /^journals\/journal-[0-9a-f-]{36}-\d+\.log$/.test(name)

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
type Lying = { readonly files: Map<string, Buffer>; readonly secrets: Map<string, string> }

const asItLies = ({ files, secrets }: Taken): Lying => ({ files: new Map(files), secrets: new Map(secrets) })

const only = <T>(all: ReadonlyMap<string, T>, of: (name: string) => Thing, thing: Thing) =>
  [...all].filter(([name]) => of(name) === thing)

function deleteThing({ files, secrets }: Lying, thing: Thing): void {
  for (const [name] of only(files, thingOfFile, thing)) files.delete(name)
  for (const [name] of only(secrets, thingOfEntry, thing)) secrets.delete(name)
}

/** Puts what was there at another moment into its place; where there was nothing, nothing is there now. */
function copyBack(lying: Lying, thing: Thing, from: Taken): void {
  deleteThing(lying, thing)
  for (const [name, bytes] of only(from.files, thingOfFile, thing)) lying.files.set(name, bytes)
  for (const [name, secret] of only(from.secrets, thingOfEntry, thing)) lying.secrets.set(name, secret)
}

/** Changes the text of each entry of a thing. */
function editEntry({ secrets }: Lying, thing: Thing, edit: (text: string) => string): void {
  for (const [name, text] of only(secrets, thingOfEntry, thing)) secrets.set(name, edit(text))
}

/** Changes the bytes of each file of a thing. */
function editFile({ files }: Lying, thing: Thing, edit: (bytes: Buffer) => Buffer): void {
  for (const [name, bytes] of only(files, thingOfFile, thing)) files.set(name, edit(bytes))
}

type Edit = (lying: Lying, scene: Scene) => void

const newestOf = ({ files }: Lying) => [...files.keys()].filter(isJournal).sort().at(-1) ?? ''

/** Changes the lines of the record's newest file with an editor. */
function lines(change: (all: readonly string[]) => readonly string[]): Edit {
  return (lying) => {
    const name = newestOf(lying)
    const text = lying.files.get(name)?.toString('latin1')
    if (text === undefined) return
    const changed = change(text.split('\n').slice(0, -1)).map((line) => `${line}\n`)
    lying.files.set(name, Buffer.from(changed.join(''), 'latin1'))
  }
}

const random = (of: string, length = 32) =>
  Buffer.concat([createHash('sha512').update(of).digest(), Buffer.alloc(length)]).subarray(0, length)

/** Text as it stands, but for some members of its JSON. */
const withMembers = (members: Readonly<Record<string, unknown>>) => (text: string) =>
  JSON.stringify({ ...JSON.parse(text), ...members })

const edits: Readonly<Partial<Record<Thing, Readonly<Record<string, Edit>>>>> = {
  journal: {
    'lines cut off': lines((all) => all.slice(0, -3)),
    'a line deleted': lines((all) => all.toSpliced(-2, 1)),
    'a line changed': lines((all) =>
      all.map((line, place) => (place === all.length - 2 ? `${line}A` : line)),
    ),
    'lines swapped': lines((all) => [...all.slice(0, -2), ...all.slice(-2).reverse()]),
    'locks taken out of the clear': lines((all) => all.map((line) => line.replace(/ [+-]R-\S+ /, ' . '))),
    'locks said to be open': lines((all) => all.map((line) => line.replace(' +R-', ' -R-'))),
    'no text': (lying) => editFile(lying, 'journal', (bytes) => random('journal', bytes.length)),
    halved: (lying) => editFile(lying, 'journal', (bytes) => bytes.subarray(0, bytes.length / 2)),
    'newest file deleted': (lying) => lying.files.delete(newestOf(lying)),
    'newest file older': (lying, { taken }) => {
      const older = [...taken.earlier.files].filter(([name]) => isJournal(name)).at(-1)?.[1]
      if (older !== undefined) lying.files.set(newestOf(lying), older)
    },
    'older files deleted': (lying) => {
      const newest = newestOf(lying)
      for (const name of [...lying.files.keys()].filter(isJournal))
        if (name !== newest) lying.files.delete(name)
    },
  },
  copies: { 'no database': (lying) => editFile(lying, 'copies', ({ length }) => random('copies', length)) },
  settings: {
    'another device': (lying) =>
      editFile(lying, 'settings', (bytes) => Buffer.from(withMembers({ deviceId: 'other' })(String(bytes)))),
    'no JSON': (lying) => editFile(lying, 'settings', () => Buffer.from('{"cashier":')),
  },
  credentials: {
    'his own': (lying, { services }) =>
      editEntry(lying, 'credentials', () =>
        JSON.stringify({ address: services.thiefsAddress, token: 'made-up' }),
      ),
    garbage: (lying) => editEntry(lying, 'credentials', () => 'x'),
  },
  people: {
    garbage: (lying) => editEntry(lying, 'people', () => '{"key":'),
    'no file': (lying) => lying.files.delete('people'),
  },
  'in force': {
    another: (lying) => editEntry(lying, 'in force', () => '6f1c5bb4-0000-4000-8000-000000000000'),
    empty: (lying) => editEntry(lying, 'in force', () => ''),
  },
  'journal key': {
    another: (lying) => editEntry(lying, 'journal key', () => random('key').toString('base64')),
  },
  'journal head': {
    'no locks': (lying) => editEntry(lying, 'journal head', withMembers({ locks: [] })),
    another: (lying) =>
      editEntry(
        lying,
        'journal head',
        withMembers({ head: { seq: 3, hash: random('head').toString('hex') } }),
      ),
    garbage: (lying) => editEntry(lying, 'journal head', () => '{"head":'),
  },
}

/** `delete`, `earlier` and `connected` (copied back from then), or the name of an edit. */
export type Act = string
/** What is done to a till; a thing that is not named is left as it is. */
export type Attack = Readonly<Partial<Record<Thing, Act>>>

export function actsOn(thing: Thing): readonly Act[] {
  return ['delete', 'earlier', 'connected', ...Object.keys(edits[thing] ?? {})]
}

const isMoment = (act: Act): act is Exclude<Moment, 'now'> => act === 'earlier' || act === 'connected'

/** The till as the attack leaves it. */
export function attacked(scene: Scene, attack: Attack): Taken {
  const lying = asItLies(scene.taken.now)
  for (const thing of things) {
    const act = attack[thing]
    if (act === undefined) continue
    if (act === 'delete') deleteThing(lying, thing)
    else if (isMoment(act)) copyBack(lying, thing, scene.taken[act])
    else edits[thing]?.[act]?.(lying, scene)
  }
  return lying
}
