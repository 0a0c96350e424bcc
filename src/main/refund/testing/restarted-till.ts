/** A till that has worked a little and ended, before something happens to its journal. */
import type { RefundDesk } from '../refund-desk'
import { replyWith } from './fake-payments'
import { type FakeTill, makeFakeTill, must } from './fake-till'
import { foldLogIn, tamperWith } from './journal-story'
import type { Shop } from './shop'

/** What a supervisor says who begins a new journal. */
export const beginOrder = { supervisor: 'Ada', why: 'The disk failed; the portal shows today’s refunds' }

/** A till whose service knows two payments. */
export function makeTillOfTwo(): FakeTill {
  return makeFakeTill({}, { id: 'pay-2', transactionId: '100000000000002', customId: 'ORDER-2' })
}

/** From now on the answer to every refund is lost. */
export function loseAnswers(till: FakeTill): void {
  till.payments.answerRefundsWith(() => replyWith({ kind: 'no_answer', reason: 'timeout', detail: '' }))
}

/** One refund of pay-1 that is answered, then one whose answer is lost. Ends the program. */
export async function workAndEnd(till: FakeTill, desk: RefundDesk): Promise<void> {
  must(await desk.issue(till.order(1000)))
  loseAnswers(till)
  must(await desk.issue(till.order(2000)))
  await desk.close()
  foldLogIn(till.place.file)
}

/** The journal loses its name, a supervisor begins a new one, and the program ends. */
export async function beginAndEnd(shop: Shop): Promise<void> {
  await workAndEnd(shop.till, shop.desk)
  tamperWith(shop.till.place.file, 'DELETE FROM facts')
  await shop.startAgain()
  must(await shop.desk.beginJournal(beginOrder))
  await shop.desk.close()
  foldLogIn(shop.till.place.file)
}

/** Every attempt that the desk knows: `marker state`, newest first. */
export function statesOf(desk: RefundDesk): readonly string[] {
  return desk.list({ from: null, to: null }).map(({ intent, state }) => `${intent.marker} ${state}`)
}
