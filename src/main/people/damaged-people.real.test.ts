import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { noRules } from '../../shared/people/rules'
import { openSecretsState } from '../settings/secrets'
import { vaultName } from '../vault/keychain'
import { rulesInForce } from './kept-people'
import { makePeople } from './people'
import { aCashier, added, aManager, cheap, pin, till, tillWithManager } from './testing/staffed-till'

const entry = vaultName('people', '/p')
const damaged = succeed({ state: 'damaged', people: [] })
const notIn = fail({ kind: 'people_damaged' })

type Till = Awaited<ReturnType<typeof tillWithManager>>
const fileOf = ({ folder }: Pick<Till, 'folder'>) => join(folder, 'people')

describe('the kept people', () => {
  it('still tell a badge from a receipt while the program runs', async () => {
    const made = await tillWithManager()
    await added(made.people, { ...aCashier, badge: 'B-48213377' })
    rmSync(fileOf(made))
    const view = await made.people.view()
    const { isBadge } = made.people
    expect([view, isBadge('B-48213377'), isBadge('B-48213378')]).toEqual([damaged, true, false])
  })

  it.each<[string, (made: Till) => void]>([
    ['deletion of the file', (made) => rmSync(fileOf(made))],
    ['an empty file', (made) => writeFileSync(fileOf(made), '')],
    [
      'a file with one byte changed',
      (made) => {
        const bytes = readFileSync(fileOf(made))
        bytes[20] = (bytes[20] ?? 0) ^ 1
        writeFileSync(fileOf(made), bytes)
      },
    ],
    ['an unreadable entry', ({ keychain }) => keychain.secrets.set(entry, '{"key":"x"}')],
    ['deletion of the entry', ({ keychain }) => keychain.secrets.delete(entry)],
    [
      'deletion of the entry with the credentials, on a till that was in use',
      ({ keychain, profile }) => {
        profile.wasUsed = true
        keychain.secrets.clear()
      },
    ],
  ])('are damaged by %s, also after a restart, and nobody can sign in', async (_what, damage) => {
    const made = await tillWithManager()
    damage(made)
    const again = made.restart()
    const outcome = [await made.people.view(), await again.view(), await made.check(pin, again)]
    expect(outcome).toEqual([damaged, damaged, notIn])
  })

  it('are damaged by an older copy of the file: who was removed does not come back', async () => {
    const made = await tillWithManager()
    const ann = await added(made.people, aCashier)
    const older = readFileSync(fileOf(made))
    await made.people.remove(ann.id)
    writeFileSync(fileOf(made), older)
    expect(await made.restart().view()).toEqual(damaged)
  })

  /** The same people, whose file another program holds at the next so many reads. */
  function whileHeld({ folder, keychain, vault }: Till, reads: number) {
    let left = reads
    const readFrom = (file: string) => {
      left -= 1
      if (left >= 0) throw Object.assign(new Error('held'), { code: 'EBUSY' })
      return readFileSync(file)
    }
    return makePeople({ keychain, folder, profile: '/p', credentials: vault(), power: cheap, readFrom })
  }

  it('are read again where an antivirus program holds the file for a moment', async () => {
    const made = await tillWithManager()
    const people = whileHeld(made, 2)
    expect(await people.prove({ with: 'pin', person: made.manager.id, pin })).toEqual(made.right)
  })

  it('are not damaged where it holds the file for longer, and no change begins them anew', async () => {
    const made = await tillWithManager()
    const people = whileHeld(made, Number.POSITIVE_INFINITY)
    const saved = await people.save({ ...aManager, name: 'Bo' })
    const { state } = (await openSecretsState({ vault: made.vault(), people, after: () => () => {} })).read()
      .people
    const rules = rulesInForce({ rules: noRules }, state)
    // Until they can be read nobody is let through in nobody's name.
    expect([saved, state, rules, await made.people.view()]).toMatchObject([
      fail({ kind: 'people_held' }),
      'held',
      null,
      { value: { state: 'set', people: [{ name: 'Sam' }] } },
    ])
  })

  it('begin again with a manager', async () => {
    const made = await tillWithManager()
    rmSync(fileOf(made))
    const cashier = await made.people.save(aCashier)
    const sam = await added(made.people, aManager)
    const outcome = [cashier, await made.restart().prove({ with: 'pin', person: sam.id, pin })]
    expect(outcome).toEqual([fail({ kind: 'person_not_possible', why: 'last_manager' }), succeed(sam)])
  })

  it('are either the old or the new ones when the power goes between the writes', async () => {
    const { people, keychain, restart, check, right, folder } = await tillWithManager()
    const before = readFileSync(join(folder, 'people'))
    keychain.breakWritesFrom(2, entry)
    await people.save(aCashier)
    keychain.breakWrites(null)
    const between = keychain.secrets.get(entry) ?? ''
    const after = await restart().view()
    keychain.secrets.set(entry, between)
    writeFileSync(join(folder, 'people'), before)
    expect([after, await check(pin, restart())]).toMatchObject([{ value: { state: 'set' } }, right])
  })

  it('are also the old ones when the power goes between the writes of two changes in succession', async () => {
    const { people, keychain, restart, folder } = await tillWithManager()
    const cutAtTheLast = async (on: typeof people, name: string) => {
      keychain.breakWritesFrom(2, entry)
      await on.save({ ...aCashier, name })
      keychain.breakWrites(null)
    }
    await cutAtTheLast(people, 'Ann')
    const first = readFileSync(join(folder, 'people'))
    await cutAtTheLast(restart(), 'Bo')
    writeFileSync(join(folder, 'people'), first)
    expect(await restart().view()).toMatchObject({
      value: { state: 'set', people: [{ name: 'Sam' }, { name: 'Ann' }] },
    })
  })

  it('are damaged by deletion of the file also where the keychain had not taken the end of the first change', async () => {
    const made = till()
    made.keychain.breakWritesFrom(2, entry)
    await made.start().save(aManager)
    made.keychain.breakWrites(null)
    const seen = await made.restart().view()
    rmSync(fileOf(made))
    expect([seen, await made.restart().view()]).toMatchObject([{ value: { state: 'set' } }, damaged])
  })
})

describe('a keychain that does not work', () => {
  it('is a fault, and no PIN is checked that cannot be counted', async () => {
    const { keychain, people, check } = await tillWithManager()
    keychain.breakIt()
    const broken = fail({ kind: 'keychain_unavailable', detail: 'broken' })
    const silent = [await people.view(), await check(pin)]
    keychain.mendIt()
    keychain.breakWrites(() => true)
    expect([silent, await check(pin)]).toEqual([[broken, broken], broken])
  })

  it('does not mean that there are no people while its "nothing" is not true', async () => {
    const { keychain, people, check, right, restart } = await tillWithManager()
    keychain.answerNothing()
    const silent = await people.view()
    keychain.mendIt()
    expect([silent, await check(pin, restart())]).toMatchObject([
      { fault: { kind: 'keychain_unavailable' } },
      right,
    ])
  })
})
