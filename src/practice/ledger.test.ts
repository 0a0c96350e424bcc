import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runs } from '../shared/testing/property-size'
import { type Ledger, openLedger } from './ledger'
import { type Switches, switchValues } from './switches'
import { serve } from './testing/call-service'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'practice-ledger-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function inMemory(switches: Partial<Switches> = {}): Ledger {
  const ledger = openLedger({ file: ':memory:', seed: false, switches })
  onTestFinished(() => ledger.close())
  return ledger
}

const order = (id: string, amountHundredths: number | null, reason = 'x') => ({
  id,
  amountHundredths,
  reason,
  deviceId: 'till-1',
})

describe('the ledger', () => {
  it('survives a restart of the service', async () => {
    const ledgerFile = join(folder(), 'ledger.db')
    const first = await serve({ ledgerFile })
    const { id } = first.ledger.addTransaction({ amount: 5000, custom_id: 'KEPT' }).facts
    first.ledger.refund(order(id, 2000))
    const { transactions, entries } = {
      transactions: first.ledger.transactions(),
      entries: first.ledger.entries(),
    }
    await first.stop()
    const second = await serve({ ledgerFile })
    expect(second.ledger.transactions()).toEqual(transactions)
    expect(second.ledger.entries()).toEqual(entries)
    expect(second.ledger.entries(id).map(({ amountHundredths }) => amountHundredths)).toEqual([2000])
  })

  it('starts over with the same data, and with ids of entries that were never used', () => {
    const ledger = openLedger({ file: ':memory:' })
    onTestFinished(() => ledger.close())
    const before = ledger.transactions().map(({ facts }) => facts)
    const last = ledger.entries().at(-1)?.number ?? 0
    ledger.addTransaction({ custom_id: 'EXTRA' })
    ledger.startOver()
    expect(ledger.transactions().map(({ facts }) => facts)).toEqual(before)
    expect(Math.min(...ledger.entries().map(({ number }) => number))).toBe(last + 1)
  })

  it('judges without moving anything, and applies later what was approved', () => {
    const ledger = inMemory()
    const { id } = ledger.addTransaction({ amount: 5000 }).facts
    const judged = ledger.judge(order(id, 3000))
    expect(ledger.entries()).toEqual([])
    expect(judged).toEqual({ ok: true, value: order(id, 3000) })
    expect(judged.ok && ledger.apply(judged.value)).toMatchObject({ ok: true })
    expect(judged.ok && ledger.apply(judged.value)).toEqual({
      ok: false,
      fault: { status: 422, message: 'The transaction is already refunded' },
    })
    expect(ledger.entries(id).map(({ amountHundredths }) => amountHundredths)).toEqual([3000])
  })

  it('never lets updated_at run backwards, whatever the clock does', () => {
    let now = new Date('2026-11-21T10:00:00.000Z')
    const ledger = openLedger({ file: ':memory:', seed: false, now: () => now })
    onTestFinished(() => ledger.close())
    const { id } = ledger.addTransaction({ amount: 5000 }).facts
    ledger.refund(order(id, 1000))
    now = new Date('2026-11-21T09:00:00.000Z')
    ledger.refund(order(id, 1000))
    expect(ledger.read(id)?.touchedAt).toBe('2026-11-21T10:00:00.000Z')
  })

  it('says so when its file is no ledger', async () => {
    const ledgerFile = join(folder(), 'ledger.db')
    writeFileSync(
      ledgerFile,
      'this is a shopping list, not a database, and it is long enough to show it'.repeat(100),
    )
    await expect(serve({ ledgerFile })).rejects.toThrow(/not a database/)
  })

  it('never refunds more than the amount, and keeps exactly one entry for each refund it applied', () => {
    const amount = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 700 }))
    const step = fc.record({ which: fc.nat(2), amount, how: fc.constantFrom('refund', 'judge', 'apply') })
    const rule = fc.record({
      overlargePart: fc.constantFrom(...switchValues.overlargePart),
      omittedAmount: fc.constantFrom(...switchValues.omittedAmount),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), rule, (steps, switches) => {
        const ledger = openLedger({ file: ':memory:', seed: false, switches })
        try {
          const ids = [5, 420, 1000].map((whole) => ledger.addTransaction({ amount: whole }).facts.id)
          expect(play(ledger, ids, steps)).toEqual(ledger.entries().map(({ reason }) => reason))
          for (const id of ids) {
            const sum = ledger.entries(id).reduce((all, { amountHundredths }) => all + amountHundredths, 0)
            expect(sum).toBeLessThanOrEqual(ledger.read(id)?.facts.amount ?? 0)
          }
        } finally {
          ledger.close()
        }
      }),
      { numRuns: runs(500) },
    )
  })
})

type Step = { which: number; amount: number | null; how: string }

/** Plays the steps, some of them approved now and applied later; answers what the ledger said it applied. */
function play(ledger: Ledger, ids: readonly string[], steps: readonly Step[]): readonly string[] {
  const applied: string[] = []
  const approved: Parameters<Ledger['apply']>[0][] = []
  steps.forEach(({ which, amount, how }, index) => {
    const asked = order(ids[which] ?? '', amount, `refund ${index}`)
    const waiting = how === 'apply' ? approved.shift() : undefined
    if (how === 'judge') {
      const judged = ledger.judge(asked)
      if (judged.ok) approved.push(judged.value)
    } else if (waiting !== undefined) {
      if (ledger.apply(waiting).ok) applied.push(waiting.reason)
    } else if (ledger.refund(asked).ok) applied.push(asked.reason)
  })
  return applied
}
