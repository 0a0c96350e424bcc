/**
 * Runs seeded histories and prints one JSON line: `--histories=N --seed=N [--seconds=N] [--path=P --replay=R]
 * [--shrink=no] [--survey]`. The first violation ends the run; fast-check shrinks it, and seed, path and the path of its
 * commands lead to it again. With `--survey` none ends it, and they are counted by kind; `--about=WORDS` knows only those with
 * these words. With `--focus=NAMES` histories are short, of one till, and only of these commands of all-commands.ts.
 * `PROVE_LOG=1` prints what happens. Started by proof/run, several at a time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fastCheck from 'fast-check'
import { historyCommands, mostCommands, mostCommandsInFocus } from './commands/all-commands'
import type { Model } from './commands/command'
import { runHistory } from './history'
import { habitsArbitrary } from './service/habits'
import { ignorePowerCuts } from './till/program-life'

const text = { type: 'string' } as const
const { values: given } = parseArgs({
  options: {
    ...{ histories: text, seed: text, seconds: text, path: text, replay: text, shrink: text },
    ...{ survey: { type: 'boolean' }, about: text, focus: text },
  },
})

function numberGiven(name: 'histories' | 'seed', otherwise: number): number {
  return Number(given[name] ?? otherwise)
}

/** The journals' files go to memory where the system has such a disk: fsync is then asked for and free. */
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

class Violation extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'))
  }
}

const folder = scratchFolder()
const counts: Record<string, number> = {}
let number = 0
let found = false

function add(more: Readonly<Record<string, number>>): void {
  for (const [what, times] of Object.entries(more)) counts[what] = (counts[what] ?? 0) + times
}

const kinds = new Map<string, { times: number; first: number; sentence: string }>()

/** Counts violations by their words, whatever markers and numbers stand in them. */
function survey(violations: readonly string[]): void {
  for (const sentence of violations) {
    const kind = sentence.replace(/R-[0-9A-Z]{10}|pay-\d|till (one|two)|\d+/g, '…').slice(0, 200)
    const known = kinds.get(kind)
    kinds.set(kind, { first: number - 1, sentence, ...known, times: (known?.times ?? 0) + 1 })
  }
}

async function main(): Promise<void> {
  ignorePowerCuts()
  const seconds = given.seconds ?? null
  const path = given.path ?? null
  const replay = given.replay ?? null
  const started = Date.now()
  const focus = (given.focus ?? '').split(',').filter((name) => name !== '')
  const property = fastCheck.asyncProperty(
    habitsArbitrary,
    fastCheck.commands([historyCommands(focus)], {
      maxCommands: focus.length === 0 ? mostCommands : mostCommandsInFocus,
      size: 'max',
      ...(replay === null ? {} : { replayPath: replay }),
    }),
    async (habits, commands) => {
      number += 1
      const report = await runHistory(
        { folder: join(folder, String(number)), habits, tills: focus.length === 0 ? 2 : 1 },
        (world) =>
          fastCheck.asyncModelRun(
            () => ({ model: { down: new Set<number>() } as Model, real: world }),
            commands,
          ),
      )
      // What is run while a violation is shrunk proves nothing more.
      if (!found) add(report.counts)
      const about = given.about ?? null
      const violations = report.violations.filter((sentence) => about === null || sentence.includes(about))
      if (given.survey) survey(violations)
      else if (violations.length > 0) {
        found = true
        throw new Violation(violations)
      }
    },
  )
  const details = await fastCheck.check(property, {
    seed: numberGiven('seed', 1),
    numRuns: numberGiven('histories', 1000),
    endOnFailure: given.shrink === 'no',
    ...(path === null ? {} : { path }),
    ...(seconds === null ? {} : { interruptAfterTimeLimit: Number(seconds) * 1000 }),
  })
  rmSync(folder, { recursive: true, force: true })
  // Interrupted while it shrinks, it has failed all the same.
  const violation = details.failed && details.counterexample !== null ? violationOf(details) : null
  const surveyed = [...kinds.values()].sort((one, other) => other.times - one.times)
  process.stdout.write(
    `${JSON.stringify({ counts, milliseconds: Date.now() - started, processor: processorTime(), violation, surveyed })}\n`,
  )
  process.exitCode = violation === null ? 0 : 1
}

/** Milliseconds that this process has kept a processor busy: what a history costs on a machine that is busy otherwise. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1000)
}

type Details = {
  readonly counterexample: readonly unknown[] | null
  readonly errorInstance: unknown
  readonly seed: number
  readonly counterexamplePath: string | null
  readonly numRuns: number
}

function violationOf(details: Details): object {
  const [habits, commands] = details.counterexample ?? []
  const error = details.errorInstance
  const words = String(commands)
  const replay = /replayPath="([^"]*)"/.exec(words)?.[1] ?? ''
  return {
    seed: details.seed,
    path: details.counterexamplePath,
    replay,
    histories: details.numRuns,
    violations: error instanceof Violation ? error.sentences : [String(error)],
    habits,
    commands: words.replace(/ ?\/\*replayPath.*$/, '').split(/,(?=[a-zA-Z_]+\()/),
  }
}

void main()
