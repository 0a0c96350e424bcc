/** One run of a till whose disk fails at one place, or that dies there, and the start after it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordFolder } from '../../src/main/journal/open-record'
import { temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { type Plan, passOn } from './cutting-proxy'
import { type Ground, openGround } from './ground'
import { checkJournal } from './journal-checks'
import { breaks } from './spoiled-answers'
import {
  startTillProcess,
  type TillAnswer,
  type TillConfig,
  type TillProcess,
  type TillReport,
} from './till-process'
import { callsIn, fired, type Injection, type SystemCall, strace } from './tracer'

/**
 * `first start`: a till that has no journal yet is opened and closed. `two refunds`: a till with a journal
 * sends one refund that is answered and one whose answer is lost. `new journal`: a supervisor begins a new one in
 * the place of one that is damaged and has an undecided refund.
 */
export type Scenario = 'first start' | 'two refunds' | 'new journal'

export type FaultReport = Awaited<ReturnType<typeof runFault>>

/**
 * A folder with the journal and keychain of a till that was opened and closed once. The caller removes it.
 * @param isDamaged after a refund whose answer was lost, and with a journal that somebody has damaged since
 */
export async function makeTemplate(program: string, isDamaged = false): Promise<string> {
  const folder = temporaryFolder()
  const ground = await openGround()
  ground.proxy.setPlans({ refund: breaks('before', 'reset') })
  const till = await startTillProcess(program, ground.newTill(folder))
  const { transaction_id: transactionId } = ground.service.ledger.addTransaction({ amount: 5000 }).facts
  if (isDamaged) await till.tell({ kind: 'refund', transactionId })
  await till.close()
  await ground.close()
  if (isDamaged) damage(recordFolder(folder))
  return folder
}

/** Damages the line before the refund's: the first line of the file opens before it, and the refund's own behind it. */
function damage(record: string): void {
  const names = readdirSync(record).filter((name) => name.endsWith('.log'))
  const path = join(record, names.sort().at(-1) ?? '')
  const text = readFileSync(path, 'latin1')
  const from = text.lastIndexOf('\n', text.search(/^\d+ \+R-/m) - 2) + 1
  if (from === 0) throw new Error('The record has no line before the refund that could be damaged')
  writeFileSync(path, `${text.slice(0, from + 60)}#${text.slice(from + 61)}`, 'latin1')
}

type Paid = readonly { readonly id: string; readonly transaction_id: string }[]

/** What the till does while its disk fails. Null answers are those of a till that is gone. */
async function tellStory(till: TillProcess, scenario: Scenario, paid: Paid) {
  const isTold = till.opened && scenario !== 'first start'
  if (isTold && scenario === 'new journal') await till.tell({ kind: 'begin_journal' })
  const honest = isTold ? await refund(till, paid, 0) : null
  const lost = isTold ? await refund(till, paid, 1) : null
  return { honest, lost, report: await reportOf(till) }
}

function refund(till: TillProcess, paid: Paid, at: number): Promise<TillAnswer | null> {
  return till.tell({ kind: 'refund', transactionId: paid[at]?.transaction_id ?? '' })
}

async function reportOf(till: TillProcess): Promise<TillReport | null> {
  const answer = await till.tell({ kind: 'report' })
  return answer?.kind === 'report' ? answer.report : null
}

/** A till that is about to run a scenario. */
export type Run = {
  readonly ground: Ground
  readonly program: string
  readonly config: TillConfig
  readonly scenario: Scenario
}

/** Runs a scenario to its end under strace. The second transaction's refund is applied and its answer lost. */
async function runTraced({ ground, program, config, scenario }: Run, traced: Injection | SystemCall) {
  const paid: Paid = [5000, 5000, 5000].map(
    (amount) => ground.service.ledger.addTransaction({ amount }).facts,
  )
  const lost = breaks('after', 'reset')
  const refund: Plan = (call) => (call.request.includes(`/${paid[1]?.id}/refund`) ? lost(call) : passOn(call))
  ground.proxy.setPlans({ refund })
  const trace = `${config.folder}.trace`
  const till = await startTillProcess(program, config, strace(config.folder, trace, traced))
  const story = await tellStory(till, scenario, paid)
  await till.close()
  return { paid, story, trace, words: till.words() }
}

