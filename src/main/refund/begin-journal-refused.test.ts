import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { markerOf, must } from './testing/fake-till'
import { filesIn } from './testing/journal-place'
import { tamperWith } from './testing/journal-story'
import { beginAndEnd, beginOrder, makeTillOfTwo, statesOf, workAndEnd } from './testing/restarted-till'
import { shopForEachTest } from './testing/shop'

const order = beginOrder
const keyEntry = 'journal of a test key'

const shop = shopForEachTest(makeTillOfTwo)
const { startAgain } = shop

describe('no new journal', () => {
  it.each([
    ['while refunds are on', () => undefined],
    ['without a keychain', () => shop.till.place.keychain.breakWith('locked')],
    [
      'with another key',
      () => shop.till.place.keychain.entries.set(keyEntry, Buffer.alloc(32, 7).toString('base64')),
    ],
    ['with no key', () => shop.till.place.keychain.entries.delete(keyEntry)],
    ['on a disk that does not work', () => tamperWith(shop.till.place.file, 'PRAGMA user_version=99')],
  ])('is begun %s, and nothing on the disk changes', async (_, hinder) => {
    await workAndEnd(shop.till, shop.desk)
    hinder()
    await startAgain()
    const before = filesIn(shop.till.place.folder)
    const begun = await shop.desk.beginJournal(order)
    await shop.desk.close()
    const after = filesIn(shop.till.place.folder)
    expect([begun, after.get('journal.db')?.equals(before.get('journal.db') ?? Buffer.of())]).toEqual([
      { ok: false, fault: { kind: 'journal_not_replaceable' } },
      true,
    ])
  })

  it('is begun over a damaged one whose key is another', async () => {
    await workAndEnd(shop.till, shop.desk)
    tamperWith(shop.till.place.file, 'UPDATE attempts SET since = 1')
    await startAgain()
    shop.till.place.keychain.entries.set(keyEntry, Buffer.alloc(32, 7).toString('base64'))
    const begun = await shop.desk.beginJournal(order)
    expect([begun.ok, shop.desk.refundsOff()]).toEqual([false, 'journal_damaged'])
  })

  it('is begun when the right file has been put back meanwhile: that one is opened', async () => {
    await workAndEnd(shop.till, shop.desk)
    const right = readFileSync(shop.till.place.file)
    tamperWith(shop.till.place.file, 'UPDATE attempts SET since = 1')
    const off = await startAgain()
    writeFileSync(shop.till.place.file, right)
    const begun = await shop.desk.beginJournal(order)
    expect([off, begun.ok, shop.desk.refundsOff(), shop.desk.lockOn('pay-1')?.intent.marker]).toEqual([
      'journal_damaged',
      false,
      null,
      markerOf(2),
    ])
  })

  it('is begun twice by two clicks', async () => {
    await workAndEnd(shop.till, shop.desk)
    tamperWith(shop.till.place.file, 'DELETE FROM facts')
    await startAgain()
    const begun = await Promise.all([shop.desk.beginJournal(order), shop.desk.beginJournal(order)])
    expect(begun.map((each) => (each.ok ? 'begun' : each.fault.kind))).toEqual([
      'begun',
      'journal_not_replaceable',
    ])
  })
})

describe('a beginning that the power cuts short', () => {
  const momentsBefore: Readonly<Record<string, () => void>> = {
    'before the file was made': () => rmFile(),
    'while the file was empty': () => {
      rmFile()
      writeFileSync(shop.till.place.file, '')
    },
    'once the file had its tables': () =>
      tamperWith(
        shop.till.place.file,
        'DELETE FROM facts; DELETE FROM events; DELETE FROM attempts; DELETE FROM marks',
      ),
  }

  function rmFile(): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(shop.till.place.file + suffix, { force: true })
  }

  it.each(Object.entries(momentsBefore))('%s leaves refunds off, and can be done again', async (_, cut) => {
    await beginAndEnd(shop)
    cut()
    const off = await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    expect([off?.startsWith('journal_'), begun.undecided, shop.desk.lockOn('pay-1')?.intent.marker]).toEqual([
      true,
      1,
      markerOf(2),
    ])
  })

  it('by a keychain that takes no head leaves refunds off, and can be done again', async () => {
    await workAndEnd(shop.till, shop.desk)
    tamperWith(shop.till.place.file, 'DELETE FROM facts')
    await startAgain()
    shop.till.place.keychain.breakWritesWith('read only')
    const failed = await shop.desk.beginJournal(order)
    const off = shop.desk.refundsOff()
    shop.till.place.keychain.breakWritesWith(null)
    const begun = await shop.desk.beginJournal(order)
    expect([failed.ok ? '' : failed.fault.kind, off, begun.ok, statesOf(shop.desk).length]).toEqual([
      'keychain_unavailable',
      'journal_damaged',
      true,
      2,
    ])
  })
})
