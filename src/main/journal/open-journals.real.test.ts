import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { snapshot } from '../../shared/testing/refund-samples'
import { ifNotRoot } from '../system/testing/if-not-root'
import { filesIn, putFiles } from '../system/testing/temporary-folder'
import { madeElsewhere, placeFileName, rememberPlace } from './journal-keys'
import { recordFolder } from './open-record'
import { segmentName } from './segment'
import { type StoryStep, writeStory } from './testing/journal-story'
import { decidedTo, markerOf, refunded, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, type TillJournals } from './testing/till-journals'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})

/** How the journal opens now, and at the next start. */
async function twoStarts() {
  const first = await till.opening()
  till.restart()
  return [first, await till.opening()]
}

const open = { number: 1, id: 'pay-1' }
const files = () => till.disk.names().filter((name) => name.endsWith('.log'))

describe('the first start', () => {
  it('makes the journal, key and head under the journal’s own id, and the next start opens the same one', async () => {
    const journal = await till.openWell()
    const { id } = journal
    journal.close()
    till.restart()
    const names = [...till.keychain.secrets.keys()].filter((name) => name.startsWith(till.entry('')))
    expect([(await till.openWell()).id, files(), names.sort(), await till.vault().note()]).toEqual([
      id,
      [1, 2, 3].map((number) => segmentName(id, number)),
      ['in force', 'probe', `${id} head`, `${id} key`].map(till.entry).sort(),
      { ok: true, value: { deviceId: null, journal: id, hasPeople: false, wasConnected: false } },
    ])
  })

  it.each(['breakIt', 'answerNothing'] as const)(
    'makes nothing while the keychain does not answer, or answers "nothing" without meaning it (%s)',
    async (silence) => {
      till.keychain[silence]()
      expect([await till.opening(), files()]).toEqual(['no_keychain, not replaceable', []])
      till.keychain.mendIt()
      expect([await till.opening(), files().length]).toEqual(['open', 2])
    },
  )

  it('leaves nothing that looks like a loss when it ends at any write to the keychain', async () => {
    for (let refused = 1; refused < 10; refused += 1) {
      const fresh = makeTillJournals()
      fresh.keychain.breakWritesFrom(refused)
      const first = await fresh.opening()
      fresh.keychain.breakWrites(null)
      fresh.restart()
      const result = [refused, first, await fresh.opening()]
      expect(result).toEqual([refused, expect.stringMatching(/^(no_keychain|open)/), 'open'])
    }
  })
})

it('a keychain that refuses the head is asked first at the next opening, so that a retry every minute makes no file each time', async () => {
  await till.write([])
  const before = files().length
  till.keychain.breakWrites(() => true)
  const tries = [await till.opening(), await till.opening(), await till.opening()]
  const made = files().length - before
  till.keychain.breakWrites(null)
  const found = [new Set(tries), made, await till.opening()]
  expect(found).toEqual([new Set(['no_keychain, not replaceable']), 1, 'open'])
})

describe('a till with an empty keychain and no record', () => {
  const emptied = ['no_keychain, not replaceable', 'keychain_emptied, token']

  beforeEach(async () => {
    await till.write([...unconfirmed(open)])
    for (const name of readdirSync(till.folder)) rmSync(join(till.folder, name), { recursive: true })
    till.keychain.secrets.clear()
  })

  it.each(['keychain-place.json', 'cache.db', 'journals/index.db'])(
    'does not count as new while %s is in its folder',
    async (name) => {
      mkdirSync(join(till.folder, 'journals'), { recursive: true })
      writeFileSync(join(till.folder, name), '{}')
      expect(await twoStarts()).toEqual(emptied)
    },
  )

  it('does not count as new while a folder is in the place of its record’s only file', async () => {
    mkdirSync(join(recordFolder(till.folder), segmentName('00000000-0000-4000-8000-000000000001', 1)), {
      recursive: true,
    })
    expect(await twoStarts()).toEqual(emptied)
  })

  it('does not count as new while a file of its record is left that lists a lock', async () => {
    await till.write([...unconfirmed(open)])
    await till.opening()
    for (const file of till.files().slice(0, -1)) rmSync(file)
    rmSync(join(till.folder, 'keychain-place.json'))
    for (const name of till.disk.names().filter((each) => each.startsWith('index'))) till.disk.remove(name)
    till.keychain.secrets.clear()
    till.restart()
    expect(await twoStarts()).toEqual(emptied)
    const { journal } = await till.beginAndOpen()
    expect(journal.lockOn('pay-1')).toMatchObject({ event: { kind: 'locked_unread', marker: markerOf(1) } })
  })

  it('counts as new where only settings are left, which are also written where no keychain ever worked', async () => {
    writeFileSync(join(till.folder, 'settings.json'), '{}')
    expect(await till.opening()).toBe('open')
  })
})

