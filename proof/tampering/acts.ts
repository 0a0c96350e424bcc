/** The acts on each thing: what a file manager, a credential manager, an SQLite tool and a text editor can do to it. */
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn, temporaryFolder } from '../../src/main/journal/testing/journal-place'
import { tamperWith } from '../../src/main/journal/testing/journal-story'
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

const isLog = (name: string) => isJournal(name) && /-(wal|shm)$/.test(name)

/** Opens the journal with an SQLite tool, which folds the log into the file. A file that SQLite refuses stays as it is. */
function sql(text: string): Edit {
  return ({ files }) => {
    const folder = temporaryFolder()
    const own = [...files].filter(([name]) => isJournal(name))
    for (const [name, bytes] of own) writeFileSync(path.join(folder, name), bytes)
    const file = own.map(([name]) => name).find((name) => name.endsWith('.db'))
    try {
      if (file !== undefined) tamperWith(path.join(folder, file), text)
      for (const [name] of own) files.delete(name)
      for (const [name, bytes] of filesIn(folder)) files.set(name, bytes)
    } catch {
      // No database any more after what was done to it before: the tool says so and changes nothing.
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

const random = (of: string, length = 32) =>
  Buffer.concat([createHash('sha512').update(of).digest(), Buffer.alloc(length)]).subarray(0, length)

const pinOfNobody = () =>
  JSON.stringify({
    salt: random('salt', 16).toString('base64'),
    hash: random('hash').toString('base64'),
    power: 10,
    wrongTries: 0,
    lastTryAt: 0,
    wrong: null,
    wrongTokens: 0,
    address: null,
  })

/** Text as it stands, but for some members of its JSON. */
const withMembers = (members: Readonly<Record<string, unknown>>) => (text: string) =>
  JSON.stringify({ ...JSON.parse(text), ...members })

export const edits: Readonly<Partial<Record<Thing, Readonly<Record<string, Edit>>>>> = {
  journal: {
    'lock columns': sql('UPDATE attempts SET undecided = 0, holds = 0'),
    'row deleted': sql('DELETE FROM attempts WHERE undecided = 1; DELETE FROM open_locks'),
    'lines cut off': sql(
      'DELETE FROM attempts WHERE undecided = 1; DELETE FROM open_locks; DELETE FROM checkpoints; ' +
        'DELETE FROM events WHERE seq > (SELECT max(seq) - 3 FROM events)',
    ),
    trigger: sql(
      'CREATE TRIGGER t AFTER UPDATE ON attempts BEGIN UPDATE attempts SET undecided = 0, holds = 0; END',
    ),
    'plain index': sql(
      'DROP INDEX one_holder; CREATE INDEX one_holder ON attempts (payment) WHERE holds = 1',
    ),
    'open locks deleted': sql('DELETE FROM open_locks'),
    'checkpoints deleted': sql('DELETE FROM checkpoints'),
    'no database': (lying) => editFile(lying, 'journal', (bytes) => random('journal', bytes.length)),
    halved: (lying) => editFile(lying, 'journal', (bytes) => bytes.subarray(0, bytes.length / 2)),
    'log deleted': ({ files }) => {
      for (const name of [...files.keys()].filter(isLog)) files.delete(name)
    },
    'log alone': ({ files }) => {
      for (const name of [...files.keys()].filter((own) => isJournal(own) && !isLog(own))) files.delete(name)
    },
    'older file, newest log': ({ files }, { taken }) => {
      for (const [name, bytes] of taken.connected.files)
        if (isJournal(name) && !isLog(name)) files.set(name, bytes)
    },
    'newest file, older log': ({ files }, { taken }) => {
      for (const [name, bytes] of taken.earlier.files) if (isLog(name)) files.set(name, bytes)
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
  PIN: {
    'nobody’s': (lying) => editEntry(lying, 'PIN', pinOfNobody),
    garbage: (lying) => editEntry(lying, 'PIN', () => '{"salt":'),
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
      editEntry(lying, 'journal head', withMembers({ head: `3:${random('head').toString('hex')}` })),
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
