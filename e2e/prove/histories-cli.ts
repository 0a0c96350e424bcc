/**
 * Runs seeded histories and prints one JSON line: `--histories=N --seed=N [--shrink=N]`. The first violation
 * ends the run; it is shrunk and printed with what leads to it again. Started by scripts/prove, several at a
 * time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastCheck from 'fast-check'
import { type HistoryReport, runHistory } from './history'
import { shrinkNumbers } from './shrink'
import { ignorePowerCuts } from './simulated-clock'
import { emptyTotals, type HistoryTotals, withReport } from './totals'

function argument(name: string, otherwise: number): number {
  const found = process.argv.find((text) => text.startsWith(`--${name}=`))
  return found === undefined ? otherwise : Number(found.slice(name.length + 3))
}

/** The journal's files go to memory where the system has such a disk: fsync is then asked for and free. */
function scratchFolder(): string {
  for (const parent of ['/dev/shm', tmpdir()]) {
    try {
      return mkdtempSync(join(parent, 'tillside-prove-'))
    } catch {
      // The next place is tried; the last resort below throws.
    }
  }
  return mkdtempSync(join(tmpdir(), 'tillside-prove-'))
}

const folder = scratchFolder()
let count = 0

function run(numbers: readonly number[]): Promise<HistoryReport> {
  count += 1
  return runHistory(numbers, join(folder, String(count)))
}

/** A history that throws is as bad as one that breaks an invariant. */
async function violationsOf(numbers: readonly number[]): Promise<readonly string[]> {
  try {
    return (await run(numbers)).violations
  } catch (error) {
    return [`The history failed: ${String(error)}`]
  }
}

const lists = fastCheck.array(fastCheck.nat(2 ** 30), { minLength: 60, maxLength: 400, size: 'max' })

async function main(): Promise<void> {
  ignorePowerCuts()
  const histories = argument('histories', 1000)
  const seed = argument('seed', 1)
  let totals: HistoryTotals = emptyTotals
  let violation: unknown = null
  for (const numbers of fastCheck.sample(lists, { numRuns: histories, seed })) {
    const report = await run(numbers).catch(() => null)
    if (report !== null) totals = withReport(totals, report)
    if (report !== null && report.violations.length === 0) continue
    const smallest = await shrinkNumbers(numbers, argument('shrink', 300), async (list) => {
      return (await violationsOf(list)).length > 0
    })
    violation = {
      seed,
      history: totals.histories,
      violations: await violationsOf(smallest),
      numbers: smallest,
    }
    break
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`${JSON.stringify({ totals, violation })}\n`)
  process.exitCode = violation === null ? 0 : 1
}

void main()
