import { type Result, unreachable } from '../shared/result'
import { errorAnswer, type JsonAnswer, successAnswer } from './answer'
import type { FormFields } from './form-body'
import type { Refusal, RequestedRefund } from './judge-refund'
import { lateAfter, type RefundScript, refundScript } from './practice-codes'
import { presentRecord } from './present-record'
import { readRefundOrder } from './refund-order'
import type { Outgoing } from './send-answer'
import { otherTillRefunds, type ServiceContext } from './service-context'
import { spoilAnswer } from './spoil-answer'
import type { StoredTransaction } from './stored-transaction'

/** Refunds a transaction (interface.md §4.1), or does to it what its practice code says. */
export async function refundTransaction(
  context: ServiceContext,
  id: string,
  fields: FormFields,
): Promise<Outgoing> {
  const { ledger } = context
  const order = readRefundOrder(id, fields, ledger.switches())
  if (!order.ok) return { kind: 'json', answer: errorAnswer(order.fault, ledger.switches()) }
  const script = refundScript(ledger.read(id)?.facts.custom_id ?? null)
  if (script.wait > 0) await context.wait(script.wait)
  if (script.first === 'other_till_refunds') otherTillRefunds(ledger, id)
  return spoilAnswer(context, answerOf(context, carryOut(context, order.value, script)), script.answer)
}

type Carried = Result<StoredTransaction, Refusal> | null

/** Applies the refund as the script says; null when it says not now. */
function carryOut(context: ServiceContext, order: RequestedRefund, { applies }: RefundScript): Carried {
  const { ledger } = context
  switch (applies) {
    case 'once':
      return ledger.refund(order)
    case 'twice': {
      const first = ledger.refund(order)
      const second = ledger.refund(order)
      return second.ok ? second : first
    }
    case 'late':
      applyLate(context, order)
      return null
    case 'never':
      return null
    default:
      return unreachable(applies)
  }
}

function applyLate({ ledger, wait }: ServiceContext, order: RequestedRefund): void {
  const judged = ledger.judge(order)
  if (judged.ok) void wait(lateAfter).then(() => ledger.apply(judged.value))
}

function answerOf({ ledger }: ServiceContext, carried: Carried): JsonAnswer {
  const switches = ledger.switches()
  if (carried === null) return errorAnswer({ status: 500, message: 'Internal Error' }, switches)
  return carried.ok
    ? successAnswer(presentRecord(carried.value, switches))
    : errorAnswer(carried.fault, switches)
}
