/** The acts on each thing: what a file manager, a credential manager and a text editor can do to it. */
import { createHash } from 'node:crypto'
import type { Moment, Scene, Taken } from './scene'
import {
  asItLies,
  copyBack,
  deleteThing,
  editEntry,
  editFile,
  isJournal,
  type Lying,
  type Thing,
  things,
} from './things'

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

export const edits: Readonly<Partial<Record<Thing, Readonly<Record<string, Edit>>>>> = {
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