/** How many such calls a run without any fault makes. */
export async function measureCalls(run: Run, call: SystemCall): Promise<number> {
  const { trace, words } = await runTraced(run, call)
  const calls = callsIn(trace, call)
  if (calls === 0) throw new Error(`A till makes no ${call} at all: nothing can be proved by it. ${words}`)
  return calls
}

/** Runs the scenario with the fault, starts the till again on a disk that is well, and checks everything. */
export async function runFault(run: Run, injection: Injection) {
  const { ground, scenario } = run
  const first = ground.proxy.refunds.length
  const { paid, story, trace } = await runTraced(run, injection)
  const happened = fired(trace, injection)
  const died = injection.fault === 'KILL' && happened
  const during = judgeStory(ground, paid, story, died)
  ground.proxy.setPlans({ refund: passOn })
  const after = await startAgain(run, paid)
  const posts = ground.proxy.refunds.slice(first)
  const journal = checkJournal({ exported: after.exported, posts, entriesOf: ground.entriesOf })
  // Everything that was sent is in Activity.
  const unknown = posts
    .filter((marker) => after.attempts.every(({ intent }) => intent.marker !== marker))
    .map((marker) => `${marker} was sent, and the till does not know it`)
  const name = `${scenario}, ${injection.call} ${injection.at}, ${injection.fault}`
  const violations = [...during, ...after.violations, ...journal, ...unknown]
  return {
    injection,
    fired: happened,
    died,
    posts,
    states: after.attempts.map(({ state }) => state),
    violations: violations.map((sentence) => `${name}: ${sentence}`),
  }
}

const diskFaults = ['journal_unwritable', 'refunds_off']

/** What the till said while its disk failed has to be true: a refusal was not sent, a doubt is not an answer. */
function judgeStory(
  { service }: Ground,
  paid: Paid,
  story: Awaited<ReturnType<typeof tellStory>>,
  died: boolean,
): readonly string[] {
  const found: string[] = []
  const answers = [story.honest, story.lost]
  for (const [index, answer] of answers.entries()) {
    const entries = service.ledger.entries(paid[index]?.id ?? '').length
    if (answer?.kind === 'fault') {
      if (!diskFaults.includes(answer.fault.kind)) found.push(`it said ${answer.fault.kind}`)
      if (entries > 0) found.push(`it said ${answer.fault.kind}, and the refund was sent`)
    }
    if (answer?.kind === 'attempt' && answer.attempt.state === 'refunded' && entries !== 1) {
      found.push('it said refunded without an entry')
    }
  }
  const { honest, report } = story
  const doubtful = honest?.kind === 'attempt' && honest.attempt.state !== 'refunded'
  // An answer that could not be written down is in doubt, and the cashier is told that refunds are off.
  if (doubtful && report?.refundsOff !== 'journal_unwritable' && story.lost?.kind !== 'attempt') {
    found.push(`an answer was not written down, and refunds are ${report?.refundsOff ?? 'on'}`)
  }
  if (!died && report === null) found.push('the till ended by itself')
  return found
}

/** A disk that is well again: refunds are on, what is open is looked at, and the next refund goes through. */
async function startAgain({ program, config, scenario }: Run, paid: Paid) {
  const till = await startTillProcess(program, config)
  const open = scenario === 'new journal' ? await beginWhereNeeded(till) : await reportOf(till)
  for (const { intent, state } of open?.attempts ?? []) {
    if (state === 'unconfirmed') await till.tell({ kind: 'look', marker: intent.marker })
  }
  const next = await refund(till, paid, 2)
  const report = await reportOf(till)
  await till.close()
  const violations: string[] = []
  if (open === null) violations.push(`the till did not start again: ${till.words()}`)
  if (open !== null && open.refundsOff !== null)
    violations.push(`refunds stay off: ${open.refundsOff} ${till.words()}`)
  if (next?.kind !== 'attempt' || next.attempt.state !== 'refunded') {
    violations.push(`the next refund came to ${JSON.stringify(next)}`)
  }
  const attempts = report?.attempts ?? []
  const locked = attempts.some(({ state }) => state === 'unconfirmed')
  if (scenario === 'new journal' && !locked) violations.push('the undecided refund is not locked any more')
  return { exported: report?.exported ?? '', attempts, violations }
}

/** Either the new journal stands whole, or refunds are off as they were and it can be begun again. */
async function beginWhereNeeded(till: TillProcess): Promise<TillReport | null> {
  const found = await reportOf(till)
  if (found === null || found.refundsOff === null) return found
  await till.tell({ kind: 'begin_journal' })
  return reportOf(till)
}
