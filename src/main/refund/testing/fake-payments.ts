/** A payment service in memory. It is honest until a test puts another answer in its mouth. */
import type { RefundAnswer } from '../../../shared/attempt/attempt'
import { fail, type Result, succeed } from '../../../shared/base/result'
import type { Transaction } from '../../../shared/payment/transaction'
import { rawForPeople, snapshotOf } from '../../service/read-answer'
import type { RefundReply, RefundRequest, RefundSender } from '../../service/refund'
import type { ShowFault, ShowReply, ShowRequest, TransactionReader } from '../../service/show'
import { fakeTransaction, plainFacts, type TransactionFacts } from './fake-transaction'

/** What a show brings; what is left out is as it is usually: asked now, of the service that is connected, of no age. */
export type ShownRecord = { readonly record: Transaction } & Partial<
  Pick<ShowReply, 'askedAt' | 'age' | 'dated' | 'serviceAddress'>
>
type ShowAnswer = Result<ShownRecord, ShowFault>
type RefundAnswerer = (request: RefundRequest) => RefundReply | Promise<RefundReply>
type ShowAnswerer = (request: ShowRequest) => ShowAnswer | Promise<ShowAnswer>

type FakePaymentsDeps = {
  /** Milliseconds of the till's own monotonic clock. */
  readonly monotonic: () => number
  /** The address that is stored at this moment, by its name. */
  readonly serviceAddress: () => string
}

/** A reply that carries no record. */
export function replyWith(answer: RefundAnswer): RefundReply {
  return { answer, record: null, raw: JSON.stringify(answer) }
}

/** A 2xx reply that carries a record. */
export function replyWithRecord(record: Transaction): RefundReply {
  const answer = { kind: 'record', httpStatus: 200, snapshot: snapshotOf(record) } as const
  return { answer, record, raw: rawForPeople(record) }
}

/** An answer to a show that carries a record. */
export function showing(record: Transaction, change: Omit<ShownRecord, 'record'> = {}): ShowAnswer {
  return succeed({ record, ...change })
}

function refundedBy(facts: TransactionFacts, request: RefundRequest, clock: number): TransactionFacts {
  const amount = facts.amount ?? 0
  const refunded = Math.min((facts.refunded ?? 0) + (request.amount ?? amount), amount)
  const time = `2026-11-21 ${new Date(clock * 1000).toISOString().slice(11, 19)}`
  const whole = refunded === amount
  return {
    ...facts,
    refunded,
    updatedAt: time,
    ...(whole ? { status: 'refunded', refundedAt: time, remark: request.reason } : {}),
  }
}

/** @param first transactions that the service knows at first. */
export function makeFakePayments(deps: FakePaymentsDeps, ...first: readonly Partial<TransactionFacts>[]) {
  const known = new Map<string, TransactionFacts>()
  const shows: ShowRequest[] = []
  const refunds: RefundRequest[] = []
  let showAnswer: ShowAnswerer | null = null
  let refundAnswer: RefundAnswerer | null = null
  let connecting: (() => Promise<void>) | null = null
  let seconds = 9 * 3600

  /** What the service knows now about a transaction, by internal id. */
  function facts(id: string): TransactionFacts {
    const found = known.get(id)
    if (found === undefined) throw new Error(`The fake service knows no transaction ${id}`)
    return found
  }

  /** Changes the service's own record: another till, a correction. Makes one that is not there yet. */
  function put(id: string, change: Partial<TransactionFacts>): void {
    known.set(id, { ...plainFacts, ...known.get(id), ...change, id })
  }

  /** Lets a refund take effect, whatever is then answered. */
  function apply(request: RefundRequest): void {
    seconds += 1
    known.set(request.id, refundedBy(facts(request.id), request, seconds))
  }

  function honestShow({ kind, code }: ShowRequest): ShowAnswer {
    const key = { transaction_id: 'transactionId', custom_id: 'customId', internal_id: 'id' } as const
    const found = [...known.values()].find((one) => one[key[kind]] === code)
    if (found === undefined) return fail({ kind: 'not_found', message: 'Not found' })
    return showing(fakeTransaction(found))
  }

  function honestRefund(request: RefundRequest): RefundReply {
    apply(request)
    return replyWithRecord(fakeTransaction(facts(request.id)))
  }

  for (const each of first) put(each.id ?? 'pay-1', each)
  const client: TransactionReader & RefundSender = {
    async show(request) {
      shows.push(request)
      const asked = { askedAt: deps.monotonic(), serviceAddress: deps.serviceAddress(), age: 0 }
      const shown = await (showAnswer ?? honestShow)(request)
      if (!shown.ok) return shown
      return succeed({ ...asked, ...shown.value })
    },
    async refund(request) {
      if (request.serviceAddress !== null && request.serviceAddress !== deps.serviceAddress()) {
        return replyWith({ kind: 'never_connected', reason: 'aborted', detail: 'another address' })
      }
      await connecting?.()
      if (!request.mayBegin()) return replyWith({ kind: 'not_begun', reason: 'too_late', detail: '' })
      refunds.push(request)
      return (refundAnswer ?? honestRefund)(request)
    },
  }
  return {
    ...client,
    /** Every call that reached the service, in order. */
    shows: shows as readonly ShowRequest[],
    refunds: refunds as readonly RefundRequest[],
    facts,
    put,
    apply,
    /** Answers refunds from now on; null is honest again. */
    answerRefundsWith(answer: RefundAnswerer | null) {
      refundAnswer = answer
    },
    /** Answers shows from now on; null is honest again. */
    answerShowsWith(answer: ShowAnswerer | null) {
      showAnswer = answer
    },
    /** What happens from now on while a refund's connection comes up; null is nothing. */
    whileConnecting(happens: (() => Promise<void>) | null) {
      connecting = happens
    },
  }
}
