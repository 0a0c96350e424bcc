/**
 * Runs seeded histories. The first violation ends a run; fast-check shrinks it, and seed, path and the path of its commands
 * lead to it again. As a program it prints one JSON line: `--histories=N --seed=N [--seconds=N] [--path=P --replay=R]
 * [--shrink=no] [--survey] [--about=WORDS] [--focus=NAMES]`; `PROVE_LOG=1` prints what happens. Started by proof/run,
 * several at a time, or loaded by replay.cjs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import fastCheck from 'fast-check'
import { historyCommands, mostCommands, mostCommandsInFocus } from './commands/all-commands'
import type { Model } from './commands/command'
import { runHistory } from './history'
import { habitsArbitrary } from './service/habits'
import { ignorePowerCuts } from './till/program-life'

/** What is run. */
export type HistoriesAsked = {
  readonly seed: number
  readonly histories: number
  readonly seconds?: number | undefined
  readonly path?: string | undefined
  readonly replay?: string | undefined
  readonly shrink?: boolean
  /** Histories are short, of one till, and only of these commands of all-commands.ts. */
  readonly focus?: readonly string[]
  /** No violation ends the run, and they are counted by kind. */
  readonly survey?: boolean
  /** Only violations with these words count. */
  readonly about?: string | undefined
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

type Kind = { readonly times: number; readonly first: number; readonly sentence: string }

/** Counts violations by their words, whatever markers and numbers stand in them. */
function survey(kinds: Map<string, Kind>, violations: readonly string[], history: number): void {
  for (const sentence of violations) {
    const kind = sentence.replace(/R-[0-9A-Z]{10}|pay-\d|till (one|two)|\d+/g, '…').slice(0, 200)
    const known = kinds.get(kind)
    kinds.set(kind, { first: history, sentence, ...known, times: (known?.times ?? 0) + 1 })
  }
}

/** Runs them and answers what they came to. */
export async function runHistories(asked: HistoriesAsked): Promise<Outcome> {
  const { seed, path, replay, seconds, focus = [], about } = asked
  const folder = scratchFolder()
  const started = Date.now()
  const counts: Record<string, number> = {}
  const kinds = new Map<string, Kind>()
  let number = 0
  let found = false
  const property = fastCheck.asyncProperty(
    habitsArbitrary,
    fastCheck.commands([historyCommands(focus)], {
      maxCommands: focus.length === 0 ? mostCommands : mostCommandsInFocus,
      size: 'max',
      ...(replay === undefined ? {} : { replayPath: replay }),
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
      if (!found) {
        for (const [what, times] of Object.entries(report.counts)) counts[what] = (counts[what] ?? 0) + times
      }
      const violations = report.violations.filter(
        (sentence) => about === undefined || sentence.includes(about),
      )
      if (asked.survey) survey(kinds, violations, number - 1)
      else if (violations.length > 0) {
        found = true
        throw new Violation(violations)
      }
    },
  )
  const details = await fastCheck.check(property, {
    seed,
    numRuns: asked.histories,
    endOnFailure: asked.shrink === false,
    ...(path === undefined ? {} : { path }),
    ...(seconds === undefined ? {} : { interruptAfterTimeLimit: seconds * 1000 }),
  })
  rmSync(folder, { recursive: true, force: true })
  return {
    counts,
    milliseconds: Date.now() - started,
    processor: processorTime(),
    // Interrupted while it shrinks, it has failed all the same.
    violation: details.failed && details.counterexample !== null ? violationOf(details) : null,
    surveyed: [...kinds.values()].sort((one, other) => other.times - one.times),
  }
}

type Outcome = {
  readonly counts: Readonly<Record<string, number>>
  readonly milliseconds: number
  readonly processor: number
  readonly violation: object | null
  readonly surveyed: readonly Kind[]
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

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      ...{ histories: text, seed: text, seconds: text, path: text, replay: text, shrink: text },
      ...{ survey: { type: 'boolean' }, about: text, focus: text },
    },
  })
  const outcome = await runHistories({
    seed: Number(values.seed ?? 1),
    histories: Number(values.histories ?? 1000),
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    path: values.path,
    replay: values.replay,
    shrink: values.shrink !== 'no',
    focus: (values.focus ?? '').split(',').filter((name) => name !== ''),
    survey: values.survey ?? false,
    about: values.about,
  })
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  process.exitCode = outcome.violation === null ? 0 : 1
}

ignorePowerCuts()
if (basename(process.argv[1] ?? '').startsWith('histories-cli')) void main()
