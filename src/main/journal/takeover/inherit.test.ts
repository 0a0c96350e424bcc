import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptEvent } from '../../../shared/attempt'
import {
  answeredBy,
  attempt,
  checked,
  decided,
  intent,
  lost,
  ownMarker,
  refusal,
  seen,
  snapshot,
  startOfDay,
} from '../../../shared/testing/refund-samples'
import { lockHash } from '../journal-line'
import { inherit } from './inherit'
import type { OldJournal } from './old-journal'
import { oldJournal } from './testing/old-journals'

const at = startOfDay
const now = at + 60_000
const sam = { supervisor: 'Sam', why: 'Damage' }

const of = (event: AttemptEvent) => ({ marker: ownMarker, event })
const begun = (after: string | null, last: number) => ({
  beginning: { at, by: sam, after, last, files: [], oldHead: null, attempts: 1, unread: 0, missing: 0 },
})
const unconfirmed = [
  of({ kind: 'intended', at, intent: intent() }),
  of({ kind: 'sending', at }),
  of(answeredBy(lost, 'unconfirmed')),
]
const refusedBy = (more: readonly AttemptEvent[] = []) => [
  of({ kind: 'intended', at, intent: intent() }),
  of({ kind: 'sending', at }),
  of(answeredBy(refusal, 'refusal_seen')),
  of(checked(seen(), 'refused')),
  ...more.map(of),
]
const takenOver = (given: Attempt) => of({ kind: 'taken_over', at, attempt: given })
const rows = (...attempts: readonly Attempt[]) => new Map(attempts.map((each) => [each.intent.marker, each]))

async function goesOn(journals: readonly OldJournal[], inForce: string | null) {
  const inherited = await inherit({
    journals,
    inForce,
    now,
    yieldToEventLoop: async () => undefined,
  })
  const found = inherited.records.find((record) => record.attempt.intent.marker === ownMarker)?.attempt
  return { ...inherited, state: found?.state ?? null, alarmed: found?.alarms.map(({ alarm }) => alarm) ?? [] }
}

const contradicted = { state: 'unconfirmed', alarmed: ['records_contradict'] }

describe('of one attempt in one journal', () => {
  it('the row counts when it is newer than the lines, and the lines when they are', async () => {
    const newerRow = oldJournal('a', [...refusedBy(), null], {
      rows: rows(attempt('unconfirmed', { line: 5, alarms: [] })),
    })
    const newerLines = oldJournal('a', unconfirmed.concat(of(decided('not_refunded'))), {
      rows: rows(attempt('unconfirmed', { line: 3 })),
    })
    expect([await goesOn([newerRow], 'a'), await goesOn([newerLines], 'a')]).toMatchObject([
      { state: 'unconfirmed', alarmed: [] },
      { state: 'not_refunded', alarmed: [] },
    ])
  })

  it('a row and lines of one number that differ are locked until somebody has looked', async () => {
    const both = oldJournal('a', refusedBy(), {
      rows: rows(attempt('refunded', { line: 4, refundedLine: 4 })),
    })
    expect(await goesOn([both], 'a')).toMatchObject(contradicted)
  })

  it('an older row goes on by the lines after it where those before it are not all there', async () => {
    const some = oldJournal('a', [...unconfirmed.slice(0, 1), null, null, of(decided('not_refunded'))], {
      rows: rows(attempt('unconfirmed', { line: 3 })),
    })
    const none = oldJournal('a', [...unconfirmed.slice(0, 1), null, null, of(checked(seen(), 'refused'))], {
      rows: rows(attempt('unconfirmed', { line: 3 })),
    })
    expect([await goesOn([some], 'a'), await goesOn([none], 'a')]).toMatchObject([
      { state: 'not_refunded', alarmed: [] },
      contradicted,
    ])
  })

  it('an acknowledgement after a gap ends no alarm: nobody knows which', async () => {
    const acknowledged: AttemptEvent = { kind: 'acknowledged', at, alarm: 1, by: 'Sam', note: 'Seen' }
    const alarmed: AttemptEvent = { kind: 'alarmed', at, alarm: 'unexplained_rise', snapshot: null, raw: '' }
    const contents = [...refusedBy([alarmed]), null, of(acknowledged)]
    const { records } = await goesOn([oldJournal('a', contents)], 'a')
    expect(records[0]?.attempt.alarms).toMatchObject([{ acknowledged: null }])
  })

  it('an answer that contradicted itself raises nothing, whether its line can be read or only its row', async () => {
    const odd = checked(seen({ refunded: 9_999_900 }), 'unconfirmed')
    const lines = [...unconfirmed, of(odd)]
    const { refunded, highest } = { refunded: 9_999_900, highest: 9_999_900 }
    const row = { ...attempt('unconfirmed'), line: 4, seen: { refunded, highest, markers: [] } }
    const found = []
    for (const journal of [
      oldJournal('a', lines),
      oldJournal('a', lines, { rows: rows(row) }),
      oldJournal('a', [unconfirmed[0] ?? null, null, null, null], { rows: rows(row) }),
    ])
      found.push((await goesOn([journal], 'a')).highWater.map(({ highWater }) => highWater.refunded))
    expect(found).toEqual([[0], [0], [0]])
  })

  it('lines without the one that says what was to be refunded lock the payment that their answers name', async () => {
    const orphan = oldJournal('a', [
      null,
      of({ kind: 'sending', at }),
      of(answeredBy({ kind: 'record', httpStatus: 200, snapshot: snapshot() }, 'unconfirmed')),
    ])
    const settled = oldJournal('a', [
      null,
      of(answeredBy({ kind: 'record', httpStatus: 200, snapshot: snapshot() }, 'refunded')),
    ])
    const [one, other] = [await goesOn([orphan], 'a'), await goesOn([settled], 'a')]
    const told = [one, other].map(({ alarms }) =>
      alarms.map(({ lines, detail }) => [lines, detail.includes(ownMarker)]),
    )
    expect([one.locks, other.locks, told]).toMatchObject([
      [{ lock: lockHash(1, 'pay-1'), marker: ownMarker, since: at }],
      [],
      [
        [
          [1, false],
          [0, true],
        ],
        [
          [1, false],
          [0, true],
        ],
      ],
    ])
  })
})

