import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoCodes } from '../shared/demo-codes'
import { practiceCodes } from '../shared/practice-codes'
import { makeTransaction } from './make-transaction'
import { practiceStores, storeFacts } from './practice-people'
import { profileA, profileB } from './profiles'
import { gatewayTransactions } from './seed-gateways'
import { switchesOutside, switchNames, switchValues, valuesOutside } from './switches'

function linesOf(file: string): readonly string[] {
  return readFileSync(resolve(__dirname, '../..', file), 'utf8').split('\n')
}

const docs = linesOf('docs/practice-service.md')
const readme = linesOf('README.md')

/** The table row that begins with this cell, its other cells. */
function row(lines: readonly string[], first: string): readonly string[] {
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return cells.find(([, cell]) => cell === first)?.slice(2, -1) ?? []
}

/** The codes that a file's tables have a row for, in order. */
function codesIn(lines: readonly string[], pattern: RegExp): readonly string[] {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])
}

const practiceRow = /^\| `(PRACTICE-[A-Z0-9-]+)` \|/
const demoRow = /^\| `([A-Z0-9-]+)` \| (?:custom|transaction) id \|/
const ticked = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(' ')

/** What the tables say of each practice code: what happens, and what is read. */
const told = practiceCodes.map(({ title, whatHappens, expectedOutcome, laterOutcome }) => [
  `${title}${/[.?!]$/.test(title) ? '' : '.'} ${whatHappens}`,
  laterOutcome === null ? expectedOutcome : `${expectedOutcome}, then ${laterOutcome}`,
])

describe('docs/practice-service.md', () => {
  it('tells of every practice code what the code’s own table tells, and of no other', () => {
    const leaves = practiceCodes.map(({ leavesInterface }) => (leavesInterface ? 'yes' : 'no'))
    expect(practiceCodes.map(({ code }) => row(docs, `\`${code}\``))).toEqual(
      told.map((cells, index) => [...cells, leaves[index]]),
    )
    expect(codesIn(docs, practiceRow)).toEqual(practiceCodes.map(({ code }) => code))
  })

  it('tells of every switch its values, which of them leave the interface and what the profiles make of it', () => {
    for (const name of switchNames) {
      const [, ...cells] = row(docs, `\`${name}\``)
      const outside = valuesOutside(name).length === 0 ? '–' : ticked(valuesOutside(name))
      const expected = [
        ticked(switchValues[name]),
        outside,
        ...[profileA, profileB].map((set) => `\`${set[name]}\``),
      ]
      expect([name, ...cells]).toEqual([name, ...expected])
    }
  })

  it('says which profile leaves the interface, and with what', () => {
    const outside = switchesOutside(profileB).map((name) => `\`${name}\``)
    const text = docs.join(' ')
    expect(switchesOutside(profileA)).toEqual([])
    expect(text).toContain(`\`b\` leaves it with ${outside.slice(0, -1).join(', ')} and ${outside.at(-1)}.`)
  })

  it('lists the demo codes, the stores and a receipt of each gateway', () => {
    for (const { code, what } of demoCodes) expect(row(docs, `\`${code}\``).at(-1)).toBe(what)
    expect(codesIn(docs, demoRow)).toEqual(demoCodes.map(({ code }) => code))
    for (const { gateway_code, transaction_id } of gatewayTransactions()) {
      expect(row(docs, gateway_code)[1]).toBe(`\`${transaction_id}\``)
    }
    for (const store_id of Object.values(practiceStores)) {
      const store = storeFacts(makeTransaction('any', { store_id }))
      expect(row(docs, store?.name ?? 'no store')).toEqual([`\`${store_id}\``])
    }
  })
})

describe('README.md', () => {
  it('tells of a few practice codes what the code’s own table tells', () => {
    const shown = codesIn(readme, practiceRow)
    const places = shown.map((shownCode) => practiceCodes.findIndex(({ code }) => code === shownCode))
    expect(shown.length).toBeGreaterThan(3)
    expect(shown.map((code) => row(readme, `\`${code}\``))).toEqual(places.map((place) => told[place]))
  })
})
