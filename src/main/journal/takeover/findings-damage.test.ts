/** Every sequence by which a new journal once lost a lock or a record: each by the name it was found under. */
import { statSync, truncateSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tamperWith } from '../testing/journal-story'
import { alarmsOf, beginAfter, damage, damageLine, locksIn, statesIn } from './testing/damaged-till'
import { decidedTo, markerOf, moved, named, refunded, refused, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, type TillJournals } from './testing/till-journals'

let till: TillJournals
beforeEach(async () => {
  till = makeTillJournals()
  await till.setPin()
})
afterEach(() => till.remove())

const a = { number: 1, id: 'pay-1' }
const b = { number: 2, id: 'pay-1' }

describe('A. one damaged line', () => {
  it('drops no undecided refund: a readable row outranks a shorter history', async () => {
    await till.write([named, ...refused(a), ...unconfirmed(b)])
    // The first of the three quiet shows of the settled refusal.
    damageLine(till, 5)
    const { journal, begun } = await beginAfter(till, 'journal_damaged, pin')
    expect([begun, statesIn(journal, 1, 2), locksIn(journal, 'pay-1')]).toEqual([
      { attempts: 2, undecided: 1, unread: 0, missing: 1 },
      ['refused', 'unconfirmed'],
      [markerOf(2)],
    ])
    journal.close()
  })

  it('shows a decided attempt as decided, and the one after it as the lock', async () => {
    await till.write([named, ...unconfirmed(a), ...decidedTo(a, 'not_refunded'), ...unconfirmed(b)])
    tamperWith(till.file(), 'UPDATE events SET line = zeroblob(100) WHERE seq >= 5')
    const { journal } = await beginAfter(till, 'journal_damaged, pin')
    expect([statesIn(journal, 1, 2), locksIn(journal, 'pay-1')]).toEqual([
      ['not_refunded', 'unconfirmed'],
      [markerOf(2)],
    ])
    journal.close()
  })

  it('keeps both where nothing says which of two is settled, and locks by the other once one is decided', async () => {
    await till.write([named, ...unconfirmed(a), ...decidedTo(a, 'not_refunded'), ...unconfirmed(b)])
    tamperWith(
      till.file(),
      `UPDATE events SET line = zeroblob(100) WHERE seq IN (5, 8);
       UPDATE attempts SET row = zeroblob(100) WHERE number = 1`,
    )
    const { journal, begun } = await beginAfter(till, 'journal_damaged, pin')
    const before = [statesIn(journal, 1, 2), locksIn(journal, 'pay-1')]
    const [step] = decidedTo(a, 'not_refunded')
    if (step === undefined || !('event' in step)) throw new Error('No step')
    journal.append(markerOf(1), step.event)
    expect([begun?.undecided, before, locksIn(journal, 'pay-1')]).toEqual([
      2,
      [['unconfirmed', 'unconfirmed'], [markerOf(1)]],
      [markerOf(2)],
    ])
    journal.close()
  })
})

describe('A2. a refusal that moved', () => {
  it('stays locked when the line that says so is lost and its row is not', async () => {
    const story = [named, ...refused(a), ...moved(a)]
    await till.write(story)
    tamperWith(till.file(), `DELETE FROM events WHERE seq = ${story.length}`)
    till.clock.now += 2 * 24 * 3600_000
    const { journal, begun } = await beginAfter(till, 'journal_rolled_back, pin')
    expect([begun, statesIn(journal, 1), locksIn(journal, 'pay-1'), alarmsOf(journal, 1)]).toEqual([
      { attempts: 1, undecided: 1, unread: 0, missing: 1 },
      ['unconfirmed'],
      [markerOf(1)],
      ['moved_after_refusal'],
    ])
    journal.close()
  })

  it('stays locked even when its row is lost too: the unsealed lock contradicts the refusal', async () => {
    const story = [named, ...refused(a), ...moved(a)]
    await till.write(story)
    damage(till, `DELETE FROM events WHERE seq = ${story.length}; UPDATE attempts SET row = zeroblob(100)`)
    const { journal } = await beginAfter(till, 'journal_damaged, pin')
    expect([statesIn(journal, 1), locksIn(journal, 'pay-1'), alarmsOf(journal, 1)]).toEqual([
      ['unconfirmed'],
      [markerOf(1)],
      ['records_contradict'],
    ])
    journal.close()
  })
})

describe('A3. a journal that lost its last pages', () => {
  it.each([1, 2, 5, 8])('gives whatever the others hold (%i pages)', async (pages) => {
    await till.write([named, ...unconfirmed(a), ...unconfirmed({ number: 2, id: 'pay-2' })])
    const size = statSync(till.file()).size
    truncateSync(till.file(), size - pages * 4096)
    const opening = await till.opening()
    const begun = await till.begin()
    till.restart()
    const journal = await till.openWell()
    expect([opening, begun.ok, locksIn(journal, 'pay-1', 'pay-2')]).toEqual([
      'journal_damaged, pin',
      true,
      [expect.any(String), expect.any(String)],
    ])
    journal.close()
  })
})

describe('A journal that lost its last lines, beside a keychain that was put back to before them', () => {
  it.each([
    ['a checkpoint', 'UPDATE attempts SET row = zeroblob(100)'],
    ['a row', 'DELETE FROM checkpoints'],
  ])('is said to have lost them while %s names a line', async (_, sql) => {
    await till.write([named])
    const kept = new Map(till.keychain.secrets)
    const story = refunded(a)
    await till.write(story)
    tamperWith(till.file(), `DELETE FROM events WHERE seq > 1; ${sql}`)
    for (const [entry, secret] of kept) till.keychain.secrets.set(entry, secret)
    const opening = await till.opening()
    const begun = await till.begin()
    expect([opening, begun]).toMatchObject([
      expect.stringMatching(/^journal_(?:rolled_back|damaged), pin$/),
      { ok: true, value: { missing: story.length } },
    ])
  })
})

describe('A4. one damaged line early in a long journal', () => {
  it('loses no settled refund after it, and no watch', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => ({ number: index + 1, id: `pay-${index + 1}` }))
    const story = eight.flatMap((refund) => (refund.number === 5 ? refused(refund) : refunded(refund)))
    await till.write([named, ...story])
    damageLine(till, 2)
    const { journal, begun } = await beginAfter(till, 'journal_damaged, pin')
    expect([
      begun?.attempts,
      statesIn(journal, 1, 2, 3, 4, 5, 6, 7, 8),
      journal.attempt(markerOf(5))?.watch?.ended,
      journal.lines(markerOf(8)).map(({ event }) => event.kind),
    ]).toEqual([
      8,
      ['refunded', 'refunded', 'refunded', 'refunded', 'refused', 'refunded', 'refunded', 'refunded'],
      null,
      ['intended', 'sending', 'answered', 'taken_over'],
    ])
    journal.close()
  })
})
