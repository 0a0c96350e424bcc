import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answeredBy,
  attempt,
  intent,
  lost,
  otherMarker,
  ownMarker,
  startOfDay,
} from '../../shared/testing/refund-samples'
import type { JournalLine } from './journal-line'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { linesIn } from './testing/journal-reading'
import {
  answeredRefund,
  contentsOf,
  paymentOf,
  story,
  thirdMarker,
  verifyWhole,
  writeStory,
} from './testing/journal-story'

const at = startOfDay
let place: JournalPlace

beforeEach(() => {
  place = makeJournalPlace(() => at)
})
afterEach(() => place.remove())

const beginning: JournalLine = {
  seq: 1,
  beginning: {
    at,
    by: { supervisor: 'Sam', why: 'Damage' },
    after: null,
    last: 3,
    files: [],
    oldHead: null,
    attempts: 2,
    unread: 0,
    missing: null,
  },
}

function takenOver(seq: number, marker: string, change: Parameters<typeof attempt>[1] = {}): JournalLine {
  const own = attempt('unconfirmed', { intent: intent({ marker }), ...change })
  return { seq, marker, event: { kind: 'taken_over', at, attempt: own } }
}

describe('a new journal file', () => {
  it('is the same as if its lines had been written one by one', async () => {
    const other = makeJournalPlace(() => at)
    await other.create()
    const written = await other.openWell()
    writeStory(written, story)
    const lines = linesIn(written, 0, at * 2).map(({ line }) => line)
    const before = contentsOf(written)
    written.close()
    other.remove()
    await place.create({ lines })
    const journal = await place.openWell()
    const { head: _, excerpt: __, ...after } = contentsOf(journal)
    const { head: ___, excerpt: ____, ...due } = before
    expect([after, verifyWhole(journal)]).toEqual([due, 'whole'])
    journal.close()
  })

  it('keeps every undecided attempt of one payment: one holds the lock, the others wait for it', async () => {
    await place.create({
      lines: [
        beginning,
        takenOver(2, ownMarker),
        takenOver(3, otherMarker),
        takenOver(4, thirdMarker, { state: 'refunded', refundedLine: 1 }),
      ],
    })
    const journal = await place.openWell()
    expect([
      journal.undecided().map(({ intent: own }) => own.marker),
      journal.attempt(otherMarker)?.line,
      journal.attempt(thirdMarker)?.refundedLine,
      verifyWhole(journal),
    ]).toEqual([[ownMarker, otherMarker], 3, 4, 'whole'])
    journal.close()
  })

  it('begins with the values that are given, never below what its lines say, and above them where more was seen', async () => {
    const lines: JournalLine[] = answeredRefund(intent(), at, 2000).flatMap((step, place) =>
      'event' in step ? [{ seq: place + 1, ...step }] : [],
    )
    const value = (id: string, refunded: number) => ({
      service: 1,
      id,
      highWater: { refunded, updatedAt: '2026-11-01 00:00:00' },
      currency: 'HKD',
    })
    await place.create({ lines, highWater: [value('pay-1', 500), value('pay-2', 900)] })
    const journal = await place.openWell()
    expect([
      journal.highWater(paymentOf('pay-1')),
      journal.highWater(paymentOf('pay-2')),
      verifyWhole(journal),
    ]).toEqual([
      { refunded: 2000, updatedAt: '2026-11-20 18:00:00' },
      { refunded: 900, updatedAt: '2026-11-01 00:00:00' },
      'whole',
    ])
    journal.close()
  })

  it('is verified whole as it is made, and has a checkpoint', async () => {
    await place.create({ lines: [beginning, takenOver(2, ownMarker)] })
    const journal = await place.openWell()
    expect([journal.verifiedWholeAt(), journal.lockOn(paymentOf('pay-1')) === null]).toEqual([at, false])
    journal.close()
  })

  it('takes many attempts that change again long after others were made', async () => {
    const lines: JournalLine[] = []
    const line = (marker: string, event: Extract<JournalLine, { marker: string }>['event']) =>
      lines.push({ seq: lines.length + 1, marker, event })
    const many = Array.from({ length: 1200 }, (_, number) => `R-${String(number).padStart(10, '0')}`)
    for (const [number, marker] of many.entries()) {
      line(marker, { kind: 'intended', at: at + number, intent: intent({ marker, id: `pay-${number}` }) })
      line(marker, { kind: 'sending', at })
    }
    for (const marker of many) line(marker, answeredBy(lost, 'unconfirmed'))
    await place.create({ lines })
    const journal = await place.openWell()
    expect([journal.undecided().length, verifyWhole(journal)]).toEqual([1200, 'whole'])
    journal.close()
  })

  it.each<[string, readonly JournalLine[]]>([
    ['skips a number', [beginning, takenOver(3, ownMarker)]],
    ['cannot follow', [{ seq: 1, marker: ownMarker, event: { kind: 'sending', at } }]],
    [
      'is about two attempts',
      [takenOver(1, ownMarker), { ...takenOver(2, otherMarker), marker: ownMarker } as JournalLine],
    ],
  ])('is not made of lines one of which %s: that is a mistake of the caller', async (_, lines) => {
    await expect(place.create({ lines })).rejects.toThrow()
    expect((await place.open()).ok).toBe(false)
  })
})
