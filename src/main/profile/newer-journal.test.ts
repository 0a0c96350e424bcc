import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, expect, it } from 'vitest'
import { writeKeyCheck } from '../journal/journal-facts'
import { vaultName } from '../vault/keychain'
import { openTill } from './testing/open-till'
import { keptReleases, unpackRelease } from './testing/read-release'

const day = 24 * 60 * 60_000
const newerHead = '{"version":2,"head":{"seq":21},"seal":"of another kind"}'

const removals: (() => void)[] = []
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
})

/** The newest kept till, whose journal's file and entries are named. */
function unpack() {
  const kept = unpackRelease(keptReleases().at(-1) ?? '')
  removals.push(kept.remove)
  const name = vaultName('journal', kept.release.entriesPath)
  const id = kept.keychain.secrets.get(`${name} in force`) ?? ''
  const file = join(kept.folder, `journal-${id}.db`)
  return { ...kept, name, id, file }
}

/** A day of that till, in this program. Answers why refunds are off, how that ends, and what a supervisor's word does. */
async function spendADay(kept: ReturnType<typeof unpack>) {
  const till = await openTill({ ...kept, ...kept.release, keychain: kept.keychain })
  await kept.clock.advance(day)
  const begun = await till.refunds.beginJournal({ supervisor: 'Sam', why: 'Wanted to' })
  const found = [till.refunds.refundsOff(), till.refunds.replaceable(), begun.ok]
  const looked = await till.payments.show({ kind: 'transaction_id', code: '100000000000001' })
  await till.refunds.close()
  return [...found, looked.ok]
}

it('a journal of a newer program is left byte for byte with its entries, and none is begun in its place', async () => {
  const kept = unpack()
  const key = Buffer.from(kept.keychain.secrets.get(`${kept.name} ${kept.id} key`) ?? '', 'base64')
  const database = new Database(kept.file)
  database.exec('PRAGMA user_version = 4; CREATE TABLE later (name TEXT)')
  const fact = writeKeyCheck(key, kept.id, 4)
  database.prepare("UPDATE facts SET value = ? WHERE name = 'key_check'").run([fact])
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
  database.close()
  const [bytes, entries] = [readFileSync(kept.file), new Map(kept.keychain.secrets)]
  expect(await spendADay(kept)).toEqual(['journal_newer', null, false, true])
  const journals = readdirSync(kept.folder).filter((name) => /^journal-.*\.db$/.test(name))
  expect([readFileSync(kept.file).equals(bytes), journals.length]).toEqual([true, 1])
  expect(kept.keychain.secrets).toEqual(entries)
})

it('a journal whose head a newer program wrote is left too, and that entry with it', async () => {
  const kept = unpack()
  kept.keychain.secrets.set(`${kept.name} ${kept.id} head`, newerHead)
  const [bytes, entries] = [readFileSync(kept.file), new Map(kept.keychain.secrets)]
  expect(await spendADay(kept)).toEqual(['data_newer', null, false, true])
  expect(readFileSync(kept.file).equals(bytes)).toBe(true)
  expect(kept.keychain.secrets).toEqual(entries)
})

it('where another file is newer, what is undecided is still asked about', async () => {
  const kept = unpack()
  const { till, shows } = await withNewerSettings(kept)
  expect([till.refunds.refundsOff(), till.refunds.lockOn('pay-5') !== null, shows > 0]).toEqual([
    'data_newer',
    true,
    true,
  ])
  await till.refunds.close()
})

async function withNewerSettings(kept: ReturnType<typeof unpack>) {
  writeFileSync(join(kept.folder, 'settings.json'), '{"version":2,"deviceId":"till-3"}')
  const till = await openTill({ ...kept, ...kept.release, keychain: kept.keychain })
  const before = till.payments.shows.length
  await kept.clock.advance(600_000)
  return { till, shows: till.payments.shows.length - before }
}
