/** One history over real HTTP: a till that is killed and started again, a line that fails, one service. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Switches, switchValues } from '../../src/practice/switches'
import { restOf } from '../../src/practice/transaction'
import type { Attempt } from '../../src/shared/attempt'
import { filesBelow } from '../till/copy-folder'
import { type Choices, makeChoices } from './choices'
import { seededNumbers } from './counts'
import { passOn } from './cutting-proxy'
import { chooseMoment, chooseRefundPlan, chooseShowPlan, makeLateRefunds, withKill } from './faulty-line'
import type { Ground } from './ground'
import { checkJournal } from './journal-checks'
import type { TillConfig, TillOrder, TillReport } from './till-messages'
import { startTillProcess, type TillProcess } from './till-process'

export type HttpHistoryReport = {
  readonly seed: number
  /** What was done, in order: the action's number in its history, and words for it. */
  readonly actions: readonly { readonly number: number; readonly words: string }[]
  readonly posts: readonly string[]
  readonly kills: number
  readonly violations: readonly string[]
  readonly states: readonly string[]
}

/** An order that takes longer than this, in milliseconds, will never be answered. */
const mostPatience = 30_000

const decidingSwitches = [
  'partRefundStatus',
  'partRefundDetails',
  'partRefundedAt',
  'untouchedRefunded',
  'remarkLength',
  'refusalTouches',
  'overlargePart',
  'amountsAs',
] as const

function chooseSwitches(choices: Choices): Partial<Switches> {
  return Object.fromEntries(
    decidingSwitches.map((name) => [name, switchValues[name][choices.pick(switchValues[name].length)]]),
  )
}

/** The till as it runs now; after a kill, the next one on the same folder. */
function makeTillOfHistory(program: string, config: TillConfig, violations: string[]) {
  let running: TillProcess | null = null
  let kills = 0
  let killed = false

  async function start(): Promise<TillProcess> {
    killed = false
    running = await startTillProcess(program, config)
    if (!running.opened) violations.push(`The till did not open: ${running.words()}`)
    return running
  }

  return {
    kills: () => kills,
    /** Starts it again when it is gone. */
    up: async () => (running === null || running.isGone() ? start() : running),
    async kill() {
      if (running === null || running.isGone()) return
      kills += 1
      killed = true
      await running.kill()
    },
    async ask(order: TillOrder) {
      const till = running === null || running.isGone() ? await start() : running
      const late = new Promise<'late'>((resolve) => setTimeout(resolve, mostPatience, 'late').unref())
      const answer = await Promise.race([till.tell(order), late])
      if (answer === null && !killed)
        violations.push(`${order.kind}: the till ended by itself: ${till.words()}`)
      if (answer !== 'late') return answer
      violations.push(`${order.kind} was never answered: ${till.words()}`)
      await till.kill()
      return null
    },
    close: async () => running?.close(),
  }
}

type TillOfHistory = ReturnType<typeof makeTillOfHistory>

/** Each action chooses from numbers of its own, so that one that is left out changes nothing for the others. */
const numbersOfAction = 60

/** The numbers of all actions of a seed's history. */
export function actionsOfHistory(seed: number): readonly number[] {
  const [first = 0] = seededNumbers(seed, 1)
  return Array.from({ length: 3 + (first % 4) }, (_, index) => index + 1)
}

/**
 * The same seed makes the same choices; what real time makes of them may differ from run to run.
 * @param kept the numbers of the actions to do; the others are left out.
 */
