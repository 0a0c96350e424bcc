/** Everything one test of the wire needs: a practice service, a proxy before it, a till, one paid receipt. */
import { type PracticeService, startPracticeService } from '../../src/practice/start-practice-service'
import type { Alarm, PersonReason } from '../../src/shared/attempt/alarms'
import type { Attempt } from '../../src/shared/attempt/attempt'
import type { AttemptState } from '../../src/shared/attempt/attempt-states'
import type { Result } from '../../src/shared/base/result'
import type { Fault } from '../../src/shared/fault'
import type { Transaction } from '../../src/shared/payment/transaction'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy'
import { openWireTill, type WireTill, type WireTillDeps, wireToken } from './wire-till'

export type SceneDeps = Omit<WireTillDeps, 'address'>

export type Scene = {
  readonly service: PracticeService
  readonly proxy: CuttingProxy
  readonly till: WireTill
  /** The receipt on the screen, looked up through the proxy: HK$120.50, nothing refunded. */
  readonly shown: Transaction
  readonly close: () => Promise<void>
}

export async function openScene(deps: SceneDeps = {}): Promise<Scene> {
  const service = await startPracticeService({ ledgerFile: ':memory:', token: wireToken })
  const { facts } = service.ledger.addTransaction({ id: 'pay-wire-1', amount: 12050 })
  const proxy = await openCuttingProxy(Number(new URL(service.url).port))
  const till = await openWireTill({ ...deps, address: `http://127.0.0.1:${proxy.port}` })
  return {
    service,
    proxy,
    till,
    shown: await till.lookUp(facts.transaction_id),
    async close() {
      await till.close()
      await proxy.close()
      await service.stop()
    },
  }
}

/** What came of a refund, in one value. */
export type Outcome = {
  /** The state right after the call. A fault's kind when nothing was written down. */
  readonly first: AttemptState | Fault['kind']
  /** What a second try at once comes to: the fault, or `free` when nothing stands in its way (it is not made). */
  readonly nextTry: 'undecided' | 'free'
  /** Refund requests that arrived at the proxy, and those that arrived at the service. */
  readonly posts: number
  readonly delivered: number
  /** The ledger's entries, in hundredths. */
  readonly entries: readonly number[]
  /** Where the checks of the first minute lead, or the same state when there are none. */
  readonly later: AttemptState | null
  readonly alarm: Alarm | null
  readonly forPerson: PersonReason | null
}

/** Those of the first minute. */
const maxChecks = 4

/** Tries once more where it must not work, lets the checks run, and reports. */
export async function outcomeOf(scene: Scene, issued: Result<Attempt, Fault>): Promise<Outcome> {
  const { till, shown } = scene
  const again = till.refunds.standingOf(shown.id).lock === null ? 'free' : await secondTry(scene)
  for (let check = 0; check < maxChecks && till.refunds.standingOf(shown.id).lock !== null; check += 1)
    await till.passToNextCheck()
  const last = issued.ok ? (till.refunds.open(issued.value.intent.marker)?.attempt ?? null) : null
  return {
    first: issued.ok ? issued.value.state : issued.fault.kind,
    nextTry: again,
    posts: scene.proxy.refunds.length,
    delivered: scene.service.requests.filter(({ method }) => method === 'POST').length,
    entries: scene.service.ledger.entries(shown.id).map((entry) => entry.amountHundredths),
    later: last?.state ?? null,
    alarm: last?.alarms.at(-1)?.alarm ?? null,
    forPerson: last?.forPerson ?? null,
  }
}

/** A cashier presses again while it is undecided: it has to be refused. */
async function secondTry({ till, shown }: Scene): Promise<'undecided'> {
  const again = await till.refund(shown)
  if (again.ok || again.fault.kind !== 'undecided') {
    throw new Error(`A second try was not refused: ${JSON.stringify(again)}`)
  }
  return 'undecided'
}

/** An outcome whose attempt stays undecided until a person speaks; the rest as given. */
export function expected(change: Partial<Outcome>): Outcome {
  return {
    first: 'unconfirmed',
    nextTry: 'undecided',
    posts: 1,
    delivered: 0,
    entries: [],
    later: 'unconfirmed',
    alarm: null,
    forPerson: null,
    ...change,
  }
}

/** Applied whole, and found out by the marker in the remark. */
export function foundApplied(change: Partial<Outcome> = {}): Outcome {
  return expected({ delivered: 1, entries: [12050], later: 'refunded', ...change })
}
