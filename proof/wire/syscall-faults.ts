/**
 * Lets every system call that writes the journal fail, or the program die there, one after the other, and
 * checks what was sent, what was said, and what the till knows when it starts again.
 */
import { cpSync, rmSync } from 'node:fs'
import { inLanes, mayStayAway, tally } from './counts'
import { type Ground, openGround } from './ground'
import {
  type FaultReport,
  makeTemplate,
  measureCalls,
  type Run,
  runFault,
  type Scenario,
} from './syscall-fault'
import type { Injection, SystemCall } from './tracer'

/** One series: the same fault at the first such call, the next, and so on until none is left. */
type Series = { readonly scenario: Scenario; readonly call: SystemCall; readonly fault: Injection['fault'] }

const kinds: readonly Pick<Series, 'call' | 'fault'>[] = [
  { call: 'write', fault: 'EIO once' },
  { call: 'write', fault: 'ENOSPC from then on' },
  { call: 'write', fault: 'KILL' },
  { call: 'fdatasync', fault: 'EIO once' },
  { call: 'fdatasync', fault: 'KILL' },
  { call: 'rename', fault: 'EIO once' },
  { call: 'rename', fault: 'KILL' },
]

/** How many tills run at once. */
const lanes = 3

/**
 * Rejects with strace's own words where programs cannot be traced.
 * @param options `step` leaves places out for a shorter run, which begins at the call `first`: 1 and 1 are every call. The
 *   first of each series always takes part: some have two or three. `tillProgram` is the bundle of till-program.ts.
 */
export async function runSyscallFaults(options: Options) {
  const { tillProgram } = options
  const templates: Templates = {
    'first start': null,
    'two refunds': await makeTemplate(tillProgram),
    'new journal': await makeTemplate(tillProgram, true),
  }
  const series = (['first start', 'two refunds', 'new journal'] as const).flatMap((scenario) =>
    kinds.map((kind): Series => ({ scenario, ...kind })),
  )
  const reports = await inLanes(series, lanes, async () => {
    const ground = await openGround()
    return { run: (each) => runSeries(each, { ...options, ground, templates }), close: ground.close }
  })
  for (const template of Object.values(templates)) {
    if (template !== null) rmSync(template, { recursive: true, force: true })
  }
  return countFaults(reports.flat())
}

/** The profile that a till of each scenario starts with; null is an empty one. */
type Templates = Readonly<Record<Scenario, string | null>>

type Options = {
  readonly tillProgram: string
  readonly step: number
  readonly first: number
  readonly told: () => void
}

type SeriesDeps = Options & { readonly ground: Ground; readonly templates: Templates }

async function runSeries(series: Series, deps: SeriesDeps): Promise<readonly FaultReport[]> {
  const { ground, tillProgram, templates, step, first, told } = deps
  const template = templates[series.scenario]
  const prepare = (): Run => {
    const config = ground.newTill()
    if (template !== null) cpSync(template, config.folder, { recursive: true })
    return { ground, program: tillProgram, config, scenario: series.scenario }
  }
  const known = await measureCalls(prepare(), series.call)
  const reports: FaultReport[] = []
  for (let at = 1; ; at = at < first ? first : at + step) {
    const report = await runFault(prepare(), { ...series, at })
    if (!report.fired) {
      if (mayStayAway(at, known)) return reports
      const name = `${series.scenario}, ${series.call} ${at} of ${known}, ${series.fault}`
      return [...reports, { ...report, violations: [`${name}: never fired`] }]
    }
    reports.push(report)
    told()
  }
}

function nameOf({ call, fault }: Pick<Injection, 'call' | 'fault'>): string {
  return `${call} ${fault}`
}

function countFaults(reports: readonly FaultReport[]) {
  const states = reports.flatMap((report) => report.states)
  const posts = reports.flatMap((report) => report.posts)
  const fired = reports.filter((report) => report.fired).map(({ injection }) => nameOf(injection))
  return {
    /** Runs in which a fault really happened, and those in which the program died of it. */
    faults: fired.length,
    deaths: reports.filter((report) => report.died).length,
    /** Of a kind that never happened it is 0. */
    byCall: Object.fromEntries(
      kinds.map((kind) => [nameOf(kind), fired.filter((name) => name === nameOf(kind)).length]),
    ),
    posts: posts.length,
    postsBeyondOne: posts.length - new Set(posts).size,
    violations: reports.flatMap((report) => report.violations),
    undecidedWithoutState: states.filter((state) => ['sending', 'refusal_seen'].includes(state)).length,
    states: tally(states),
  }
}
