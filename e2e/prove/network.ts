/**
 * The service and the line to it, in process: the practice ledger behind a network that delays, loses,
 * duplicates and garbles. A call is a pending operation that the history moves on step by step: it is
 * delivered, then answered; what it does on the way was chosen when it was made.
 */
import { glanceOf, rawForPeople } from '../../src/main/payments/glance'
import type { RefundReply, RefundRequest, ShowRequest } from '../../src/main/payments/payment-service'
import type { Ledger } from '../../src/practice/ledger'
import type { StoredTransaction } from '../../src/practice/stored-transaction'
import type { RefundAnswer } from '../../src/shared/attempt'
import type { Result } from '../../src/shared/result'
import type { Transaction } from '../../src/shared/transaction'
import type { Choices } from './choices'
import { chooseRefundPlan, chooseShowPlan, type RefundPlan, type ShowPlan } from './fault-plans'
import { type ShowResult, showNow, toRecord } from './service-show'

/** One call on its way. `owner` is the running program that made it; its answers stop when that dies. */
export type Operation = {
  readonly owner: object
  /** The marker of a refund POST; null for a show. */
  readonly marker: string | null
  /** Whether a refund may still be applied by this operation. */
  readonly mayStillApply: () => boolean
  /** Nothing is left of it but a write that lands late. */
  readonly onlyLands: () => boolean
  /** The next thing happens to it; answers whether anything is left to happen. */
  readonly step: () => boolean
  /** The program that waits for the answer is gone; what was sent is still on its way. */
  readonly abandon: () => void
}

export type Network = {
  readonly refund: (owner: object, request: RefundRequest) => Promise<RefundReply>
  readonly show: (owner: object, request: ShowRequest) => Promise<ShowResult>
  readonly pending: () => readonly Operation[]
  /** One pending operation, by its place in `pending`, goes a step further. */
  readonly step: (index: number) => void
  readonly abandon: (owner: object) => void
  /** From now on every call goes well. */
  readonly heal: () => void
  /** Markers whose refusal the service did not keep to: assumption A1 was broken for them. */
  readonly brokenRefusals: ReadonlySet<string>
  /** Markers that something between us and the service delivered twice. */
  readonly delivered: ReadonlySet<string>
  /** Snapshots for stale answers: call it whenever the ledger has changed. */
  readonly remember: () => void
}

export function markerOf(reason: string): string {
  return reason.slice(0, 12)
}

function errorShape(httpStatus: number, message: string, status = httpStatus): RefundAnswer {
  return { kind: 'error_shape', httpStatus, status, message }
}

const lost = (reason: 'reset' | 'timeout' | 'truncated'): RefundAnswer => ({
  kind: 'no_answer',
  reason,
  detail: 'simulated',
})

