import { rmSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { isUndecided } from '../../../shared/refund'
import { type FormerTill, formerTillsForEachTest } from './testing/former-till'

const former = formerTillsForEachTest()

it('a former journal whose making was cut short is as good as none', async () => {
  const till = former('in-order')
  const database = new Database(till.formerFile)
  for (const table of ['facts', 'events', 'attempts', 'marks']) database.exec(`DELETE FROM ${table}`)
  database.exec('VACUUM')
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
  database.close()
  const known = await till.opening()
  till.keychain.secrets.set(till.entry('head'), `0:${'0'.repeat(64)}`)
  expect([known, await till.opening()]).toEqual(['journal_damaged, token', 'open'])
})

describe('a journal of the former version that is not in order', () => {
  const change = (till: FormerTill, sql: string) => {
    const database = new Database(till.formerFile)
    database.exec(sql)
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
    database.close()
  }

  it.each([
    ['a line is lost', 'DELETE FROM events WHERE seq = 20', 'journal_damaged'],
    ['a line is another', 'UPDATE events SET line = zeroblob(300) WHERE seq = 20', 'journal_damaged'],
    ['its last lines are lost', 'DELETE FROM events WHERE seq > 50', 'journal_rolled_back'],
    ['a row is lost', 'DELETE FROM attempts WHERE rowid = 3', 'journal_damaged'],
    ['a mark is lost', 'DELETE FROM marks WHERE rowid = 1', 'journal_damaged'],
    ['what its marks add up to is lost', 'DELETE FROM mark_digest', 'journal_damaged'],
    ['it lost its name', "DELETE FROM facts WHERE name = 'journal_id'", 'journal_damaged'],
  ])(
    'says so when %s, and a person may begin a new one that has everything readable',
    async (_, sql, why) => {
      const till = former('in-order')
      await till.setPin()
      change(till, sql)
      expect(await till.opening()).toBe(`${why}, pin`)
      const begun = await till.begin()
      expect(begun).toMatchObject({ ok: true, value: { attempts: 15 } })
      till.restart()
      const journal = await till.openWell()
      const markers = till.fixture.attempts
        .filter(({ state }) => isUndecided(state))
        .map(({ intent }) => intent.marker)
      expect(journal.undecided().map(({ intent }) => intent.marker)).toEqual(expect.arrayContaining(markers))
      journal.close()
    },
  )

  it('says that it is another key’s', async () => {
    const till = former('in-order')
    till.keychain.secrets.set(till.entry('key'), Buffer.alloc(32, 1).toString('base64'))
    expect(await till.opening()).toBe('journal_wrong_key, token')
  })

  it('is not believed to have lost its key before the next start says so too', async () => {
    const till = former('in-order')
    till.keychain.secrets.delete(till.entry('key'))
    const first = [await till.opening(), await till.opening()]
    till.restart()
    expect([...first, await till.opening()]).toEqual([
      'no_keychain, not replaceable',
      'no_keychain, not replaceable',
      'keychain_emptied, token',
    ])
  })

  it('is missing when the keychain knows it and it is gone, and damaged when it is empty', async () => {
    const empty = former('in-order')
    writeFileSync(empty.formerFile, '')
    const gone = former('in-order')
    rmSync(gone.formerFile)
    expect([await empty.opening(), await gone.opening()]).toEqual([
      'journal_damaged, token',
      'journal_missing, token',
    ])
  })
})
