import { describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt'
import {
  answeredBy,
  glance,
  intent,
  looked,
  lost,
  otherMarker,
  ownMarker,
  refusal,
  seen,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { chainHash, chainStart, lineText } from './journal-line'
import { intended, openJournalForEachTest, sending } from './testing/open-journal-for-each-test'

const at = startOfDay

const open = openJournalForEachTest()
const { append, contents, reopen } = open

describe('the journal', () => {
  it('reads back after a restart exactly what was appended', async () => {
    append(intended)
    append(sending)
    append(answeredBy(lost, 'unconfirmed', at + 2))
    append(looked(seen({ refunded: 500 }), 'unconfirmed', at + 3, { forPerson: 'less_than_ours' }))
    open.journal.raiseMark(glance({ refunded: 500 }))
    const before = contents()
    await reopen()
    expect([contents(), before.attempts.length, before.lines[0]?.length]).toEqual([before, 1, 4])
  })

  it('writes a line as it will be read, whatever the order or number of the keys it is given', async () => {
    const { foundBy, ...rest } = intent()
    const odd = { ...rest, foundBy: { code: foundBy.code, kind: foundBy.kind, extra: 'from elsewhere' } }
    const first = append({ intent: odd, at, kind: 'intended' })
    const head = open.journal.head()
    await reopen()
    expect([first, open.journal.head(), open.journal.attempt(ownMarker)?.intent]).toEqual([
      'intended',
      head,
      intent(),
    ])
  })

  it('binds every line to the one before it and to the journal’s own id', () => {
    append(intended)
    append(sending)
    const { previousHash, lines } = open.journal.linesBetween(0, at + 10)
    const start = chainStart(open.journal.id).hash
    const hashes: string[] = []
    for (const { line } of lines) hashes.push(chainHash(hashes.at(-1) ?? start, lineText(line)))
    expect([previousHash, lines.map(({ hash }) => hash), open.journal.head()]).toEqual([
      start,
      hashes,
      { seq: 2, hash: hashes[1] },
    ])
  })

  it('allows one undecided attempt on a transaction and says that it is locked', () => {
    append(intended)
    const second = append({ kind: 'intended', at, intent: intent({ marker: otherMarker }) }, otherMarker)
    expect([second, open.journal.attempt(otherMarker), open.journal.head().seq]).toEqual(['locked', null, 1])
  })

  it('lets the next attempt begin once the first is decided, and another transaction at any time', () => {
    append(intended)
    const elsewhere = { kind: 'intended', at, intent: intent({ marker: otherMarker, id: 'pay-2' }) } as const
    const other = append(elsewhere, otherMarker)
    const ended = append({ kind: 'cancelled', at, why: 'found_at_start' })
    const third = append({ kind: 'intended', at, intent: intent({ marker: 'R-CCCCCCCCCC' }) }, 'R-CCCCCCCCCC')
    expect([other, ended, third, open.journal.attemptsOn('pay-1').map(({ state }) => state)]).toEqual([
      'intended',
      'cancelled',
      'intended',
      ['cancelled', 'intended'],
    ])
  })

  it('writes nothing for an event that can not follow', () => {
    append(intended)
    const before = contents()
    const answers = [
      append(answeredBy(refusal, 'refusal_seen')),
      append({ kind: 'interrupted', at }),
      append(intended),
      append(sending, otherMarker),
    ]
    expect([answers, contents()]).toEqual([answers.map(() => 'illegal_transition'), before])
  })

  it('writes nothing that it could not read again', () => {
    // The cast plays the part of a bug: half a hundredth is no amount.
    const half = { ...intended, intent: { ...intent(), amount: 0.5 } } as AttemptEvent
    expect([append(half), open.journal.head().seq]).toEqual(['unwritable', 0])
  })

  it('keeps one chain when two programs write to the same file in turns', async () => {
    append(intended)
    const second = await open.place.openWell()
    append(sending)
    const there = second.append(otherMarker, {
      kind: 'intended',
      at,
      intent: intent({ marker: otherMarker, id: 'pay-2' }),
    })
    const locked = second.append('R-CCCCCCCCCC', {
      kind: 'intended',
      at,
      intent: intent({ marker: 'R-CCCCCCCCCC' }),
    })
    append(answeredBy(lost, 'unconfirmed', at + 2))
    second.close()
    await reopen()
    expect([
      there.ok,
      locked,
      open.journal.head().seq,
      open.journal.undecided().map(({ intent }) => intent.marker),
    ]).toEqual([true, { ok: false, fault: { kind: 'locked' } }, 4, [ownMarker, otherMarker]])
  })
})

describe('the mark of a transaction', () => {
  it('rises with the sum and with the time, each by itself, and never falls', () => {
    const records = [
      glance({ refunded: 500, updatedAt: '2026-11-20 10:00:00' }),
      glance({ refunded: 300, updatedAt: '2026-11-20 11:00:00' }),
      glance({ refunded: null, updatedAt: '' }),
      glance({ refunded: 700, updatedAt: '2026-11-20 09:00:00' }),
    ]
    const marks = records.map((record) => {
      open.journal.raiseMark(record)
      return open.journal.mark('pay-1')
    })
    expect([marks, open.journal.mark('pay-2')]).toEqual([
      [
        { refunded: 500, updatedAt: '2026-11-20 10:00:00' },
        { refunded: 500, updatedAt: '2026-11-20 11:00:00' },
        { refunded: 500, updatedAt: '2026-11-20 11:00:00' },
        { refunded: 700, updatedAt: '2026-11-20 11:00:00' },
      ],
      null,
    ])
  })
})

describe('the journal’s lists', () => {
  it('give the newest first, undecided ones whatever their time, and what changed lately', () => {
    const makers = ['R-CCCCCCCCCC', 'R-DDDDDDDDDD', 'R-EEEEEEEEEE'].map((marker, index) => ({
      marker,
      id: `pay-${index}`,
      at: at + index * 1000,
    }))
    for (const { marker, id, at: when } of makers) {
      append({ kind: 'intended', at: when, intent: intent({ marker, id }) }, marker)
    }
    append({ kind: 'cancelled', at: at + 9000, why: 'found_at_start' }, 'R-DDDDDDDDDD')
    const names = (attempts: readonly { readonly intent: { readonly marker: string } }[]) =>
      attempts.map(({ intent }) => intent.marker.slice(2, 3)).join('')
    expect({
      all: names(open.journal.list({ from: null, to: null })),
      first: names(open.journal.list({ from: at, to: at })),
      second: names(open.journal.list({ from: at + 1000, to: at + 1000 })),
      changed: names(open.journal.changedSince(at + 9000)),
      later: names(open.journal.changedSince(at + 9001)),
      open: names(open.journal.undecided()),
    }).toEqual({ all: 'EDC', first: 'EC', second: 'EDC', changed: 'EDC', later: 'EC', open: 'CE' })
  })

  it('keep the order in which attempts were made when the wall clock jumped back between them', () => {
    const markers = ['R-CCCCCCCCCC', 'R-DDDDDDDDDD']
    markers.forEach((marker, index) => {
      const when = at - index * 3_600_000
      append({ kind: 'intended', at: when, intent: intent({ marker }) }, marker)
      append({ kind: 'cancelled', at: when, why: 'found_at_start' }, marker)
    })
    expect(open.journal.attemptsOn('pay-1').map(({ intent }) => intent.marker)).toEqual(markers)
  })
})

describe('the file of the journal', () => {
  it('holds no code, marker, transaction id, cashier or reason that a person could read', () => {
    const foundBy = { kind: 'custom_id', code: 'ORDER-4711' } as const
    append({ kind: 'intended', at, intent: intent({ foundBy, id: 'payment-4711' }) })
    append(sending)
    append({
      kind: 'answered',
      at,
      answer: refusal,
      verdict: { to: 'refusal_seen', alarm: null, forPerson: null, nothingMoved: false },
      raw: 'service said Payment 4711',
    })
    open.journal.raiseMark(glance({ id: 'payment-4711', remark: ownMarker }))
    const secrets = [
      '4711',
      'ORDER',
      ownMarker,
      'AAAAAAAAAA',
      '10000000000000',
      'Kit',
      'Damaged',
      'Not allowed',
      'HKD',
    ]
    const files = [...open.place.files()]
    const found = files.flatMap(([name, bytes]) =>
      secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${name}`),
    )
    expect([found, files.map(([name]) => name)]).toEqual([
      [],
      ['journal.db', 'journal.db-shm', 'journal.db-wal'],
    ])
  })
})