describe('an existing journal', () => {
  it('opens with the lines that validly extend the keychain’s head, and brings the new head to the keychain', async () => {
    await till.write([...refunded(open)])
    const journal = await till.openWell()
    writeStory(journal, unconfirmed({ number: 2, id: 'pay-2' }))
    journal.close()
    till.restart()
    const again = await till.openWell()
    const head = again.head()
    const kept = await till.keys.readHead(again.id)
    expect(kept).toMatchObject({ value: { head, locks: [expect.stringMatching(/^[0-9a-f]{16}$/)] } })
  })

  it('is noted beside credentials that do not name it', async () => {
    await till.write([])
    await till.vault().changeNote({ journal: null })
    till.restart()
    const found = [await till.opening(), await till.vault().note()]
    expect(found).toMatchObject(['open', { value: { journal: till.inForce() } }])
  })
})

describe('each state has its own fault', () => {
  beforeEach(async () => {
    await till.addManager()
    await till.write([...unconfirmed(open)])
  })
  const entry = (what: string) => till.entry(`${till.inForce()} ${what}`)

  it.each(['key', 'head'])('emptied, when the %s is gone and the next start says so too', async (what) => {
    const kept = till.keychain.secrets.get(entry(what)) ?? ''
    till.keychain.secrets.delete(entry(what))
    const first = [await till.opening(), await till.opening()]
    // A keychain that finds it again was not emptied, so an empty answer is not yet believed the next time.
    till.keychain.secrets.set(entry(what), kept)
    till.restart()
    const found = await till.opening()
    till.keychain.secrets.delete(entry(what))
    till.restart()
    const second = await till.opening()
    till.restart()
    expect([...first, found, second, await till.opening()]).toEqual([
      'no_keychain, not replaceable',
      'no_keychain, not replaceable',
      'open',
      'no_keychain, not replaceable',
      `keychain_emptied, ${what === 'key' ? 'token' : 'person'}`,
    ])
  })

  it('not emptied, after any number of cancelled prompts', async () => {
    till.keychain.answerNothing()
    const seen: string[] = []
    for (let start = 0; start < 3; start += 1) {
      till.restart()
      seen.push(await till.opening())
    }
    till.keychain.mendIt()
    till.restart()
    expect([...new Set(seen), await till.opening()]).toEqual(['no_keychain, not replaceable', 'open'])
  })

  it('missing', async () => {
    for (const file of till.files()) rmSync(file)
    expect(await till.opening()).toBe('journal_missing, person')
  })

  /** Puts a journal back in place of the one that had replaced it, which is deleted. Returns the id of that one. */
  async function putBack(): Promise<string> {
    const begunAnew = async () => {
      till.damage()
      const { journal } = await till.beginAndOpen()
      await till.end(journal)
      return till.inForce()
    }
    const second = await begunAnew()
    await till.write([])
    const backup = filesIn(till.folder)
    const third = await begunAnew()
    await till.write(unconfirmed({ number: 2, id: 'pay-2' }))
    for (const name of files()) rmSync(join(recordFolder(till.folder), name))
    putFiles(till.folder, backup)
    till.keychain.secrets.set(till.entry('in force'), second)
    return third
  }

  it('missing, where one that it had replaced is put back with the entry that names it', async () => {
    await putBack()
    const { why, journal } = await till.beginAndOpen()
    const found = [why, journal.lockOn('pay-2')]
    expect(found).toMatchObject(['journal_missing, person', { event: { kind: 'locked_unread' } }])
  })

  it('missing, and the loss of all that was in it is told, and its day’s sums are unknown', async () => {
    await putBack()
    till.clock.now += 3 * 86_400_000
    const { begun, journal } = await till.beginAndOpen()
    const { alarms, unread } = journal.standing()
    expect([begun.missing, alarms.at(-1)?.event, unread]).toMatchObject([
      expect.toSatisfy((lines: number) => lines > 0),
      { kind: 'could_not_be_read', at: till.clock.now },
      { at: till.clock.now },
    ])
  })

  it('missing, and the one that is begun in its place stands though the power goes before its name is noted', async () => {
    await putBack()
    await till.opening()
    till.keychain.breakWritesFrom(4)
    await till.begin()
    till.keychain.breakWrites(null)
    till.restart()
    expect(await till.opening()).toBe('open')
  })

  it('missing, until the keychain says what the missing one had locked, or that nobody can read it', async () => {
    const head = till.entry(`${await putBack()} head`)
    till.keychain.breakReads((name) => name === head)
    const refused = await till.begin()
    till.keychain.breakReads(null)
    till.keychain.secrets.set(head, 'nothing')
    const begun = await till.begin()
    expect([refused, begun]).toMatchObject([{ ok: false }, { ok: true, value: { unread: 0, missing: null } }])
  })

  it('missing, and begun anew it locks once what one has open that is there and that nothing names', async () => {
    const inForce = till.inForce()
    await till.write(unconfirmed({ number: 2, id: 'pay-2' }))
    till.keychain.secrets.set(till.entry('in force'), inForce.replace(/^.{8}/, '00000000'))
    const { journal } = await till.beginAndOpen()
    const locks = journal.standing().locks.map(({ event }) => event)
    expect(locks).toMatchObject([{ marker: markerOf(1) }, { marker: markerOf(2) }])
  })

  it('rolled back', async () => {
    const backup = filesIn(till.folder)
    await till.write(refunded({ number: 2, id: 'pay-2' }))
    putFiles(till.folder, backup)
    expect(await till.opening()).toBe('journal_rolled_back, person')
  })

  it('damaged, which a person can end also while another program holds the file of the people', async () => {
    for (const file of till.files()) writeFileSync(file, 'no journal')
    till.people.isHeld = true
    expect(await till.opening()).toBe('journal_damaged, person')
  })

  it('another key’s, for which no PIN is enough', async () => {
    till.keychain.secrets.set(entry('key'), Buffer.alloc(32, 5).toString('base64'))
    expect(await till.opening()).toBe('journal_wrong_key, token')
  })

  it('replaceable only by a token where the PIN was lost too', async () => {
    for (const file of till.files()) rmSync(file)
    const lost = [...till.keychain.secrets.keys()].filter((name) => name.startsWith('people'))
    for (const name of lost) till.keychain.secrets.delete(name)
    till.restart()
    expect(await till.opening()).toBe('journal_missing, token')
  })

  ifNotRoot('not readable, on a disk that stands in the way', async () => {
    chmodSync(recordFolder(till.folder), 0o000)
    const opening = await till.opening()
    chmodSync(recordFolder(till.folder), 0o700)
    expect(opening).toBe('journal_unwritable, not replaceable')
  })
})

