/** Every sequence by which a new journal once could not be begun, or said a wrong word: each by the name it was found under. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeKeyCheck } from '../journal-facts'
import { linesIn } from '../testing/journal-reading'
import { tamperWith } from '../testing/journal-story'
import { beginAfter, damageLine, locksIn, statesIn } from './testing/damaged-till'
import { markerOf, named, refunded, sent, unconfirmed } from './testing/refund-stories'
import { keepHead, makeTillJournals, type TillJournals } from './testing/till-journals'

let till: TillJournals
beforeEach(async () => {
  till = makeTillJournals()
  await till.setPin()
})
afterEach(() => till.remove())

const a = { number: 1, id: 'pay-1' }

describe('H. a keychain that was replaced', () => {
  it('ends by a new journal on somebody’s token, with a lock for every refund that cannot be opened', async () => {
    await till.write([
      named,
      ...unconfirmed(a),
      ...unconfirmed({ number: 2, id: 'pay-2' }),
      ...refunded({ number: 3, id: 'pay-3' }),
    ])
    till.keychain.secrets.set(till.entry(`${till.inForce()} key`), Buffer.alloc(32, 9).toString('base64'))
    const { journal, begun } = await beginAfter(till, 'journal_wrong_key, token')
    expect([begun?.unread, locksIn(journal, 'pay-1', 'pay-2', 'pay-3')]).toEqual([
      2,
      ['unread', 'unread', null],
    ])
    journal.close()
  })

  it('ends so too when the head entry is garbled, or key and journal are both lost', async () => {
    await till.write([named, ...unconfirmed(a)])
    till.keychain.secrets.set(till.entry(`${till.inForce()} head`), 'garbled')
    const { journal } = await beginAfter(till, 'keychain_emptied, pin')
    const locked = locksIn(journal, 'pay-1')
    await keepHead(till.keys, journal)
    journal.close()
    till.keychain.secrets.delete(till.entry(`${till.inForce()} key`))
    rmSync(till.file())
    const again = await beginAfter(till, 'journal_missing, pin')
    expect([locked, locksIn(again.journal, 'pay-1')]).toEqual([[markerOf(1)], [markerOf(1)]])
    again.journal.close()
  })
})

describe('I. two damaged pages', () => {
  it('are never taken for another key’s journal that nobody may replace', async () => {
    await till.write([named, ...unconfirmed(a), ...refunded({ number: 2, id: 'pay-2' })])
    const whole = readFileSync(till.file())
    const { begun } = await begunAfterZeroing(whole, 3, 5)
    expect(begun).toMatchObject({ ok: true })
  })

  it('cannot stop a new journal, whichever two they are, and the payment stays locked', async () => {
    await till.write([named, ...unconfirmed(a), ...refunded({ number: 2, id: 'pay-2' })])
    const whole = readFileSync(till.file())
    const pages = whole.length / 4096
    for (let one = 1; one <= pages; one += 3) {
      for (let other = one + 1; other <= pages; other += 4) {
        const { locks } = await begunAfterZeroing(whole, one, other)
        expect([one, other, locks[0]]).toEqual([one, other, expect.any(String)])
      }
    }
  })

  async function begunAfterZeroing(whole: Buffer, ...pages: readonly number[]) {
    const fresh = makeTillJournals()
    for (const [name, secret] of till.keychain.secrets) {
      fresh.keychain.secrets.set(name.replace(till.entry(''), fresh.entry('')), secret)
    }
    const bytes = Buffer.from(whole)
    for (const page of pages) bytes.fill(0, (page - 1) * 4096, page * 4096)
    writeFileSync(fresh.file(), bytes)
    const opening = await fresh.opening()
    const begun = await fresh.begin()
    fresh.restart()
    const journal = await fresh.openWell()
    const locks = locksIn(journal, 'pay-1')
    journal.close()
    fresh.remove()
    return { opening, begun, locks }
  }
})

describe('J. files that are still held open', () => {
  it('are neither removed nor renamed: a new journal is a new file, and the old one stays byte for byte', async () => {
    await till.write([named, ...unconfirmed(a)])
    damageLine(till, 3)
    const old = till.file()
    const before = readFileSync(old)
    for (let round = 0; round < 3; round += 1) await till.opening()
    const left = readdirSync(till.folder).filter((name) => name.includes('journal'))
    const { journal } = await beginAfter(till, 'journal_damaged, pin')
    const after = readdirSync(till.folder).filter((name) => name.endsWith('.db') && name.includes('journal'))
    expect([
      left.filter((name) => name.endsWith('.db')).length,
      after.length,
      readFileSync(old).equals(before),
    ]).toEqual([1, 2, true])
    journal.close()
  })
})

describe('K. smaller ones', () => {
  it('a begin that was interrupted leaves nothing that the next one says wrongly', async () => {
    await till.write([named, ...unconfirmed(a), ...refunded({ number: 2, id: 'pay-2' })])
    damageLine(till, 5)
    const kept = till.inForce()
    // The keychain takes everything but the word that the new journal is in force.
    till.keychain.breakWrites((name) => name.endsWith('in force'))
    const interrupted = await till.begin()
    till.keychain.breakWrites(null)
    till.restart()
    const { journal, begun } = await beginAfter(till, 'journal_damaged, pin')
    const first = linesIn(journal, 0, till.clock.now * 2)[0]?.line
    expect([interrupted.ok, begun]).toEqual([false, { attempts: 2, undecided: 1, unread: 0, missing: 1 }])
    expect(first).toMatchObject({
      beginning: { after: kept, missing: 1, oldHead: expect.stringMatching(/^7:/) },
    })
    journal.close()
  })

  it('a version that was damaged is damage, and a journal of another version is said to be that', async () => {
    await till.write([named, ...unconfirmed(a)])
    const whole = readFileSync(till.file())
    const id = till.inForce()
    const key = await till.keys.readKey(id)
    if (!key.ok || key.value === null) throw new Error('No key')
    const check = writeKeyCheck(key.value, id, 4)
    tamperWith(
      till.file(),
      `UPDATE facts SET value = '${check}' WHERE name = 'key_check'; PRAGMA user_version=4`,
    )
    const other = await till.opening()
    whole.writeUInt32BE(77, 60)
    rmSync(`${till.file()}-wal`, { force: true })
    writeFileSync(till.file(), whole)
    const { journal } = await beginAfter(till, 'journal_damaged, pin')
    expect([other, locksIn(journal, 'pay-1')]).toEqual([
      'journal_other_version, not replaceable',
      [markerOf(1)],
    ])
    journal.close()
  })

  it('what was on its way when the journal ends counts as sent', async () => {
    await till.write([named, ...sent(a)])
    damageLine(till, 1)
    const { journal } = await beginAfter(till, 'journal_damaged, pin')
    expect([statesIn(journal, 1), locksIn(journal, 'pay-1')]).toEqual([['unconfirmed'], [markerOf(1)]])
    journal.close()
  })
})
