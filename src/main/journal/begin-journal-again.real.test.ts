import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { filesIn } from '../system/testing/temporary-folder'
import { acted, type StoryStep, writeStory } from './testing/journal-story'
import { decidedTo, markerOf, refunded, sent, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, type TillJournals } from './testing/till-journals'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})

/** Puts the files of another till's record beside this one's, whose keychain does not know them. */
async function putStranger(story: readonly StoryStep[]): Promise<void> {
  const stranger = makeTillJournals()
  await stranger.write([...story])
  for (const [name, bytes] of filesIn(stranger.folder)) {
    if (name.endsWith('.log')) writeFileSync(join(till.folder, name), bytes)
  }
}

describe('a new journal after others', () => {
  it('reports all missing lines, not only those since the newest first line that opens', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    await till.write([])
    till.damage(3)
    await till.damageAfterStart()
    const { begun } = await till.beginAndOpen()
    expect(begun).toEqual({ attempts: 1, undecided: 1, unread: 0, missing: 2 })
  })

  it('yields to the event loop while it reads the one before it', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    await till.damageAfterStart()
    await till.opening()
    const before = till.yields.count
    await till.begin()
    expect(till.yields.count - before).toBeGreaterThan(3)
  })

  it('locks what only the head has that was kept after the keychain had been emptied', async () => {
    const running = await till.openWell()
    till.keychain.secrets.clear()
    writeStory(running, sent({ number: 1, id: 'pay-1' }))
    await till.end(running)
    const [newest = ''] = [...filesIn(till.folder).keys()].filter((name) => name.endsWith('.log')).reverse()
    rmSync(join(till.folder, newest))
    await till.opening()
    till.restart()
    const { why, journal } = await till.beginAndOpen()
    const found = [why, journal.lockOn('pay-1')]
    expect(found).toMatchObject(['keychain_emptied, token', { event: { kind: 'locked_unread' } }])
  })

  /** Gives the till the entries of another keychain. Returns those that it had. */
  function putKeychain(others: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { secrets } = till.keychain
    const mine = new Map(secrets)
    secrets.clear()
    for (const [name, secret] of others) secrets.set(name, secret)
    till.restart()
    return mine
  }

  /** Begins a record in place of one that then goes on, with a refund in doubt, on another PC which has that one's keychain. */
  async function goOnElsewhere(): Promise<void> {
    await till.write([])
    const here = putKeychain(new Map())
    await till.opening()
    till.restart()
    await till.opening()
    await till.begin()
    await till.write([])
    await till.write([])
    const there = putKeychain(here)
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    putKeychain(there)
  }

  const lockedUnread = { event: { kind: 'locked_unread', marker: markerOf(1) } }

  it('locks what the one before it left open when that went on since, where the folder was in between', async () => {
    await goOnElsewhere()
    const found: unknown[] = []
    for (let start = 0; start < 2; start += 1) {
      const journal = await till.openWell()
      found.push([journal.lockOn('pay-1'), journal.standing().alarms.length])
      await till.end(journal)
    }
    // Lines that were not read, a record that was unknown, and that it went on: each once.
    expect(found).toMatchObject([
      [lockedUnread, 3],
      [lockedUnread, 3],
    ])
  })

  it('locks that too where it is begun before the one that it replaces was opened again', async () => {
    await goOnElsewhere()
    till.damage()
    const { journal } = await till.beginAndOpen()
    expect(journal.lockOn('pay-1')).toMatchObject(lockedUnread)
  })

  it('is not contradicted by the one before it: later decisions stay', async () => {
    const first = { number: 1, id: 'pay-1' }
    const second = await till.replaceAfter([...unconfirmed(first)])
    writeStory(second.journal, decidedTo(first, 'refunded'))
    await till.end(second.journal)
    await till.damageAfterStart()
    const { begun, journal } = await till.beginAndOpen()
    const result = [begun, journal.attempt(markerOf(1))?.state, journal.lockOn('pay-1')]
    expect(result).toEqual([{ attempts: 1, undecided: 0, unread: 0, missing: 1 }, 'refunded', null])
  })

  it('lets only a person settle what was open where lines are missing', async () => {
    const first = { number: 1, id: 'pay-1' }
    const second = { number: 2, id: 'pay-2' }
    await till.write([...sent(first), ...sent(second)])
    await till.write([
      { till: acted },
      ...refunded(first).slice(1),
      ...unconfirmed(second).slice(1),
      ...decidedTo(second, 'not_refunded'),
    ])
    // The line between the first line of the second run and the answers.
    till.damage(6)
    const { journal } = await till.beginAndOpen()
    const expected = ['unconfirmed', 'not_refunded']
    expect([1, 2].map((number) => journal.attempt(markerOf(number))?.state)).toEqual(expected)
  })

  it('keeps an unknown journal’s doubt about another refund of a payment that is undecided here', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    await putStranger(unconfirmed({ number: 2, id: 'pay-1' }))
    const journal = await till.openWell()
    writeStory(journal, decidedTo({ number: 1, id: 'pay-1' }, 'not_refunded'))
    expect(journal.lockOn('pay-1')).toMatchObject({ event: { kind: 'locked_unread', marker: markerOf(2) } })
  })

  it('locks what an unknown journal has open, also where the one in force opens beside it, and says so once', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    await putStranger(unconfirmed({ number: 2, id: 'pay-2' }))
    const told: unknown[] = []
    for (let start = 0; start < 2; start += 1) {
      const journal = await till.openWell()
      const { alarms, locks } = journal.standing()
      told.push([alarms.length, locks.length, journal.lockOn('pay-2') !== null, journal.undecided().length])
      journal.close()
      till.restart()
    }
    expect(told).toEqual([
      [1, 1, true, 1],
      [1, 1, true, 1],
    ])
  })
})

describe('an interrupted beginning', () => {
  it('at any write to the keychain leaves the old state, and can be repeated', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    for (const file of till.files()) rmSync(file)
    const inForce = till.inForce()
    for (let refused = 1; refused < 4; refused += 1) {
      till.keychain.breakWritesFrom(refused)
      const begun = await till.begin()
      till.keychain.breakWrites(null)
      till.restart()
      const result = [begun.ok, till.inForce(), await till.opening()]
      expect(result).toEqual([false, inForce, 'journal_missing, token'])
    }
    const { journal } = await till.beginAndOpen()
    expect(journal.lockOn('pay-1')).toMatchObject({ event: { kind: 'locked_unread' } })
  })

  it('after the switch is finished by the next start', async () => {
    await till.write([])
    for (const file of till.files()) rmSync(file)
    till.keychain.breakWritesFrom(4)
    const begun = await till.begin()
    till.keychain.breakWrites(null)
    till.restart()
    const result = [begun.ok, await till.opening(), await till.vault().note()]
    expect(result).toMatchObject([true, 'open', { value: { journal: till.inForce() } }])
  })
})