export function makeNetwork(ledger: Ledger, choices: Choices): Network {
  const brokenRefusals = new Set<string>()
  const twice = new Set<string>()
  const gone = new Set<object>()
  const nobody = () => Promise.reject(new Error('The program is gone'))
  let operations: readonly Operation[] = []
  let snapshots: readonly StoredTransaction[] = []
  let healthy = false

  function remember(): void {
    snapshots = [...snapshots, ...ledger.transactions()]
  }

  function apply(
    request: RefundRequest,
  ): Result<StoredTransaction, { readonly status: number; readonly message: string }> {
    const result = ledger.refund({
      id: request.id,
      amountHundredths: request.amount,
      reason: request.reason,
      deviceId: request.deviceId,
    })
    remember()
    return result
  }

  function reply(answer: RefundAnswer, record: Transaction | null = null): RefundReply {
    return { answer, record, raw: record === null ? JSON.stringify(answer) : rawForPeople(record) }
  }

  function recordReply(stored: StoredTransaction): RefundReply {
    const record = toRecord(ledger, stored)
    return reply({ kind: 'record', httpStatus: 200, glance: glanceOf(record) }, record)
  }

  /** What delivering the POST does at the service, and what it says. Null: nothing ever comes back. */
  function deliver(plan: RefundPlan, request: RefundRequest): RefundReply {
    const marker = markerOf(request.reason)
    const before = ledger.read(request.id)
    const applied = plan.applies === 'now' ? apply(request) : null
    if (plan.applies === 'now' && plan.twice) {
      twice.add(marker)
      apply(request)
    }
    if (plan.answers === 'refusal') {
      if (plan.applies !== 'never') brokenRefusals.add(marker)
      return reply(errorShape(plan.status, 'The refund was not accepted'))
    }
    if (plan.answers === 'record' || plan.answers === 'old_record') {
      if (applied !== null && !applied.ok)
        return reply(errorShape(applied.fault.status, applied.fault.message))
    }
    if (plan.answers === 'record') {
      const after = ledger.read(request.id)
      if (after !== null) return recordReply(after)
    }
    if (plan.answers === 'old_record' && before !== null) return recordReply(before)
    if (plan.answers === 'other_record') {
      const other = ledger.transactions().find((transaction) => transaction.facts.id !== request.id)
      if (other !== undefined) return recordReply(other)
    }
    if (plan.answers === 'error') return reply(errorShape(plan.status, 'Internal Error'))
    if (plan.answers === 'false_success') return reply(errorShape(200, 'Not done', plan.status))
    if (plan.answers === 'html') return reply({ kind: 'unreadable', httpStatus: plan.status, detail: 'HTML' })
    return reply(lost(plan.lostBy))
  }

  function add(operation: Operation): void {
    operations = [...operations, operation]
  }

  return {
    brokenRefusals,
    delivered: twice,
    remember,
    pending: () => operations,
    heal: () => {
      healthy = true
    },
    abandon(owner) {
      gone.add(owner)
      for (const operation of operations) if (operation.owner === owner) operation.abandon()
    },
    step(index) {
      const operation = operations[index]
      if (operation === undefined) return
      if (!operation.step()) operations = operations.filter((other) => other !== operation)
    },
    refund(owner, request) {
      if (gone.has(owner)) return nobody()
      const plan = chooseRefundPlan(choices, healthy)
      return new Promise((resolve, reject) => {
        let answer: RefundReply | null = null
        let waiting = true
        let late = plan.applies === 'later'
        let delivered = false
        const give = (value: RefundReply): void => {
          if (waiting) resolve(value)
          waiting = false
        }
        if (plan.applies === 'unreachable') {
          give(reply({ kind: 'never_connected', reason: 'refused', detail: 'simulated' }))
          return
        }
        add({
          owner,
          marker: markerOf(request.reason),
          mayStillApply: () => (!delivered && plan.applies === 'now') || late,
          onlyLands: () => late && delivered && (!waiting || answer === null),
          step() {
            if (!delivered) {
              answer = deliver(plan, request)
              delivered = true
              return true
            }
            if (waiting && answer !== null) {
              give(answer)
              return late
            }
            if (late) {
              late = false
              apply(request)
            }
            return false
          },
          abandon() {
            if (waiting) reject(new Error('The program is gone'))
            waiting = false
          },
        })
      })
    },
    show(owner, request) {
      if (gone.has(owner)) return nobody()
      const plan: ShowPlan = chooseShowPlan(choices, healthy)
      return new Promise((resolve, reject) => {
        let answer: ShowResult | null = null
        let waiting = true
        add({
          owner,
          marker: null,
          mayStillApply: () => false,
          onlyLands: () => false,
          step() {
            if (answer === null) {
              answer = showNow(ledger, snapshots, request, plan, choices)
              return true
            }
            if (waiting) resolve(answer)
            waiting = false
            return false
          },
          abandon() {
            if (waiting) reject(new Error('The program is gone'))
            waiting = false
          },
        })
      })
    },
  }
}
