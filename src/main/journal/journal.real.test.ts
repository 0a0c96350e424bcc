import { beforeEach, describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt/attempt'
import {
  answeredBy,
  checked,
  decided,
  intent,
  lost,
  neverConnected,
  otherMarker,
  ownMarker,
  refusal,
  snapshot,
  startOfDay,
  verdict,
} from '../../shared/testing/refund-samples'
import { type Journal, makeJournal } from './journal'
import type { JournalIndex } from './journal-index'
import { lockHash, maxLineBytes } from './journal-line'
import { newLog } from './log'
import { openLocks, recordKeys } from './segment'
import { filesInMemory } from './testing/damaged-record'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { acted, contentsOf } from './testing/journal-story'

const at = startOfDay
const sending: AttemptEvent = { kind: 'sending', at, intent: intent() }

let place: JournalPlace
let journal: Journal
beforeEach(async () => {
  place = makeJournalPlace(() => at)
  place.create()
  journal = await place.openWell()
})
/** The attempt's state afterwards, or why the line was not taken. */
function append(event: AttemptEvent, marker = ownMarker): string {
  const written = journal.append(marker, event)
  return written.ok ? written.value.state : written.fault.kind
}

/** Closes the journal, keeps its head, and opens it again. */
async function reopen(): Promise<void> {
  place.end(journal)
  journal = await place.openWell()
}

describe('a journal', () => {
  it('begins no refund when its index breaks during the read that the refund rests on', () => {
    const files = filesInMemory()
    const keys = recordKeys('00000000-0000-4000-8000-000000000001', Buffer.alloc(32, 7))
    let isReady = true
    const index: JournalIndex = {
      ...{ isReady: () => isReady, isWhole: () => isReady, isReadSince: () => isReady },
      ...{ apply: () => undefined, fill: () => 'done' },
      read(otherwise) {
        isReady = false
        return otherwise
      },
      close: () => undefined,
    }
    const log = newLog(files, keys, () => at)
    const verify = () => false
    const breaking = makeJournal({ log, index, files, journals: [], verify, now: () => at })
    expect(breaking.append(ownMarker, sending).ok).toBe(false)
  })

  it('writes nothing for an event that cannot follow', () => {
    append(sending)
    const before = [contentsOf(journal), journal.head()]
    const answers = [
      append(checked(snapshot(), 'refused')),
      append(decided('refunded')),
      append(sending),
      append({ kind: 'interrupted', at }, otherMarker),
      append({ kind: 'acknowledged', at, alarm: 1, by: 'Sam', note: 'x' }),
    ]
    expect([answers, [contentsOf(journal), journal.head()]]).toEqual([
      ['illegal_transition', 'illegal_transition', 'locked', 'illegal_transition', 'illegal_transition'],
      before,
    ])
  })

  it('writes nothing that it could not read again', () => {
    // The cast stands for a bug: half a hundredth is no amount.
    const half = { ...sending, intent: { ...intent(), amount: 0.5 } } as AttemptEvent
    expect([append(half), journal.head().seq]).toEqual(['unwritable', 2])
  })

  it('begins no refund that rests on less than the high-water value', () => {
    journal.raiseHighWater(snapshot({ refunded: 500 }))
    const outcome = [append(sending), append({ kind: 'sending', at, intent: intent({ base: 500 }) })]
    expect(outcome).toEqual(['unwritable', 'sending'])
  })

  it('refuses a second attempt under the marker of a settled one', () => {
    append(sending)
    append(answeredBy(neverConnected, 'not_sent'))
    expect(append({ kind: 'sending', at, intent: intent({ id: 'pay-2' }) })).toBe('illegal_transition')
  })

  it('goes on with an attempt that was settled before this run', async () => {
    append(sending)
    append(answeredBy(lost, 'unconfirmed'))
    append(decided('not_refunded'))
    for (let show = 0; show < 4; show += 1) append({ kind: 'watched', at, refunded: 0 })
    await reopen()
    expect(journal.standing().attempts.size).toBe(0)
    const moved = checked(snapshot({ refunded: 2000 }), 'unconfirmed', at, { alarm: 'moved_after_decision' })
    expect([append(moved), journal.lockOn('pay-1') === null]).toEqual(['unconfirmed', false])
    await reopen()
    expect(journal.undecided().length).toBe(1)
  })
})

it('a refund of an earlier journal that cannot be opened locks its payment until a person releases it', () => {
  const begin = (marker: string, id = 'pay-1') =>
    append({ kind: 'sending', at, intent: intent({ marker, id }) }, marker)
  const lock = lockHash('pay-1').slice(0, 16)
  // By a clock that is set back afterwards: what locks is told in the order of its lines.
  const unread = { kind: 'locked_unread', at: at + 5, lock, marker: 'R-ZZZZZZZZZZ' } as const
  const made = journal.appendPayment(unread)
  const before = [begin(ownMarker), begin(ownMarker, 'pay-2'), openLocks(journal.standing())]
  const line = made.ok ? made.value : 0
  const release = { kind: 'released', at, line, supervisor: 'Sam', saw: 'x', why: 'y' } as const
  const released = journal.appendPayment(release)
  expect([before, released.ok, journal.lockOn('pay-1'), begin(otherMarker)]).toEqual([
    [
      'locked',
      'sending',
      [
        { locks: true, marker: 'R-ZZZZZZZZZZ', lock },
        { locks: true, marker: ownMarker, lock: lockHash('pay-2').slice(0, 16) },
      ],
    ],
    true,
    null,
    'sending',
  ])
})

describe('a line that is very long', () => {
  const answer = (raw: string): AttemptEvent => ({ ...answeredBy(lost, 'unconfirmed'), raw }) as AttemptEvent

  it.each([
    ['plain text', 'x'.repeat(100_000)],
    ['text that JSON writes six times as long', '\u0001'.repeat(100_000)],
    ['text of many bytes', '😀'.repeat(50_000)],
  ])('has foreign text cut to fit, and opens again: %s', async (_, raw) => {
    append(sending)
    expect(append(answer(raw))).toBe('unconfirmed')
    await reopen()
    const written = journal.lines(ownMarker).at(-1)
    const text = written?.event.kind === 'answered' ? written.event.raw : ''
    const size = Buffer.byteLength(JSON.stringify(written))
    const result = [text.endsWith('… (cut)'), raw.startsWith(text.slice(0, -8)), size <= maxLineBytes]
    expect(result).toEqual([true, true, true])
  })

  it('has the service’s message cut too', () => {
    append(sending)
    const message = 'm'.repeat(200_000)
    expect(
      append(answeredBy({ kind: 'error_shape', httpStatus: 422, status: 422, message }, 'refusal_seen')),
    ).toBe('refusal_seen')
    expect(journal.attempt(ownMarker)?.refusal?.message.length).toBeLessThan(maxLineBytes)
  })

  it('is refused when what a person or the till wrote is too long', () => {
    const reason = { code: 'other', text: 'r'.repeat(maxLineBytes) }
    expect([
      append({ kind: 'sending', at, intent: intent({ reason }) }),
      journal.appendTill({ kind: 'practice_heard', at, address: 'b'.repeat(maxLineBytes) }),
      journal.head().seq,
    ]).toEqual(['too_long', { ok: false, fault: { kind: 'too_long' } }, 2])
  })
})

it('the file of the journal has no readable code, transaction id, cashier or reason, and no marker but those of open attempts', () => {
  const foundBy = { kind: 'custom_id', code: 'ORDER-4711' } as const
  append({
    kind: 'sending',
    at,
    intent: intent({ foundBy, id: 'payment-4711', cashier: { id: '', name: 'Kit Wong' } }),
  })
  append(sending)
  const refused = { answer: refusal, verdict: verdict('refusal_seen'), raw: 'service said Payment 4711' }
  append({ kind: 'answered', at, ...refused })
  append({ kind: 'sending', at, intent: intent({ marker: otherMarker, id: 'pay-2' }) }, otherMarker)
  append(answeredBy(neverConnected, 'not_sent'), otherMarker)
  journal.raiseHighWater(snapshot({ id: 'payment-4711', remark: ownMarker }))
  journal.appendTill({ ...acted, by: { id: 'p-lee', name: 'Mr Lee' } })
  journal.close()
  // Each is long enough not to occur in sealed bytes or hashes by chance.
  const secrets = [
    'ORDER-4711',
    'payment-4711',
    'Payment 4711',
    'pay-2',
    '10000000000000',
    'Kit Wong',
    'Damaged',
    'Not allowed',
    'Mr Lee',
    'pay.example',
  ]
  const found = (secret: string) => [...place.files().values()].some((bytes) => bytes.includes(secret))
  expect([secrets.filter(found), found(ownMarker)]).toEqual([[], true])
})
