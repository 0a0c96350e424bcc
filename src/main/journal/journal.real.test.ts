import { describe, expect, it } from 'vitest'
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
import { makeJournal } from './journal'
import type { JournalIndex } from './journal-index'
import { maxLineBytes } from './journal-line'
import { newLog } from './log'
import { recordKeys } from './segment'
import { filesInMemory } from './testing/damaged-record'
import { journalForEachTest, sending } from './testing/journal-for-each-test'
import { contentsOf } from './testing/journal-story'

const at = startOfDay
const own = 'pay-1'

const till = journalForEachTest()
const { append, reopen } = till

describe('a journal', () => {
  it('begins no refund when its index breaks during the read that the refund rests on', () => {
    const files = filesInMemory()
    const keys = recordKeys('00000000-0000-4000-8000-000000000001', Buffer.alloc(32, 7))
    let isReady = true
    const index: JournalIndex = {
      ...{ isReady: () => isReady, isWhole: () => isReady, apply: () => undefined, fill: () => 'done' },
      read(otherwise) {
        isReady = false
        return otherwise
      },
      close: () => undefined,
    }
    const log = newLog(files, keys, () => at)
    const verifier = { verify: () => false }
    const journal = makeJournal({ log, index, files, journals: [], verifier, now: () => at })
    expect(journal.append(ownMarker, sending).ok).toBe(false)
  })

  it('writes nothing for an event that cannot follow', () => {
    append(sending)
    const before = [contentsOf(till.journal), till.journal.head()]
    const answers = [
      append(checked(snapshot(), 'refused')),
      append(decided('refunded')),
      append(sending),
      append({ kind: 'interrupted', at }, otherMarker),
      append({ kind: 'acknowledged', at, alarm: 1, by: 'Sam', note: 'x' }),
    ]
    expect([answers, [contentsOf(till.journal), till.journal.head()]]).toEqual([
      ['illegal_transition', 'illegal_transition', 'locked', 'illegal_transition', 'illegal_transition'],
      before,
    ])
  })

  it('writes nothing that it could not read again', () => {
    // The cast stands for a bug: half a hundredth is no amount.
    const half = { ...sending, intent: { ...intent(), amount: 0.5 } } as AttemptEvent
    expect([append(half), till.journal.head().seq]).toEqual(['unwritable', 2])
  })

  it('begins no refund that rests on less than the high-water value', () => {
    till.journal.raiseHighWater(snapshot({ refunded: 500 }))
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
    expect(till.journal.standing().attempts.size).toBe(0)
    const moved = checked(snapshot({ refunded: 2000 }), 'unconfirmed', at, { alarm: 'moved_after_decision' })
    expect([append(moved), till.journal.lockOn(own) === null]).toEqual(['unconfirmed', false])
    await reopen()
    expect(till.journal.undecided().length).toBe(1)
  })
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
    const written = till.journal.lines(ownMarker).at(-1)
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
    expect(till.journal.attempt(ownMarker)?.refusal?.message.length).toBeLessThan(maxLineBytes)
  })

  it('is refused when what a person or the till wrote is too long', () => {
    const reason = { code: 'other', text: 'r'.repeat(maxLineBytes) }
    expect([
      append({ kind: 'sending', at, intent: intent({ reason }) }),
      till.journal.appendTill({
        kind: 'could_not_be_read',
        at,
        lines: 1,
        sumsUnknown: true,
        detail: 'b'.repeat(maxLineBytes),
      }),
      till.journal.head().seq,
    ]).toEqual(['too_long', { ok: false, fault: { kind: 'too_long' } }, 2])
  })
})

describe('the file of the journal', () => {
  it('has no readable code, transaction id, cashier or reason, and no marker but those of open attempts', () => {
    const foundBy = { kind: 'custom_id', code: 'ORDER-4711' } as const
    append({
      kind: 'sending',
      at,
      intent: intent({ foundBy, id: 'payment-4711', cashier: { id: '', name: 'Kit Wong' } }),
    })
    append(sending)
    append({
      kind: 'answered',
      at,
      answer: refusal,
      verdict: verdict('refusal_seen'),
      raw: 'service said Payment 4711',
    })
    append({ kind: 'sending', at, intent: intent({ marker: otherMarker, id: 'pay-2' }) }, otherMarker)
    append(answeredBy(neverConnected, 'not_sent'), otherMarker)
    till.journal.raiseHighWater(snapshot({ id: 'payment-4711', remark: ownMarker }))
    till.journal.appendTill({
      kind: 'acted',
      at,
      by: { id: 'p-lee', name: 'Mr Lee' },
      act: { act: 'copies_forgotten' },
    })
    till.journal.close()
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
    const found = (secret: string) => [...till.place.files().values()].some((bytes) => bytes.includes(secret))
    expect([secrets.filter(found), found(ownMarker)]).toEqual([[], true])
  })
})