describe('of one attempt in several journals', () => {
  const old = oldJournal('a', unconfirmed)
  const decidedSince = [
    begun('a', 5),
    ...unconfirmed,
    takenOver(attempt('unconfirmed')),
    of(decided('not_refunded')),
  ]

  it('the one that was begun after the other counts', async () => {
    const newer = oldJournal('b', decidedSince)
    expect(await goesOn([old, newer], 'b')).toMatchObject({ state: 'not_refunded', alarmed: [], after: 'b' })
  })

  it('one that was begun and never came into force says nothing against one that did', async () => {
    const orphan = oldJournal('c', decidedSince)
    expect(await goesOn([old, orphan], 'a')).toMatchObject({ state: 'unconfirmed', alarmed: [] })
    const moved = checked(seen({ refunded: 2000 }), 'unconfirmed', at, { alarm: 'moved_after_refusal' })
    const wentOn = oldJournal('a', refusedBy([moved]))
    const believedRefused = oldJournal('c', [begun('a', 6), ...refusedBy(), takenOver(attempt('refused'))])
    expect(await goesOn([wentOn, believedRefused], 'a')).toMatchObject({
      state: 'unconfirmed',
      alarmed: ['moved_after_refusal'],
    })
  })

  it('what an orphan alone knows is taken over all the same', async () => {
    const orphan = oldJournal('c', unconfirmed)
    expect(await goesOn([oldJournal('a', []), orphan], 'a')).toMatchObject({ state: 'unconfirmed' })
  })

  it('an orphan that cannot be opened any more locks what nobody else knows, and is told of', async () => {
    const unopened = { files: [{ file: 'c', sha256: 'f' }] }
    const open = [{ marker: 'R-0000000009', lock: lockHash(1, 'pay-9'), service: 1, at }]
    const head = {
      head: { seq: 5, hash: 'a'.repeat(64) },
      locks: [lockHash(1, 'pay-8').slice(0, 16)],
      services: 1,
    }
    const orphan = oldJournal('c', [], { ...unopened, openLocks: open, head })
    const found = await goesOn([oldJournal('a', unconfirmed), orphan], 'a')
    expect([found.state, found.locks.map(({ lock }) => lock), found.missing, found.alarms]).toEqual([
      'unconfirmed',
      [lockHash(1, 'pay-9'), lockHash(1, 'pay-8').slice(0, 16)],
      null,
      [expect.objectContaining({ kind: 'could_not_be_read' })],
    ])
    // What the journal in force has settled since is not locked again by what the orphan took over of it.
    const settled = oldJournal('a', [...unconfirmed, of(decided('not_refunded'))])
    const own = [{ marker: ownMarker, lock: lockHash(1, 'pay-1'), service: 1, at }]
    const short = { ...head, locks: [lockHash(1, 'pay-1').slice(0, 16)] }
    const after = await goesOn(
      [settled, oldJournal('c', [], { ...unopened, openLocks: own, head: short })],
      'a',
    )
    expect([after.state, after.locks]).toEqual(['not_refunded', []])
  })

  it('they are locked where nobody knows which is newer and they differ', async () => {
    const other = oldJournal('b', [...unconfirmed, of(decided('not_refunded'))])
    expect(await goesOn([old, other], null)).toMatchObject(contradicted)
    expect(await goesOn([old, oldJournal('b', unconfirmed)], null)).toMatchObject({
      state: 'unconfirmed',
      alarmed: [],
    })
  })

  it('a part of what was taken over does not outrank the whole that it was taken from', async () => {
    const moved = checked(seen({ refunded: 2000 }), 'unconfirmed', at, { alarm: 'moved_after_refusal' })
    const whole = oldJournal('a', refusedBy([moved]))
    // Of the newer one the line that moved it and the word with which it was taken over are lost.
    const part = oldJournal('b', [begun('a', 7), ...refusedBy(), null, null])
    expect(await goesOn([whole, part], 'b')).toMatchObject({ state: 'unconfirmed' })
  })

  it('the locks of an older one lock nothing that was settled in the newer', async () => {
    const open = [{ marker: ownMarker, lock: lockHash(1, 'pay-1'), service: 1, at }]
    const head = {
      head: { seq: 3, hash: 'a'.repeat(64) },
      locks: [lockHash(1, 'pay-1').slice(0, 16)],
      services: 1,
    }
    const older = oldJournal('a', unconfirmed, { openLocks: open, head })
    // Its takeover cannot be read whole, so the older one is asked too.
    const newer = oldJournal('b', [
      begun('a', 5),
      null,
      null,
      null,
      takenOver(attempt('unconfirmed')),
      of(decided('not_refunded')),
    ])
    const found = await goesOn([older, newer], 'b')
    expect([found.state, found.locks]).toEqual(['not_refunded', []])
  })
})
