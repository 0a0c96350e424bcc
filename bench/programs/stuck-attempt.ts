/** Counts the lines that a refund whose answer was lost adds to its journal in a day on which no check tells anything. */
import { replyWith } from '../../src/main/refund/testing/fake-payments'
import { makeFakeTill, markerOf, must } from '../../src/main/refund/testing/fake-till'

const day = 24 * 60 * 60 * 1000

async function main(): Promise<void> {
  const till = makeFakeTill()
  const refunds = await till.start()
  till.payments.answerRefundsWith(() => replyWith({ kind: 'no_answer', reason: 'timeout', detail: '' }))
  must(await refunds.issue(till.order(1000)))
  const count = () => refunds.open(markerOf(1))?.events.length ?? Number.NaN
  const before = count()
  await till.clock.advance(day)
  process.stdout.write(JSON.stringify({ lines: count() - before }))
  await refunds.close()
  till.remove()
}

void main()
