import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyExport } from './export-journal'
import type { RefundDesk } from './refund-desk'
import { type FakeTill, markerOf, must, recordOf } from './testing/fake-till'
import { fakeTransaction } from './testing/fake-transaction'
import { foldLogIn, tamperWith } from './testing/journal-story'
import { beginOrder, loseAnswers, makeTillOfTwo, statesOf, workAndEnd } from './testing/restarted-till'
import { verifyJournalFile } from './verify-journal-file'

const order = beginOrder
const everything = { from: 0, to: Date.UTC(2100, 0, 1) }

let till: FakeTill
let desk: RefundDesk

beforeEach(async () => {
  till = makeTillOfTwo()
  desk = await till.start()
})
afterEach(async () => {
  await desk.close()
  till.remove()
})

async function startAgain(): Promise<string | null> {
  desk = await till.start()
  return desk.refundsOff()
}

const damages: Readonly<Record<string, () => void>> = {
  'an attempt’s row unlocked': () => tamperWith(till.place.file, 'UPDATE attempts SET undecided = 0'),
  'its name changed': () =>
    tamperWith(till.place.file, "UPDATE facts SET value = 'x' WHERE name = 'journal_id'"),
  'all facts deleted': () => tamperWith(till.place.file, 'DELETE FROM facts'),
  'its marks deleted': () => tamperWith(till.place.file, 'DELETE FROM marks'),
  'the last line deleted': () =>
    tamperWith(till.place.file, 'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)'),
  'all but its first four lines deleted': () =>
    tamperWith(till.place.file, 'DELETE FROM events WHERE seq > 4'),
  'every line damaged': () => tamperWith(till.place.file, 'UPDATE events SET line = zeroblob(100)'),
  'an index dropped': () =>
    tamperWith(till.place.file, 'DROP INDEX one_undecided_attempt; DELETE FROM facts'),
}

