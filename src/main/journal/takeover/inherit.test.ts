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
import { type JournalLine, lineText, lockHash } from '../journal-line'
import { inherit } from './inherit'
import { newJournalLines } from './new-journal-lines'
import type { OldJournal } from './old-journal'

const at = startOfDay
const now = at + 60_000

/** A journal of which these lines open; a missing one is null. */
function journal(
  name: string,
  contents: readonly (Omit<JournalLine, 'seq'> | null)[],
  change: Partial<OldJournal> = {},
): OldJournal {
  const lines = contents.flatMap((content, index) => {
    if (content === null) return []
    const line = { seq: index + 1, ...content } as JournalLine
    return [{ seq: index + 1, text: lineText(line), marker: 'marker' in line ? line.marker : '' }]
  })
  return {
    name,
    files: [],
    lines,
    rows: new Map(),
    highWater: [],
    former: { indexes: null, values: new Map() },
    openLocks: [],
    isFormer: false,
    head: { head: { seq: contents.length, hash: 'f'.repeat(64) }, locks: [], services: 1 },
    ...change,
  }
}

const of = (event: AttemptEvent) => ({ marker: ownMarker, event })
const begun = (after: string | null, last: number) => ({
  beginning: { at, by: null, after, last, files: [], oldHead: null, attempts: 1, unread: 0, missing: 0 },
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
    formerKey: null,
    ending: 'may_be_sent',
    now,
    yieldToEventLoop: async () => undefined,
  })
  const found = inherited.records.find((record) => record.attempt.intent.marker === ownMarker)?.attempt
  return { ...inherited, state: found?.state ?? null, alarmed: found?.alarms.map(({ alarm }) => alarm) ?? [] }
}

const contradicted = { state: 'unconfirmed', alarmed: ['records_contradict'] }

