/**
 * One history: two tills and one service, random actions and faults from a list of choices, and at the end the
 * invariants. The same numbers always give the same history.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '../../src/practice/ledger'
import type { StoredTransaction } from '../../src/practice/stored-transaction'
import { type Switches, switchValues } from '../../src/practice/switches'
import { type CodeKind, codeKinds } from '../../src/shared/scan-code'
import { actionsOf } from './actions'
import { type Choices, makeChoices } from './choices'
import { checkInvariants, type Tally } from './invariants'
import { makeNetwork, type Network } from './network'
import { toRecord } from './service-show'
import { settle } from './simulated-clock'
import { makeTill, type Till } from './simulated-till'
import { makeWitness } from './witness'

export type HistoryReport = Tally & {
  readonly violations: readonly string[]
  readonly posts: number
  readonly postsBeyondOne: number
  readonly overlaps: number
  readonly crashes: number
  readonly damages: number
}

const startTime = Date.UTC(2026, 10, 21, 9, 0, 0)
const minute = 60_000
const ledger = openLedger({ file: ':memory:', seed: false, now: () => new Date(serviceTime) })
let serviceTime = startTime

const decidingSwitches = [
  'partRefundStatus',
  'partRefundDetails',
  'partRefundedAt',
  'untouchedRefunded',
  'remarkShown',
  'remarkLength',
  'refusalTouches',
  'overlargePart',
  'amountsAs',
] as const

/** Each history has a service with other habits where the interface is silent. */
function chooseSwitches(choices: Choices): Partial<Switches> {
  return Object.fromEntries(
    decidingSwitches.map((name) => {
      const values = switchValues[name]
      return [name, values[choices.pick(values.length)]]
    }),
  )
}

function addTransactions(choices: Choices): void {
  ledger.startOver()
  const amounts = [{ amount: 5000 }, { amount: 1005 }, { amount: choices.oneOf(9, 120_000), currency: 'HKD' }]
  amounts.forEach((sketch, index) => {
    ledger.addTransaction({ ...sketch, custom_id: `CUSTOM-${index}`, charge: 0 })
  })
}

/** @param folder an empty folder on a fast disk; it is removed at the end. */
export async function runHistory(numbers: readonly number[], folder: string): Promise<HistoryReport> {
  const choices = makeChoices(numbers)
  serviceTime = startTime
  ledger.setSwitches(chooseSwitches(choices))
  addTransactions(choices)
  const network = makeNetwork(ledger, choices)
  network.remember()
  const tills: Till[] = []
  const witness = makeWitness(
    ledger,
    () => network,
    () => tills.map((till) => till.desk()),
    (name) => !tills.some((till) => till.name === name && till.hasCrashed()),
  )
  for (const name of ['till one', 'till two']) {
    const own = join(folder, name.replace(' ', '-'))
    mkdirSync(own, { recursive: true })
    tills.push(
      await makeTill({
        name,
        folder: own,
        network,
        witness,
        startTime,
        changed: (attempt) => witness.decided(attempt),
      }),
    )
  }
  for (const till of tills) putOnScreen(till, ledger.transactions(), choices)
  const act = actionsOf({ tills, ledger, network, witness, choices, passServiceTime })
  while (!choices.isOver()) await act.random()
  await comeToRest(tills, network, act.restart)
  const tally = checkInvariants(tills, ledger, network, witness)
  for (const till of tills) await till.quit()
  rmSync(folder, { recursive: true, force: true })
  return {
    ...tally,
    violations: witness.violations,
    posts: witness.posts.size,
    postsBeyondOne: witness.postsBeyondOne(),
    overlaps: witness.overlaps(),
    crashes: act.crashes(),
    damages: act.damages(),
  }
}

/** The day has begun: each till has looked every transaction up once. */
function putOnScreen(till: Till, transactions: readonly StoredTransaction[], choices: Choices): void {
  for (const stored of transactions) {
    const record = toRecord(ledger, stored)
    till.screen.set(record.id, { record, foundBy: codeFor(stored.facts, choices) })
    till.desk().observe(record)
  }
}

function passServiceTime(milliseconds: number): void {
  serviceTime += milliseconds
}

/**
 * The line works, every program is started once more and has minutes to find out what it can; only then do the
 * writes land that the service made late. A harness that let them land first would forgive a hasty till.
 */
async function comeToRest(tills: readonly Till[], network: Network, restart: (till: Till) => Promise<void>) {
  network.heal()
  await drain(network, false)
  for (const till of tills) await restart(till)
  await passMinutes(tills, network, false)
  await drain(network, true)
  await passMinutes(tills, network, true)
}

async function passMinutes(tills: readonly Till[], network: Network, landing: boolean): Promise<void> {
  for (let passed = 0; passed < 6; passed += 1) {
    for (const till of tills) {
      await till.clock().pass(minute / 3)
      await drain(network, landing)
    }
    passServiceTime(minute / 3)
  }
}

/** Everything on its way arrives; late writes only when they are meant to land. */
async function drain(network: Network, landing: boolean): Promise<void> {
  for (let rounds = 0; rounds < 1000; rounds += 1) {
    await settle()
    const next = network.pending().findIndex((operation) => landing || !operation.onlyLands())
    if (next === -1) return
    network.step(next)
  }
  throw new Error('The network never comes to rest')
}

export function codeFor(
  record: { id: string; transaction_id: string; custom_id: string | null },
  choices: Choices,
) {
  const kind: CodeKind = codeKinds[choices.pick(3)] ?? 'transaction_id'
  const code = {
    transaction_id: record.transaction_id,
    custom_id: record.custom_id ?? '',
    internal_id: record.id,
  }
  return { kind, code: code[kind] }
}