export async function runHttpHistory(
  ground: Ground,
  program: string,
  seed: number,
  kept = actionsOfHistory(seed),
): Promise<HttpHistoryReport> {
  const { service, proxy } = ground
  const numbers = seededNumbers(seed, numbersOfAction * 10)
  const choicesOf = (action: number) =>
    makeChoices(numbers.slice(action * numbersOfAction, (action + 1) * numbersOfAction))
  const violations: string[] = []
  const doubled = new Set<string>()
  const late = makeLateRefunds()
  const config = ground.newTill({ patience: 1000 })
  const firstPost = proxy.refunds.length
  service.setSwitches(chooseSwitches(choicesOf(0)))
  const transactions = [5000, 12050].map((amount) => service.ledger.addTransaction({ amount }).facts)
  const till = makeTillOfHistory(program, config, violations)

  async function refund(choices: Choices): Promise<string> {
    const { transaction_id: transactionId = '' } = choices.oneOf(transactions[0], transactions[1]) ?? {}
    let doubles = false
    const moment = chooseMoment(choices)
    const plan = chooseRefundPlan({
      choices,
      late,
      willDouble: () => {
        doubles = true
      },
    })
    const before = proxy.refunds.length
    await till.up()
    proxy.setPlans({
      show: chooseShowPlan(choices, moment, till.kill),
      refund: withKill(plan, moment, till.kill, choices.rarely(2)),
    })
    const hundredths = choices.oneOf(null, 1000, 2000, 10)
    const answered = till.ask({ kind: 'refund', transactionId, hundredths })
    const wait = choices.pick(40)
    // A moment that nothing on the wire marks: the point of it is that it is any.
    if (moment === 'any_time') setTimeout(() => void till.kill(), wait)
    await answered
    if (doubles) for (const marker of proxy.refunds.slice(before)) doubled.add(marker)
    proxy.setPlans({ show: passOn, refund: passOn })
    return `refund ${hundredths ?? 'the rest'} of ${transactionId}, killed: ${moment}`
  }

  function refundElsewhere(choices: Choices): string {
    const [facts] = transactions
    const amountHundredths = choices.oneOf(1000, 2000, null)
    const reason = choices.oneOf('R-0THERT1110 Late', 'By hand')
    service.ledger.refund({ id: facts?.id ?? '', amountHundredths, reason, deviceId: 'other' })
    return `refund ${amountHundredths ?? 'the rest'} elsewhere`
  }

  async function act(choices: Choices): Promise<string> {
    const kind = choices.pick(8)
    if (kind === 6) return refundElsewhere(choices)
    if (kind !== 7) return refund(choices)
    await till.kill()
    return 'kill the till'
  }

  const actions: { readonly number: number; readonly words: string }[] = []
  for (const number of kept) actions.push({ number, words: await act(choicesOf(number)) })
  await late.release()
  const posts = () => proxy.refunds.slice(firstPost)
  const evidence = (exported: string) => ({ exported, posts: posts(), entriesOf: ground.entriesOf, doubled })
  const settled = await settleAll(till)
  violations.push(...checkReport(settled, config.token), ...checkJournal(evidence(settled?.exported ?? '')))
  await decideAll(till, ground, settled?.attempts ?? [])
  await refundRest(till, ground, transactions)
  const final = await reportWhenOn(till)
  violations.push(...checkReport(final, config.token), ...checkJournal(evidence(final?.exported ?? '')))
  await till.close()
  violations.push(...filesWithToken(config))
  const states = final?.attempts.map((attempt) => attempt.state) ?? []
  return { seed, actions, posts: posts(), kills: till.kills(), violations: [...new Set(violations)], states }
}

/** All is well again: the till starts once more, checks settle what they can. */
async function settleAll(till: TillOfHistory): Promise<TillReport | null> {
  await till.kill()
  await till.ask({ kind: 'settle' })
  const before = await reportWhenOn(till)
  for (const { intent, state } of before?.attempts ?? []) {
    if (state === 'unconfirmed') await till.ask({ kind: 'look', marker: intent.marker })
  }
  return reportWhenOn(till)
}

async function reportOf(till: TillOfHistory): Promise<TillReport | null> {
  const answer = await till.ask({ kind: 'report' })
  return answer?.kind === 'report' ? answer.report : null
}

/** A till that could not read or write its keychain in time tries again within a minute, which is two seconds here. */
const longestOff = 10_000

/** The report once refunds are on, or the last one where they stay off. */
async function reportWhenOn(till: TillOfHistory): Promise<TillReport | null> {
  const since = performance.now()
  for (;;) {
    const report = await reportOf(till)
    if (report === null || report.refundsOff === null || performance.now() - since > longestOff) return report
    await pause(100)
  }
}

/** Of a till that has ended: while it runs, its keychain's drafts come and go. */
function filesWithToken({ folder, token }: TillConfig): readonly string[] {
  const found = [...filesBelow(folder)].flatMap(([name, bytes]) => (bytes.includes(token) ? [name] : []))
  return found.map((name) => `The token stands in ${name}`)
}

function checkReport(report: TillReport | null, token: string): readonly string[] {
  if (report === null) return ['The till never reported']
  return [
    ...(report.refundsOff === null ? [] : [`Refunds are off: ${report.refundsOff}`]),
    ...(report.exported.includes(token) ? ['The token stands in the export'] : []),
  ]
}

/** A supervisor who can see the service's book says what is so. */
async function decideAll(till: TillOfHistory, ground: Ground, attempts: readonly Attempt[]): Promise<void> {
  for (const { intent, state } of attempts) {
    if (state !== 'unconfirmed' && state !== 'refunded_probably') continue
    const to = ground.entriesOf(intent.marker, intent.id) > 0 ? 'refunded' : 'not_refunded'
    await till.ask({ kind: 'decide', marker: intent.marker, to })
  }
}

/** Once nothing is undecided the till can go on: what is left is refunded over a line that works. */
async function refundRest(
  till: TillOfHistory,
  { service }: Ground,
  transactions: readonly { readonly id: string; readonly transaction_id: string }[],
): Promise<void> {
  for (const { id, transaction_id: transactionId } of transactions) {
    const stored = service.ledger.read(id)
    if (stored === null || restOf(stored) < 10) continue
    await till.ask({ kind: 'refund', transactionId, hundredths: null })
  }
}
