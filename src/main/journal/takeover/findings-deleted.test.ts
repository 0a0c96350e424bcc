/** Every sequence by which a new journal once made a clean till of one with a refund in doubt: each by the name it was found under. */
import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoryStep } from '../testing/journal-story'
import { beginAfter, damage, locksIn, payment } from './testing/damaged-till'
import { named, refunded, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, type TillJournals } from './testing/till-journals'

let till: TillJournals
beforeEach(async () => {
  till = makeTillJournals()
  await till.setPin()
})
afterEach(() => till.remove())

const a = { number: 1, id: 'pay-1' }

describe('security 5. deleted entries and files', () => {
  const deleteEntry = (what: string) => till.keychain.secrets.delete(till.entry(what))

  it('make no clean till: journal and head deleted is a missing journal, and its refund stays locked', async () => {
    await till.write([named, ...unconfirmed(a)])
    const id = till.inForce()
    for (const name of readdirSync(till.folder))
      if (name.startsWith('journal-')) rmSync(join(till.folder, name))
    deleteEntry(`${id} head`)
    till.restart()
    expect(await till.opening()).toBe('journal_missing, pin')
  })

  it('make no clean till: every entry of the journal deleted is still named by the credentials', async () => {
    await till.write([named, ...unconfirmed(a)])
    const id = till.inForce()
    const file = till.file()
    for (const what of [`${id} head`, `${id} key`, 'in force']) deleteEntry(what)
    till.restart()
    const first = await till.opening()
    till.restart()
    const second = await till.opening()
    const begun = await till.begin()
    till.restart()
    const journal = await till.openWell()
    expect([first, second, begun, locksIn(journal, 'pay-1')]).toEqual([
      'no_keychain, not replaceable',
      'keychain_emptied, token',
      { ok: true, value: { attempts: 0, undecided: 0, unread: 1, missing: null } },
      ['unread'],
    ])
    expect(statSync(file).size).toBeGreaterThan(0)
    journal.close()
  })

  it('are healed where only the word which journal is in force was lost', async () => {
    await till.write([named, ...unconfirmed(a)])
    const id = till.inForce()
    deleteEntry('in force')
    till.restart()
    expect([await till.opening(), till.inForce()]).toEqual(['open', id])
  })

  it('make no clean till: credentials that are put back beside a first journal name the one that is missing', async () => {
    await till.write([named, ...unconfirmed(a)])
    const id = till.inForce()
    const credentials = [...till.keychain.secrets].find(([name]) => name.startsWith('payment service'))
    if (credentials === undefined) throw new Error('There are no credentials')
    for (const name of readdirSync(till.folder)) rmSync(join(till.folder, name))
    for (const name of [credentials[0], till.entry('in force')]) till.keychain.secrets.delete(name)
    till.restart()
    const first = [await till.opening(), till.inForce() === id]
    till.keychain.secrets.set(...credentials)
    till.restart()
    const { journal } = await beginAfter(till, 'journal_missing, pin')
    expect([first, locksIn(journal, 'pay-1')]).toEqual([['open', false], ['unread']])
    journal.close()
  })

  it('are noticed with every entry and the credentials gone: the files are there', async () => {
    await till.write([named, ...unconfirmed(a)])
    till.keychain.secrets.clear()
    till.restart()
    const first = await till.opening()
    till.restart()
    expect([first, await till.opening()]).toEqual(['no_keychain, not replaceable', 'keychain_emptied, token'])
  })
})

describe('security 6. a journal whose file was deleted', () => {
  it('keeps its locks: the keychain knows the newest 32 by their beginnings', async () => {
    const open = Array.from({ length: 20 }, (_, index) => ({ number: index + 1, id: `pay-${index + 1}` }))
    await till.write([named, ...open.flatMap(unconfirmed), ...refunded({ number: 21, id: 'pay-21' })])
    for (const name of readdirSync(till.folder))
      if (name.startsWith('journal-')) rmSync(join(till.folder, name))
    const { journal, begun } = await beginAfter(till, 'journal_missing, pin')
    expect([begun, locksIn(journal, 'pay-1', 'pay-20', 'pay-21')]).toEqual([
      { attempts: 0, undecided: 0, unread: 20, missing: 64 },
      ['unread', 'unread', null],
    ])
    expect(journal.standing().alarms.map(({ event }) => event)).toMatchObject([
      { kind: 'could_not_be_read', lines: 64 },
    ])
    journal.close()
  })

  it('does not lock again by the same evidence what a person has released, one journal later', async () => {
    await till.write([named, ...unconfirmed(a), ...unconfirmed({ number: 2, id: 'pay-2' })])
    rmSync(till.file())
    const { journal } = await beginAfter(till, 'journal_missing, pin')
    const lock = journal.lockOn(payment('pay-1'))
    if (lock === null || 'intent' in lock) throw new Error('It should be locked unread')
    const release: StoryStep = {
      payment: {
        kind: 'released',
        at: till.clock.now,
        line: lock.line,
        address: 'https://pay.example',
        supervisor: 'Sam',
        saw: 'It',
        why: 'So',
      },
    }
    journal.close()
    await till.write([release, ...refunded({ number: 3, id: 'pay-3' })])
    damage(till, "UPDATE attempts SET state = 'refused'")
    const again = await beginAfter(till, 'journal_damaged, pin')
    expect(locksIn(again.journal, 'pay-1', 'pay-2', 'pay-3')).toEqual([null, 'unread', null])
    again.journal.close()
  })
})

it('an older copy of the file is rolled back, and what the keychain knows of it stays locked', async () => {
  await till.write([named, ...refunded(a)])
  const backup = join(till.folder, 'backup')
  copyFileSync(till.file(), backup)
  await till.write(unconfirmed({ number: 2, id: 'pay-2' }))
  const log = `${till.file()}-wal`
  copyFileSync(backup, till.file())
  rmSync(log, { force: true })
  const { journal, begun } = await beginAfter(till, 'journal_rolled_back, pin')
  expect([begun, locksIn(journal, 'pay-1', 'pay-2')]).toEqual([
    { attempts: 1, undecided: 0, unread: 1, missing: 3 },
    [null, 'unread'],
  ])
  journal.close()
})
