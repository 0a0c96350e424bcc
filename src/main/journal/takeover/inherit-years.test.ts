import { describe, expect, it } from 'vitest'
import { intent, startOfDay } from '../../../shared/testing/refund-samples'
import { countTurns } from '../testing/count-turns'
import { inherit } from './inherit'
import { newJournalLines } from './new-journal-lines'
import { oldJournal } from './testing/old-journals'

const at = startOfDay
const now = at + 60_000

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
    ...{ service: 1, id: `seen-${number}`, currency: 'HKD', others: {}, lowering: null },
    ...{ refunded: number, updatedAt: '' },
  }))

  it('is gone through with a turn for others after every line, value and thousand of what is sorted', async () => {
    const { yieldToEventLoop, since } = countTurns()
    const inherited = await inherit({
      journals: [oldJournal('a', contents, { highWater })],
      inForce: 'a',
      now,
      yieldToEventLoop,
    })
    const inheriting = since()
    const lines = [
      ...(await newJournalLines(
        inherited,
        { at: now, by: { supervisor: 'Sam', why: 'Damage' } },
        yieldToEventLoop,
      )),
    ]
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
