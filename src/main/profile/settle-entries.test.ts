import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultName } from '../vault/keychain'
import { type MemoryKeychain, makeMemoryKeychain, noLock } from '../vault/testing/memory-keychain'
import { settleEntries } from './settle-entries'

let base = ''
let keychain: MemoryKeychain
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'tillside-place-'))
  keychain = makeMemoryKeychain()
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (name: string) => path.join(base, name)
const id = '00000000-0000-4000-8000-000000000001'
const settle = (folder: string, more: object = {}) =>
  settleEntries({ folder, keychain, lock: noLock, warn: () => {}, ...more })

/** What a till has in the keychain, by the path that its entries are named by. */
const entriesOf = (folder: string) =>
  new Map([
    [vaultName('payment service', folder), 'token'],
    [`${vaultName('payment service', folder)} further a1`, 'piece'],
    [vaultName('supervisor pin', folder), 'pin'],
    [vaultName('settings', folder), 'settings'],
    [vaultName('key saved copies', folder), 'copies'],
    [`${vaultName('journal', folder)} in force`, id],
    [`${vaultName('journal', folder)} ${id} key`, 'key'],
    [`${vaultName('journal', folder)} ${id} head`, 'head'],
  ])
const held = () => new Map([...keychain.secrets].sort())
const sorted = (entries: ReadonlyMap<string, string>) => new Map([...entries].sort())

/** A till in use whose entries are named by that path, in a folder; as a version of before left it. */
function tillOfBefore(folder: string, typed = folder): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `journal-${id}.db`), '')
  for (const [name, secret] of entriesOf(typed)) keychain.secrets.set(name, secret)
}

/** The same folder by a link, as somebody may have typed it. */
function linked(): { readonly typed: string; readonly real: string } {
  mkdirSync(at('real'))
  symlinkSync(at('real'), at('link'))
  return { typed: at('link'), real: at('real') }
}

describe('the keychain’s entries', () => {
  it.each(['link', 'real/../real', 'real/', 'link/../real'])(
    'are named by the real path when %s is typed',
    async (typed) => {
      linked()
      expect(await settle(`${base}/${typed}`)).toEqual({ entriesPath: at('real'), movedFrom: null })
    },
  )

  it('of a till of before are found by whatever was typed then', async () => {
    const { real } = linked()
    const typed = `${real}/../real/`
    tillOfBefore(real, typed)
    await settle(typed)
    expect(held()).toEqual(sorted(entriesOf(real)))
  })

  it('of a till of before are moved from the path as it was typed, all of them, and nobody else’s', async () => {
    const { typed, real } = linked()
    tillOfBefore(real, typed)
    const other = entriesOf(at('other'))
    for (const [name, secret] of other) keychain.secrets.set(name, secret)
    const first = await settle(typed)
    const reads = keychain.reads()
    const second = await settle(real)
    expect([first, second, keychain.reads() - reads, held()]).toEqual([
      { entriesPath: real, movedFrom: null },
      { entriesPath: real, movedFrom: null },
      0,
      sorted(new Map([...entriesOf(real), ...other])),
    ])
  })

  it('stay where they are while the keychain does not answer, and are moved at the next start', async () => {
    const { typed, real } = linked()
    tillOfBefore(real, typed)
    keychain.breakIt()
    const silent = await settle(typed)
    keychain.mendIt()
    expect([silent.entriesPath, (await settle(typed)).entriesPath, held()]).toEqual([
      typed,
      real,
      sorted(entriesOf(real)),
    ])
  })

  it('of a real path that has a journal stay when a link has entries, too', async () => {
    const { typed, real } = linked()
    tillOfBefore(real)
    keychain.secrets.set(vaultName('payment service', typed), 'another')
    await settle(typed)
    expect(held().get(vaultName('payment service', real))).toBe('token')
  })
})

/** A keychain under a program that is killed before or after its nth step. */
function dying(steps: number, when: 'before' | 'after') {
  let left = steps
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1
    if (left < 0 || (left === 0 && when === 'before')) throw new Error('killed')
    const done = await work()
    if (left === 0) throw new Error('killed')
    return done
  }
  return {
    ...keychain,
    read: (name: string) => step(() => keychain.read(name)),
    write: (name: string, secret: string) => step(() => keychain.write(name, secret)),
    remove: (name: string) => step(() => keychain.remove(name)),
  }
}

it.each(['before', 'after'] as const)(
  'a move that is killed %s any step leaves a whole till, and is finished',
  async (when) => {
    const { typed, real } = linked()
    let kills = 0
    for (let steps = 1; steps < 100; steps += 1) {
      keychain = makeMemoryKeychain()
      rmSync(path.join(real, 'keychain-place.json'), { force: true })
      tillOfBefore(real, typed)
      const died = await settle(typed, { keychain: dying(steps, when) }).then(
        () => false,
        () => true,
      )
      if (died) kills += 1
      const isWhole = [typed, real].some((named) =>
        [...entriesOf(named)].every(([name, secret]) => keychain.secrets.get(name) === secret),
      )
      // Somebody may start it by another path in between.
      if (steps % 2 === 0) await settle(real)
      const settled = await settle(typed)
      expect([steps, isWhole, settled, held()]).toEqual([
        steps,
        true,
        { entriesPath: real, movedFrom: null },
        sorted(entriesOf(real)),
      ])
      if (!died) break
    }
    expect(kills).toBeGreaterThan(25)
  },
)

describe('a profile', () => {
  it.each([
    ['moved', () => renameSync(at('old'), at('new'))],
    ['copied', () => cpSync(at('old'), at('new'), { recursive: true })],
  ])('that was %s is told so, and has nothing of the other’s', async (_what, act) => {
    tillOfBefore(at('old'))
    await settle(at('old'))
    act()
    const before = held()
    const settled = await settle(at('new'))
    expect([settled, held()]).toEqual([{ entriesPath: at('new'), movedFrom: at('old') }, before])
  })

  it('is itself again when it is moved back, and when it was set up anew where it is', async () => {
    tillOfBefore(at('old'))
    await settle(at('old'))
    renameSync(at('old'), at('new'))
    await settle(at('new'))
    renameSync(at('new'), at('old'))
    const back = await settle(at('old'))
    renameSync(at('old'), at('new'))
    for (const [name, secret] of entriesOf(at('new'))) keychain.secrets.set(name, secret)
    expect([back.movedFrom, (await settle(at('new'))).movedFrom]).toEqual([null, null])
  })

  it('that was moved and is reached by a link at its old place goes on with its entries', async () => {
    tillOfBefore(at('old'))
    await settle(at('old'))
    renameSync(at('old'), at('new'))
    symlinkSync(at('new'), at('old'))
    const settled = await settle(at('old'))
    expect([settled, held()]).toEqual([
      { entriesPath: at('new'), movedFrom: null },
      sorted(entriesOf(at('new'))),
    ])
  })

  it('cannot have another’s entries moved or removed by what somebody writes into it', async () => {
    tillOfBefore(at('victim'))
    await settle(at('victim'))
    tillOfBefore(at('own'))
    const before = held()
    const forged = { path: at('victim'), unfinished: true, from: at('victim'), movingTo: at('own') }
    for (const place of [forged, { ...forged, path: at('own') }]) {
      writeFileSync(path.join(at('own'), 'keychain-place.json'), JSON.stringify(place))
      await settle(at('own'))
      expect(held()).toEqual(before)
    }
    expect(JSON.parse(readFileSync(path.join(at('own'), 'keychain-place.json'), 'utf8')).path).toBe(at('own'))
  })
})
