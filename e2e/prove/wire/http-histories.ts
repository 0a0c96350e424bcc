/** Histories over real HTTP with real restarts: a till that is killed and started again at any moment. */
import { inLanes, sum, tally } from './counts'
import { openGround } from './ground'
import { type HttpHistoryReport, runHttpHistory } from './http-history'

export type HttpHistoryCounts = {
  readonly histories: number
  readonly seed: number
  readonly posts: number
  readonly postsBeyondOne: number
  readonly kills: number
  /** One sentence each, with the seed of its history. */
  readonly violations: readonly string[]
  readonly undecidedWithoutState: number
  readonly states: Readonly<Record<string, number>>
}

/** States that nobody can act on once a history has come to rest. */
const stuck = new Set(['intended', 'sending', 'refusal_seen'])

/**
 * Runs so many histories from a seed on.
 * @param options `tillProgram` is the bundle of till-program.ts, `lanes` how many run at once.
 */
export async function runHttpHistories(options: {
  readonly count: number
  readonly seed: number
  readonly tillProgram: string
  readonly lanes?: number
  readonly told?: (report: HttpHistoryReport) => void
}): Promise<HttpHistoryCounts> {
  const { count, seed, tillProgram, lanes = 4, told = () => undefined } = options
  const seeds = Array.from({ length: count }, (_, index) => seed + index)
  const reports = await inLanes(seeds, lanes, async () => {
    const ground = await openGround()
    return {
      async run(each: number) {
        const report = await runHttpHistory(ground, tillProgram, each)
        told(report)
        return report
      },
      close: ground.close,
    }
  })
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
    undecidedWithoutState: states.filter((state) => stuck.has(state)).length,
    states: tally(states),
  }
}