describe('of one attempt in one journal', () => {
  it('the row counts when it is newer than the lines, and the lines when they are', async () => {
    const newerRow = journal('a', [...refusedBy(), null], {
      rows: rows(attempt('unconfirmed', { line: 5, alarms: [] })),
    })
    const newerLines = journal('a', unconfirmed.concat(of(decided('not_refunded'))), {
      rows: rows(attempt('unconfirmed', { line: 3 })),
    })
    expect([await goesOn([newerRow], 'a'), await goesOn([newerLines], 'a')]).toMatchObject([
      { state: 'unconfirmed', alarmed: [] },
      { state: 'not_refunded', alarmed: [] },
    ])
  })

  it('a row and lines of one number that differ are locked until somebody has looked', async () => {
    const both = journal('a', refusedBy(), { rows: rows(attempt('refunded', { line: 4, refundedLine: 4 })) })
    expect(await goesOn([both], 'a')).toMatchObject(contradicted)
  })

  it('an older row goes on by the lines after it where those before it are not all there', async () => {
    const some = journal('a', [...unconfirmed.slice(0, 1), null, null, of(decided('not_refunded'))], {
      rows: rows(attempt('unconfirmed', { line: 3 })),
    })
    const none = journal('a', [...unconfirmed.slice(0, 1), null, null, of(checked(seen(), 'refused'))], {
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
    const { records } = await goesOn([journal('a', contents)], 'a')
    expect(records[0]?.attempt.alarms).toMatchObject([{ acknowledged: null }])
  })

  it('lines without the one that says what was to be refunded lock the payment that their answers name', async () => {
    const orphan = journal('a', [
      null,
      of({ kind: 'sending', at }),
      of(answeredBy({ kind: 'record', httpStatus: 200, snapshot: snapshot() }, 'unconfirmed')),
    ])
    const settled = journal('a', [
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
  const old = journal('a', unconfirmed)
  const decidedSince = [
    begun('a', 5),
    ...unconfirmed,
    takenOver(attempt('unconfirmed')),
    of(decided('not_refunded')),
  ]

  it('the one that was begun after the other counts', async () => {
    const newer = journal('b', decidedSince)
    expect(await goesOn([old, newer], 'b')).toMatchObject({ state: 'not_refunded', alarmed: [], after: 'b' })
  })

  it('one that was begun and never came into force says nothing against one that did', async () => {
    const orphan = journal('c', decidedSince)
    expect(await goesOn([old, orphan], 'a')).toMatchObject({ state: 'unconfirmed', alarmed: [] })
    const moved = checked(seen({ refunded: 2000 }), 'unconfirmed', at, { alarm: 'moved_after_refusal' })
    const wentOn = journal('a', refusedBy([moved]))
    const believedRefused = journal('c', [begun('a', 6), ...refusedBy(), takenOver(attempt('refused'))])
    expect(await goesOn([wentOn, believedRefused], 'a')).toMatchObject({
      state: 'unconfirmed',
      alarmed: ['moved_after_refusal'],
    })
  })

  it('what an orphan alone knows is taken over all the same', async () => {
    const orphan = journal('c', unconfirmed)
    expect(await goesOn([journal('a', []), orphan], 'a')).toMatchObject({ state: 'unconfirmed' })
  })

  it('they are locked where nobody knows which is newer and they differ', async () => {
    const other = journal('b', [...unconfirmed, of(decided('not_refunded'))])
    expect(await goesOn([old, other], null)).toMatchObject(contradicted)
    expect(await goesOn([old, journal('b', unconfirmed)], null)).toMatchObject({
      state: 'unconfirmed',
      alarmed: [],
    })
  })

  it('a part of what was taken over does not outrank the whole that it was taken from', async () => {
    const moved = checked(seen({ refunded: 2000 }), 'unconfirmed', at, { alarm: 'moved_after_refusal' })
    const whole = journal('a', refusedBy([moved]))
    // Of the newer one the line that moved it and the word with which it was taken over are lost.
    const part = journal('b', [begun('a', 7), ...refusedBy(), null, null])
    expect(await goesOn([whole, part], 'b')).toMatchObject({ state: 'unconfirmed' })
  })

  it('the locks of an older one lock nothing that was settled in the newer', async () => {
    const open = [{ marker: ownMarker, lock: lockHash(1, 'pay-1'), service: 1, at }]
    const head = {
      head: { seq: 3, hash: 'a'.repeat(64) },
      locks: [lockHash(1, 'pay-1').slice(0, 16)],
      services: 1,
    }
    const older = journal('a', unconfirmed, { openLocks: open, head })
    // Its takeover cannot be read whole, so the older one is asked too.
    const newer = journal('b', [
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

describe('a journal of years', () => {
  const many = 300
  const contents = Array.from({ length: many }, (_, number) => [
    {
      marker: `R-${number}`,
      event: { kind: 'intended', at, intent: intent({ marker: `R-${number}` }) } as const,
    },
    { marker: `R-${number}`, event: { kind: 'cancelled', at, why: 'found_at_start' } as const },
  ]).flat()
  const highWater = Array.from({ length: 10 * many }, (_, number) => ({
    ...{ service: 1, id: `seen-${number}`, currency: 'HKD', lowering: null },
    ...{ refunded: number, updatedAt: '' },
  }))

  it('is gone through with a turn for others after every line, value and thousand of what is sorted', async () => {
    let turns = 0
    const yieldToEventLoop = async () => {
      turns += 1
    }
    const since = () => {
      const before = turns
      turns = 0
      return before
    }
    const inherited = await inherit({
      journals: [journal('a', contents, { highWater })],
      inForce: 'a',
      formerKey: null,
      ending: 'may_be_sent',
      now,
      yieldToEventLoop,
    })
    const inheriting = since()
    const lines = [...(await newJournalLines(inherited, { at: now, by: null }, yieldToEventLoop))]
    expect([inherited.records.length, inherited.highWater.length, lines.length]).toEqual([
      many,
      10 * many + 1,
      1 + 1 + 3 * many,
    ])
    // Each line, then each record twice, each value twice, and each record once more with its value.
    expect(inheriting).toBeGreaterThanOrEqual(2 * many + 2 * many + 2 * 10 * many + many)
    expect(since()).toBeGreaterThanOrEqual(many)
  })
})