describe('a new journal in the place of a damaged one', () => {
  it.each(Object.entries(damages))('with %s keeps what was undecided locked', async (_, damage) => {
    await workAndEnd(till, desk)
    damage()
    const bytes = readFileSync(till.place.file)
    const off = await startAgain()
    const begun = must(await desk.beginJournal(order))
    const aside = [...till.place.files()].filter(([name]) => name.startsWith('journal-set-aside-'))
    const copies = aside.filter(([name]) => name.endsWith('journal.db')).map(([, copy]) => copy.equals(bytes))
    const again = await desk.issue(till.order(500))
    expect([off, desk.refundsOff(), copies, begun.undecided, desk.lockOn('pay-1')?.intent.marker]).toEqual([
      'journal_damaged',
      null,
      [true],
      1,
      markerOf(2),
    ])
    expect([again.ok ? 'sent' : again.fault.kind, till.payments.refunds.length]).toEqual(['undecided', 2])
  })

  it('has every refund of the old one, the evidence too, and goes on after a restart', async () => {
    await workAndEnd(till, desk)
    const before = await tillAsItWas()
    tamperWith(till.place.file, 'DELETE FROM facts')
    await startAgain()
    const begun = must(await desk.beginJournal(order))
    const histories = [markerOf(1), markerOf(2)].map((marker) => desk.open(marker))
    await desk.close()
    const off = await startAgain()
    expect([begun, histories, off, statesOf(desk)]).toEqual([
      { attempts: 2, undecided: 1, whole: true },
      before,
      null,
      [`${markerOf(2)} unconfirmed`, `${markerOf(1)} refunded`],
    ])
  })

  async function tillAsItWas() {
    await startAgain()
    const histories = [markerOf(1), markerOf(2)].map((marker) => desk.open(marker))
    await desk.close()
    foldLogIn(till.place.file)
    return histories
  }

  it('says in its first line who began it, when and why, and what was set aside', async () => {
    await workAndEnd(till, desk)
    const oldHead = till.place.keychain.entries.get('journal of a test head')
    tamperWith(till.place.file, 'DELETE FROM facts')
    await startAgain()
    must(await desk.beginJournal(order))
    const exported = must(desk.exportRange(everything, 'json'))
    const verified = must(verifyExport(exported))
    const file = join(till.place.folder, 'export.json')
    writeFileSync(file, exported)
    const [first] = verified.beginning?.setAside ?? []
    expect(verified.beginning).toMatchObject({ ...order, at: till.clock.now(), oldHead, attempts: 2 })
    expect(first).toEqual({
      file: expect.stringMatching(/^journal-set-aside-2026-11-21.*\/journal\.db$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(verifyJournalFile(file).words).toContain('begun anew on 2026-11-21 09:00:00 UTC by Ada')
  })

  it('keeps the marks that no refund tells of, too', async () => {
    desk.raiseMark(recordOf(till, { id: 'pay-2', refunded: 700 }))
    await workAndEnd(till, desk)
    tamperWith(till.place.file, 'DELETE FROM facts')
    await startAgain()
    must(await desk.beginJournal(order))
    const shown = fakeTransaction(till.payments.facts('pay-2'))
    const foundBy = { kind: 'transaction_id', code: shown.transactionId } as const
    const issued = await desk.issue(till.order(500, { shown, foundBy }))
    expect(issued).toEqual({ ok: false, fault: { kind: 'stale_answer' } })
  })

  it('reads the marks out of the refunds where their own rows are gone', async () => {
    await workAndEnd(till, desk)
    tamperWith(till.place.file, 'DELETE FROM facts; DELETE FROM marks')
    await startAgain()
    const { whole } = must(await desk.beginJournal(order))
    must(desk.decide(markerOf(2), { to: 'not_refunded', supervisor: 'Ada', saw: 'Portal', why: 'None' }))
    till.payments.put('pay-1', { refunded: 0, updatedAt: '2026-11-20 18:00:00' })
    const issued = await desk.issue(till.order(500))
    expect([whole, issued]).toEqual([false, { ok: false, fault: { kind: 'stale_answer' } }])
  })

  it('takes an attempt that was only written down for one that may have been sent', async () => {
    await workAndEnd(till, desk)
    // The row tells of a later state than the last line that is left: `intended`.
    tamperWith(till.place.file, 'DELETE FROM events WHERE seq > 4')
    await startAgain()
    const begun = must(await desk.beginJournal(order))
    expect([begun, statesOf(desk)]).toEqual([
      { attempts: 2, undecided: 1, whole: false },
      [`${markerOf(2)} unconfirmed`, `${markerOf(1)} refunded`],
    ])
  })

  it('begins without anything when nothing can be read, and says so', async () => {
    await workAndEnd(till, desk)
    truncateSync(till.place.file, 50)
    await startAgain()
    const begun = must(await desk.beginJournal(order))
    expect([begun, desk.refundsOff(), statesOf(desk)]).toEqual([
      { attempts: 0, undecided: 0, whole: false },
      null,
      [],
    ])
  })

  it('that is damaged itself is followed by a third, with what any of them still tells', async () => {
    await workAndEnd(till, desk)
    tamperWith(till.place.file, 'DELETE FROM facts')
    await startAgain()
    must(await desk.beginJournal(order))
    await desk.close()
    foldLogIn(till.place.file)
    truncateSync(till.place.file, 50)
    await startAgain()
    const begun = must(await desk.beginJournal(order))
    expect([begun.attempts, statesOf(desk)]).toEqual([
      2,
      [`${markerOf(2)} unconfirmed`, `${markerOf(1)} refunded`],
    ])
  })
})

describe('a new journal in the place of one that was rolled back', () => {
  it('sets the older copy aside and keeps what it says locked', async () => {
    loseAnswers(till)
    must(await desk.issue(till.order(2000)))
    await desk.close()
    foldLogIn(till.place.file)
    const older = readFileSync(till.place.file)
    await startAgain()
    must(desk.decide(markerOf(1), { to: 'not_refunded', supervisor: 'Ada', saw: 'Portal', why: 'None' }))
    await desk.close()
    foldLogIn(till.place.file)
    writeFileSync(till.place.file, older)
    const off = await startAgain()
    const begun = must(await desk.beginJournal(order))
    const copies = [...till.place.files()].filter(([name]) => name.startsWith('journal-set-aside-'))
    expect([off, begun, statesOf(desk), copies.some(([, copy]) => copy.equals(older))]).toEqual([
      'journal_rolled_back',
      { attempts: 1, undecided: 1, whole: false },
      [`${markerOf(1)} unconfirmed`],
      true,
    ])
  })

  it('begins anew where the file is gone altogether', async () => {
    await workAndEnd(till, desk)
    for (const suffix of ['', '-wal', '-shm']) rmSync(till.place.file + suffix, { force: true })
    const off = await startAgain()
    must(await desk.beginJournal(order))
    expect([off, desk.refundsOff(), statesOf(desk)]).toEqual(['journal_rolled_back', null, []])
  })
})