it('logs why refunds are off, once for each opening', async () => {
  till.keychain.breakIt()
  await till.opening()
  expect(till.logged).toEqual(['refunds off: no_keychain: broken'])
})

it('skips an unfinished first journal of an interrupted start', async () => {
  till.keychain.breakWrites((name) => name.endsWith('head'))
  const cut = await till.opening()
  till.keychain.breakWrites(null)
  till.restart()
  await till.write([...unconfirmed(open)])
  till.damage()
  // A journal that was never used does not show what may be missing, and raises no alarm.
  const { begun, journal } = await till.beginAndOpen()
  const expected = ['no_keychain, not replaceable', { attempts: 1, undecided: 1, unread: 0, missing: 1 }, 1]
  expect([cut, begun, journal.standing().alarms.length]).toEqual(expected)
})

it.each(['9007199254740992', '1000000000000000000000'])(
  'skips a file that it never made: %s',
  async (number) => {
    await till.write([...unconfirmed(open)])
    writeFileSync(join(recordFolder(till.folder), `journal-${till.inForce()}-${number}.log`), '')
    expect([await twoStarts(), till.logged]).toEqual([['open', 'open'], []])
  },
)

it('says what is wrong when no file number is left', async () => {
  await till.write([...unconfirmed(open)])
  writeFileSync(join(recordFolder(till.folder), segmentName(till.inForce(), 999_999_999_999_999)), '')
  expect([await till.opening(), till.logged.join()]).toEqual([
    expect.stringContaining('journal_unwritable'),
    expect.stringContaining('which this program has not made'),
  ])
})

it('reopens a record in which one attempt had more alarms, with long notes, than a line has room for', async () => {
  const marker = markerOf(1)
  const risen = (number: number): readonly StoryStep[] => {
    const at = till.clock.now
    const now = snapshot({ id: 'pay-1', refunded: 2000 + number })
    const by = { by: '陳大文', note: '店'.repeat(500) }
    return [
      { marker, event: { kind: 'alarmed', at, alarm: 'unexplained_rise', snapshot: now, raw: '' } },
      { marker, event: { kind: 'acknowledged', at, alarm: Math.min(number, 20), ...by } },
    ]
  }
  const rises = Array.from({ length: 45 }, (_, place) => risen(place + 1)).flat()
  await till.write([...unconfirmed(open), ...decidedTo(open, 'refunded'), ...rises])
  await till.damageAfterStart()
  expect((await till.beginAndOpen()).begun.attempts).toBe(1)
})

it('a copied profile says where its entries were made until a journal is in force in its new folder', () => {
  const { folder } = till
  const copy = join(folder, 'copy')
  mkdirSync(copy)
  const before = madeElsewhere(folder, folder)
  rememberPlace(folder, folder)
  cpSync(join(folder, placeFileName), join(copy, placeFileName))
  const copied = [madeElsewhere(folder, folder), madeElsewhere(copy, copy)]
  rememberPlace(copy, copy)
  expect([before, copied, madeElsewhere(copy, copy)]).toEqual([null, [null, folder], null])
})
