import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import {
  answeredBy,
  checked,
  decided,
  lost,
  otherMarker,
  ownMarker,
  refusal,
  seen,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { journalForEachTest } from './testing/journal-for-each-test'
import { paymentOf, thirdMarker, writeStory } from './testing/journal-story'

const at = startOfDay
const own = paymentOf('pay-1')

const till = journalForEachTest()
const { begin } = till

function loseOne(marker = ownMarker): void {
  expect(begin(marker)).toBe('intended')
  for (const event of [{ kind: 'sending', at } as const, answeredBy(lost, 'unconfirmed')]) {
    expect(till.journal.append(marker, event).ok).toBe(true)
  }
}

/** As any tool for SQLite does it while the program runs. */
function fromOutside(sql: string): void {
  const other = new Database(till.place.file)
  other.exec(sql)
  other.close()
}

const lockedBy = () => {
  const lock = till.journal.lockOn(own)
  return lock !== null && 'intent' in lock ? lock.intent.marker : (lock?.kind ?? null)
}

describe('the lock of a payment', () => {
  it.each([
    ['its row is said to be decided', 'UPDATE attempts SET undecided = 0, holds = 0'],
    ['its row is deleted', 'DELETE FROM attempts'],
    ['its row is moved to another payment', "UPDATE attempts SET payment = x'00'"],
    [
      'the unique index is replaced by a plain one',
      'DROP INDEX one_holder; CREATE INDEX one_holder ON attempts (payment); UPDATE attempts SET undecided = 0, holds = 0',
    ],
    [
      'a trigger is planted that decides every row',
      `CREATE TRIGGER opened AFTER UPDATE ON attempts BEGIN UPDATE attempts SET undecided = 0, holds = 0; END;
       UPDATE attempts SET state = 'refused'`,
    ],
    ['the tables are emptied', 'DELETE FROM attempts; DELETE FROM events; DELETE FROM open_locks'],
  ])('holds when, from outside, %s', (_, sql) => {
    loseOne()
    fromOutside(sql)
    expect([lockedBy(), begin(otherMarker)]).toEqual([ownMarker, expect.stringMatching(/locked|unwritable/)])
  })

  it.each([
    ['a row is said to be decided', 'UPDATE attempts SET undecided = 0, holds = 0'],
    ['nobody holds the lock', 'UPDATE attempts SET holds = 0'],
    ['a row is deleted', 'DELETE FROM attempts'],
    ['a line is deleted', 'DELETE FROM events WHERE seq = 2'],
    ['the last line is deleted', 'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)'],
    ['a line is put elsewhere', "UPDATE events SET payment = x'00' WHERE seq = 2"],
    ['a line’s time is changed', 'UPDATE events SET at = at + 1 WHERE seq = 2'],
    [
      'a line’s hash is changed',
      "UPDATE events SET hash = iif(substr(hash, 1, 1) = 'f', '0', 'f') || substr(hash, 2) WHERE seq = 2",
    ],
    ['the high-water value is deleted', 'DELETE FROM high_water'],
    ['the state in a row’s column is changed', "UPDATE attempts SET state = 'refused'"],
    ['a row’s cashier is changed', "UPDATE attempts SET cashier = x'00'"],
    ['a trigger is planted', 'CREATE TRIGGER t AFTER UPDATE ON attempts BEGIN SELECT 1; END'],
    [
      'a trigger is planted that swallows lines',
      'CREATE TRIGGER t BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END',
    ],
    ['an index is dropped', 'DROP INDEX one_holder'],
    ['a view is made', 'CREATE VIEW v AS SELECT 1'],
    ['the version is another', 'PRAGMA user_version = 2'],
    ['the open locks are emptied', 'DELETE FROM open_locks'],
  ])('is verified before a send, and what was done from outside is found: %s', (_, sql) => {
    loseOne()
    expect(till.journal.verifyPayment(own)).toEqual({ ok: true, value: null })
    fromOutside(sql)
    const found = till.journal.verifyPayment(own)
    expect(found).toMatchObject({ ok: false, fault: { why: 'journal_damaged' } })
    // It stays found, for every payment and for the check behind the cashier, and a new refund is not begun.
    expect([
      till.journal.verifyPayment(paymentOf('pay-9')),
      till.journal.verifyMore(5),
      begin(thirdMarker, { id: 'pay-9' }),
    ]).toEqual([found, expect.objectContaining({ why: 'journal_damaged' }), 'unwritable'])
  })

  it('is found to be held by a settled attempt in place of the one that needs it', () => {
    loseOne()
    expect(till.journal.append(ownMarker, decided('not_refunded')).ok).toBe(true)
    loseOne(otherMarker)
    expect(till.journal.verifyPayment(own).ok).toBe(true)
    fromOutside('UPDATE attempts SET holds = 0; UPDATE attempts SET holds = 1 WHERE number = 1')
    expect(till.journal.verifyPayment(own)).toMatchObject({ ok: false, fault: { why: 'journal_damaged' } })
  })

  it('is seen in the whole table where another payment’s row was changed from outside', () => {
    loseOne()
    fromOutside('UPDATE attempts SET undecided = 0, holds = 0')
    expect(till.journal.verifyPayment(paymentOf('pay-2')).ok).toBe(false)
  })

  it('still lets the answer of a refund under way be written after damage was found', () => {
    expect(begin(ownMarker)).toBe('intended')
    expect(till.journal.append(ownMarker, { kind: 'sending', at }).ok).toBe(true)
    fromOutside(
      "CREATE TRIGGER t AFTER UPDATE ON high_water BEGIN SELECT 1; END; UPDATE attempts SET state = 'refused'",
    )
    expect(till.journal.verifyPayment(own).ok).toBe(false)
    expect(till.journal.append(ownMarker, answeredBy(lost, 'unconfirmed'))).toMatchObject({
      ok: true,
      value: { state: 'unconfirmed' },
    })
  })

  it('is also what the table says, where memory knows of none', () => {
    loseOne()
    expect(till.journal.append(ownMarker, decided('not_refunded')).ok).toBe(true)
    expect(lockedBy()).toBeNull()
    fromOutside('UPDATE attempts SET undecided = 1')
    expect([lockedBy(), begin(otherMarker)]).toEqual([ownMarker, 'locked'])
  })

  it('is handed to the one that waits when the holder is settled, and no new refund gets between', () => {
    expect(begin(ownMarker)).toBe('intended')
    for (const event of [
      { kind: 'sending', at } as const,
      answeredBy(refusal, 'refusal_seen'),
      checked(seen(), 'refused'),
    ]) {
      expect(till.journal.append(ownMarker, event).ok).toBe(true)
    }
    loseOne(otherMarker)
    // The refusal moved after all: it is undecided again, behind the other.
    expect(till.journal.append(ownMarker, checked(seen({ refunded: 2000 }), 'unconfirmed')).ok).toBe(true)
    expect(holders()).toEqual([otherMarker])
    expect(till.journal.append(otherMarker, decided('not_refunded')).ok).toBe(true)
    expect([holders(), lockedBy(), begin(thirdMarker, { base: 2000 })]).toEqual([
      [ownMarker],
      ownMarker,
      'locked',
    ])
    expect(till.journal.append(ownMarker, decided('not_refunded', at, { refunded: 2000 })).ok).toBe(true)
    expect([holders(), lockedBy(), begin(thirdMarker, { base: 2000 })]).toEqual([[], null, 'intended'])
    expect(till.journal.verifyPayment(own).ok).toBe(true)
  })

  function holders(): readonly string[] {
    const other = new Database(till.place.file)
    const found = other.prepare('SELECT number FROM attempts WHERE holds = 1').raw().all([]).flat()
    other.close()
    return found.map((number) => [ownMarker, otherMarker, thirdMarker][Number(number) - 1] ?? '')
  }

  it('holds for every number that the service went by, and for no other service', () => {
    loseOne()
    const name = (service: number, address: string) =>
      till.journal.appendTill({ kind: 'service_named', at, service, address, why: 'another', by: 'Sam' })
    name(1, 'https://pay.example')
    name(2, 'https://pay.example')
    name(3, 'https://other.example')
    expect([
      begin(otherMarker, { service: 2 }),
      till.journal.lockOn({ services: [2], id: 'pay-1' }) !== null,
      begin(thirdMarker, { service: 3, serviceAddress: 'https://other.example' }),
    ]).toEqual(['locked', true, 'intended'])
  })

  it('keeps one chain: a second program that writes to the same file stops the first', async () => {
    loseOne()
    const second = await till.place.openWell()
    writeStory(second, [{ till: { kind: 'acted', at, by: null, act: { act: 'copies_forgotten' } } }])
    second.close()
    expect([begin(otherMarker, { id: 'pay-2' }), till.journal.verifyPayment(own).ok]).toEqual([
      'unwritable',
      false,
    ])
  })
})
