import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyExport } from './export-journal'
import { markerOf, must, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { foldLogIn, tamperWith } from './testing/journal-story'
import {
  beginAndEnd,
  beginOrder,
  loseAnswers,
  makeTillOfTwo,
  statesOf,
  workAndEnd,
} from './testing/restarted-till'
import { shopForEachTest } from './testing/shop'
import { verifyJournalFile } from './verify-journal-file'

const order = beginOrder
const everything = { from: 0, to: Date.UTC(2100, 0, 1) }

const shop = shopForEachTest(makeTillOfTwo)
const { startAgain } = shop

const damages: Readonly<Record<string, () => void>> = {
  'an attempt’s row unlocked': () => tamperWith(shop.till.place.file, 'UPDATE attempts SET undecided = 0'),
  'its name changed': () =>
    tamperWith(shop.till.place.file, "UPDATE facts SET value = 'x' WHERE name = 'journal_id'"),
  'all facts deleted': () => tamperWith(shop.till.place.file, 'DELETE FROM facts'),
  'its marks deleted': () => tamperWith(shop.till.place.file, 'DELETE FROM marks'),
  'the last line deleted': () =>
    tamperWith(shop.till.place.file, 'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)'),
  'all but its first four lines deleted': () =>
    tamperWith(shop.till.place.file, 'DELETE FROM events WHERE seq > 4'),
  'every line damaged': () => tamperWith(shop.till.place.file, 'UPDATE events SET line = zeroblob(100)'),
  'an index dropped': () =>
    tamperWith(shop.till.place.file, 'DROP INDEX one_undecided_attempt; DELETE FROM facts'),
}

describe('a new journal in the place of a damaged one', () => {
  it.each(Object.entries(damages))('with %s keeps what was undecided locked', async (_, damage) => {
    await workAndEnd(shop.till, shop.desk)
    damage()
    const bytes = readFileSync(shop.till.place.file)
    const off = await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    const aside = [...shop.till.place.files()].filter(([name]) => name.startsWith('journal-set-aside-'))
    const copies = aside.filter(([name]) => name.endsWith('journal.db')).map(([, copy]) => copy.equals(bytes))
    const again = await shop.desk.issue(shop.till.order(500))
    expect([
      off,
      shop.desk.refundsOff(),
      copies,
      begun.undecided,
      shop.desk.lockOn('pay-1')?.intent.marker,
    ]).toEqual(['journal_damaged', null, [true], 1, markerOf(2)])
    expect([again.ok ? 'sent' : again.fault.kind, shop.till.payments.refunds.length]).toEqual([
      'undecided',
      2,
    ])
  })

  it('has every refund of the old one, the evidence too, and goes on after a restart', async () => {
    await workAndEnd(shop.till, shop.desk)
    const before = await tillAsItWas()
    tamperWith(shop.till.place.file, 'DELETE FROM facts')
    await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    const histories = [markerOf(1), markerOf(2)].map((marker) => shop.desk.open(marker))
    await shop.desk.close()
    const off = await startAgain()
    expect([begun, histories, off, statesOf(shop.desk)]).toEqual([
      { attempts: 2, undecided: 1, whole: true },
      before,
      null,
      [`${markerOf(2)} unconfirmed`, `${markerOf(1)} refunded`],
    ])
  })

  async function tillAsItWas() {
    await startAgain()
    const histories = [markerOf(1), markerOf(2)].map((marker) => shop.desk.open(marker))
    await shop.desk.close()
    foldLogIn(shop.till.place.file)
    return histories
  }

  it('says in its first line who began it, when and why, and what was set aside', async () => {
    await workAndEnd(shop.till, shop.desk)
    const oldHead = shop.till.place.keychain.entries.get('journal of a test head')
    tamperWith(shop.till.place.file, 'DELETE FROM facts')
    await startAgain()
    must(await shop.desk.beginJournal(order))
    const exported = must(shop.desk.exportRange(everything, 'json'))
    const verified = must(verifyExport(exported))
    const file = join(shop.till.place.folder, 'export.json')
    writeFileSync(file, exported)
    const [first] = verified.beginning?.setAside ?? []
    expect(verified.beginning).toMatchObject({ ...order, at: shop.till.clock.now(), oldHead, attempts: 2 })
    expect(first).toEqual({
      file: expect.stringMatching(/^journal-set-aside-2026-11-21.*\/journal\.db$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(verifyJournalFile(file).words).toContain('begun anew on 2026-11-21 09:00:00 UTC by Ada')
  })

  it('keeps the marks that no refund tells of, too', async () => {
    shop.desk.raiseMark(recordOf(shop.till, { id: 'pay-2', refunded: 700 }))
    await workAndEnd(shop.till, shop.desk)
    tamperWith(shop.till.place.file, 'DELETE FROM facts')
    await startAgain()
    must(await shop.desk.beginJournal(order))
    const shown = fakeTransaction(shop.till.payments.facts('pay-2'))
    const foundBy = { kind: 'transaction_id', code: shown.transactionId } as const
    const issued = await shop.desk.issue(shop.till.order(500, { shown, foundBy }))
    expect(issued).toEqual({ ok: false, fault: { kind: 'stale_answer' } })
  })

  it('reads the marks out of the refunds where their own rows are gone', async () => {
    await workAndEnd(shop.till, shop.desk)
    tamperWith(shop.till.place.file, 'DELETE FROM facts; DELETE FROM marks')
    await startAgain()
    const { whole } = must(await shop.desk.beginJournal(order))
    must(shop.desk.decide(markerOf(2), { to: 'not_refunded', supervisor: 'Ada', saw: 'Portal', why: 'None' }))
    shop.till.payments.put('pay-1', { refunded: 0, updatedAt: '2026-11-20 18:00:00' })
    const issued = await shop.desk.issue(shop.till.order(500))
    expect([whole, issued]).toEqual([false, { ok: false, fault: { kind: 'stale_answer' } }])
  })

  it('takes an attempt that was only written down for one that may have been sent', async () => {
    await workAndEnd(shop.till, shop.desk)
    // The row tells of a later state than the last line that is left: `intended`.
    tamperWith(shop.till.place.file, 'DELETE FROM events WHERE seq > 4')
    await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    expect([begun, statesOf(shop.desk)]).toEqual([
      { attempts: 2, undecided: 1, whole: false },
      [`${markerOf(2)} unconfirmed`, `${markerOf(1)} refunded`],
    ])
  })

  it('begins without anything when nothing can be read, and says so', async () => {
    await workAndEnd(shop.till, shop.desk)
    truncateSync(shop.till.place.file, 50)
    await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    expect([begun, shop.desk.refundsOff(), statesOf(shop.desk)]).toEqual([
      { attempts: 0, undecided: 0, whole: false },
      null,
      [],
    ])
  })

  it('that is damaged itself is followed by a third, with what any of them still tells', async () => {
    await beginAndEnd(shop)
    truncateSync(shop.till.place.file, 50)
    await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    expect([begun.attempts, statesOf(shop.desk)]).toEqual([
      2,
      [`${markerOf(2)} unconfirmed`, `${markerOf(1)} refunded`],
    ])
  })
})

describe('a new journal in the place of one that was rolled back', () => {
  it('sets the older copy aside and keeps what it says locked', async () => {
    loseAnswers(shop.till)
    must(await shop.desk.issue(shop.till.order(2000)))
    await shop.desk.close()
    foldLogIn(shop.till.place.file)
    const older = readFileSync(shop.till.place.file)
    await startAgain()
    must(shop.desk.decide(markerOf(1), { to: 'not_refunded', supervisor: 'Ada', saw: 'Portal', why: 'None' }))
    await shop.desk.close()
    foldLogIn(shop.till.place.file)
    writeFileSync(shop.till.place.file, older)
    const off = await startAgain()
    const begun = must(await shop.desk.beginJournal(order))
    const copies = [...shop.till.place.files()].filter(([name]) => name.startsWith('journal-set-aside-'))
    expect([off, begun, statesOf(shop.desk), copies.some(([, copy]) => copy.equals(older))]).toEqual([
      'journal_rolled_back',
      { attempts: 1, undecided: 1, whole: false },
      [`${markerOf(1)} unconfirmed`],
      true,
    ])
  })

  it('begins anew where the file is gone altogether', async () => {
    await workAndEnd(shop.till, shop.desk)
    for (const suffix of ['', '-wal', '-shm']) rmSync(shop.till.place.file + suffix, { force: true })
    const off = await startAgain()
    must(await shop.desk.beginJournal(order))
    expect([off, shop.desk.refundsOff(), statesOf(shop.desk)]).toEqual(['journal_rolled_back', null, []])
  })
})
