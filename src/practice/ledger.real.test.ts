import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runs } from '../shared/testing/property-size'
import { openLedger } from './ledger'
import { switchValues } from './switches'
import { serve } from './testing/call-service'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'practice-ledger-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const deviceId = 'till-1'
const order = (id: string, amountHundredths: number | null, reason = 'x') =>
  ({ id, amountHundredths, reason, deviceId }) as const

describe('the ledger', () => {
  it('survives a restart of the service', async () => {
    const ledgerFile = join(folder(), 'ledger.jsonl')
    const first = await serve({ ledgerFile })
    const { id } = first.ledger.addTransaction({ amount: 5000, custom_id: 'KEPT' }).facts
    first.ledger.refund(order(id, 2000))
    const before = [first.ledger.transactions(), first.ledger.entries()]
    await first.stop()
    const second = await serve({ ledgerFile })
    expect([second.ledger.transactions(), second.ledger.entries()]).toEqual(before)
    expect(second.ledger.entries(id).map(({ amountHundredths }) => amountHundredths)).toEqual([2000])
  })

  it('leaves out what a killed service left half written, and goes on behind it', () => {
    const file = join(folder(), 'ledger.jsonl')
    const first = openLedger({ file })
    const { id } = first.addTransaction({ amount: 5000 }).facts
    first.refund(order(id, 1000))
    first.close()
    appendFileSync(file, '{"refund":{"id":')
    const second = openLedger({ file })
    second.refund(order(id, 500))
    second.close()
    const third = openLedger({ file })
    onTestFinished(() => third.close())
    expect(third.entries(id).map(({ amountHundredths }) => amountHundredths)).toEqual([1000, 500])
  })

  it('starts over with the same data, also on the disk', () => {
    const file = join(folder(), 'ledger.jsonl')
    const ledger = openLedger({ file })
    const before = [ledger.transactions(), ledger.entries()]
    ledger.addTransaction({ custom_id: 'EXTRA' })
    ledger.startOver()
    expect([ledger.transactions(), ledger.entries()]).toEqual(before)
    ledger.close()
    const again = openLedger({ file })
    onTestFinished(() => again.close())
    expect([again.transactions(), again.entries()]).toEqual(before)
  })

  it('begins anew in a file whose first line a killed service left half written', async () => {
    const ledgerFile = join(folder(), 'ledger.jsonl')
    writeFileSync(ledgerFile, '{"practiceL')
    await serve({ ledgerFile })
    expect(readFileSync(ledgerFile, 'utf8')).toBe('{"practiceLedger":1}\n')
  })

  it('never lets a refund be older than the one before it, whatever the clock does', () => {
    let now = new Date('2026-11-21T10:00:00.000Z')
    const ledger = openLedger({ file: ':memory:', now: () => now })
    const { id } = ledger.addTransaction({ amount: 5000 }).facts
    ledger.refund(order(id, 1000))
    now = new Date('2026-11-21T09:00:00.000Z')
    ledger.refund(order(id, 1000))
    expect(ledger.entries(id).map(({ at }) => at)).toEqual(Array(2).fill('2026-11-21T10:00:00.000Z'))
  })

  it.each(['this is a shopping list', '{"practiceLedger":1}\n{"refund":{}}\n'])(
    'says so when its file is no ledger, or a damaged one, and leaves it as it is: %j',
    async (text) => {
      const ledgerFile = join(folder(), 'ledger.jsonl')
      writeFileSync(ledgerFile, text)
      await expect(serve({ ledgerFile })).rejects.toThrow()
      expect(readFileSync(ledgerFile, 'utf8')).toBe(text)
    },
  )

  it('never refunds more than the amount, and keeps exactly one entry for each refund it applied', () => {
    const amount = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 700 }))
    const step = fc.record({ which: fc.nat(2), amount })
    const rule = fc.record({
      overlargePart: fc.constantFrom(...switchValues.overlargePart),
      omittedAmount: fc.constantFrom(...switchValues.omittedAmount),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), rule, (steps, switches) => {
        const ledger = openLedger({ file: ':memory:', switches })
        try {
          const ids = [5, 420, 1000].map((whole) => ledger.addTransaction({ amount: whole }).facts.id)
          const applied = steps.flatMap(({ which, amount: asked }, index) =>
            ledger.refund(order(ids[which] ?? '', asked, `refund ${index}`)).ok ? [`refund ${index}`] : [],
          )
          const entries = ledger.entries().filter(({ id }) => ids.includes(id))
          expect(entries.map(({ reason }) => reason)).toEqual(applied)
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
