/** Histories over real HTTP with real restarts: a till that is killed and started again at any moment. */

import { inLanes, sum, tally } from './counts'
import { openGround } from './ground'
import { type HttpHistoryReport, runHttpHistory } from './http-history'
import { shrinkNumbers } from './shrink'

export type HttpHistoryCounts = {
  readonly histories: number
  readonly seed: number
  readonly posts: number
  readonly postsBeyondOne: number
  readonly kills: number
  /** One sentence each, with the seed of its history. */
  readonly violations: readonly string[]
  /** The first history that failed, with as few of its actions as still fail; null when none did. */
  readonly shrunk: ShrunkHistory | null
  readonly undecidedWithoutState: number
  readonly states: Readonly<Record<string, number>>
}

export type ShrunkHistory = Pick<HttpHistoryReport, 'seed' | 'actions' | 'violations'>

/** Trials of one shorter list: what real time makes of a history may differ from run to run. */
const trials = 2

/** Leaves actions out of a failing history as long as it keeps failing, for so many milliseconds. */
async function shrinkHistory(
  failing: HttpHistoryReport,
  tillProgram: string,
  milliseconds: number,
): Promise<ShrunkHistory> {
  const ground = await openGround()
  const until = Date.now() + milliseconds
  let smallest: HttpHistoryReport = failing
  async function fails(kept: readonly number[]): Promise<boolean> {
    for (let trial = 0; trial < trials && Date.now() < until; trial += 1) {
      const report = await runHttpHistory(ground, tillProgram, failing.seed, kept)
      if (report.violations.length === 0) continue
      smallest = report
      return true
    }
    return false
  }
  const all = failing.actions.map(({ number }) => number)
  await shrinkNumbers(all, Number.POSITIVE_INFINITY, fails)
  await ground.close()
  const { seed, actions, violations } = smallest
  return { seed, actions, violations }
}

/** States that nobody can act on once a history has come to rest. */
const stuck = new Set(['sending', 'refusal_seen'])

/**
 * Runs so many histories from a seed on. The first that fails is then made as short as it can be.
 * @param options `tillProgram` is the bundle of till-program.ts, `lanes` how many run at once, `shrinkFor` the
 * milliseconds that shrinking may take, `actions` the numbers of the only actions to do, to repeat a failure.
 */
export async function runHttpHistories(options: {
  readonly count: number
  readonly seed: number
  readonly tillProgram: string
  readonly lanes?: number
  readonly shrinkFor?: number
  readonly actions?: readonly number[]
  readonly told?: (report: HttpHistoryReport) => void
}): Promise<HttpHistoryCounts> {
  const { count, seed, tillProgram, lanes = 4, shrinkFor = 120_000, told = () => undefined } = options
  const seeds = Array.from({ length: count }, (_, index) => seed + index)
  const reports = await inLanes(seeds, lanes, async () => {
    const ground = await openGround()
    return {
      async run(each: number) {
        const report = await runHttpHistory(ground, tillProgram, each, options.actions)
        told(report)
        return report
      },
      close: ground.close,
    }
  })
  const failing = reports.find(({ violations }) => violations.length > 0)
  const states = reports.flatMap((report) => report.states)
  return {
    histories: reports.length,
    seed,
    posts: sum(reports.map(({ posts }) => posts.length)),
    postsBeyondOne: sum(reports.map(({ posts }) => posts.length - new Set(posts).size)),
    kills: sum(reports.map(({ kills }) => kills)),
    violations: reports.flatMap((report) =>
      report.violations.map((sentence) => `seed ${report.seed}: ${sentence}`),
    ),
    shrunk: failing === undefined ? null : await shrinkHistory(failing, tillProgram, shrinkFor),
    undecidedWithoutState: states.filter((state) => stuck.has(state)).length,
    states: tally(states),
  }
}
