import type { Attempt } from '../../shared/attempt'
import { formatMoney } from '../../shared/money'
import { type Fact, Facts } from '../ui/facts'
import { activityWords } from '../words/activity'
import { attemptMoney } from '../words/states'

const words = activityWords.facts

/** What was sent and what a supervisor wrote down, each with its name; nothing that is empty. */
export function factsOf(attempt: Attempt): readonly Fact[] {
  const { intent, decision } = attempt
  const money = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  const facts: readonly Fact[] = [
    [words.amount, intent.whole ? activityWords.whole : formatMoney(attemptMoney(attempt))],
    [words.reason, intent.reason],
    [words.transaction, intent.transactionId, 'copies'],
    [words.internal, intent.id, 'copies'],
    [words.base, money(intent.base)],
    [words.cashier, intent.cashier],
    [words.device, intent.deviceId],
    [words.address, intent.serviceAddress],
    [words.saw, decision?.saw ?? ''],
    [words.why, decision?.why ?? ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** What was sent, and what a supervisor wrote down. */
export function EvidenceFacts(props: { readonly attempt: Attempt }) {
  return (
    <section>
      <h3 className="label">{activityWords.sent}</h3>
      <Facts mono rows={factsOf(props.attempt)} />
    </section>
  )
}
