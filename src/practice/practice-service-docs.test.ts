import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoCodes } from '../shared/demo-codes'
import { practiceCodes } from '../shared/practice-codes'
import { profileA, profileB } from './profiles'
import { gatewayTransactions } from './seed-gateways'
import { type SwitchName, switchValues } from './switches'

const lines = readFileSync(resolve(__dirname, '../../docs/practice-service.md'), 'utf8').split('\n')

/** The table row that begins with this cell, its other cells. */
function row(first: string): readonly string[] {
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return cells.find(([, cell]) => cell === first)?.slice(2, -1) ?? []
}

describe('docs/practice-service.md', () => {
  it('tells of every practice code what the code’s own table tells', () => {
    const told = practiceCodes.map(({ code }) => row(`\`${code}\``))
    const outcomes = practiceCodes.map(({ expectedOutcome, laterOutcome }) =>
      laterOutcome === null ? expectedOutcome : `${expectedOutcome}, then ${laterOutcome}`,
    )
    expect(told.map((cells) => cells.at(-1))).toEqual(outcomes)
    for (const [index, { whatHappens }] of practiceCodes.entries())
      expect(told[index]?.[0]).toContain(whatHappens)
  })

  it('tells of every switch its values and what the profiles make of it', () => {
    for (const [name, values] of Object.entries(switchValues)) {
      const key = name as SwitchName // Object.entries forgets the keys' type
      const [, ...told] = row(`\`${name}\``)
      const ticked = values.map((value) => `\`${value}\``).join(' ')
      expect([name, ...told]).toEqual([name, ticked, `\`${profileA[key]}\``, `\`${profileB[key]}\``])
    }
  })

  it('lists the demo codes and a receipt of each gateway', () => {
    for (const { code, what } of demoCodes) expect(row(`\`${code}\``).at(-1)).toBe(what)
    for (const { gateway_code, transaction_id } of gatewayTransactions()) {
      expect(row(gateway_code)[1]).toBe(`\`${transaction_id}\``)
    }
  })
})
