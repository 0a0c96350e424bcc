import type { Attempt } from '../../shared/attempt'
import { formatMoney } from '../../shared/money'
import { CopyButton } from '../ui/copy-button'
import { activityWords } from '../words/activity-words'
import { attemptMoney } from '../words/outcome-words'

const words = activityWords.facts

function factsOf(attempt: Attempt) {
  const { intent, decision } = attempt
  const money = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  return [
    { name: words.amount, value: intent.whole ? activityWords.whole : formatMoney(attemptMoney(attempt)) },
    { name: words.reason, value: intent.reason },
    { name: words.transaction, value: intent.transactionId, copies: true },
    { name: words.internal, value: intent.id, copies: true },
    { name: words.base, value: money(intent.base) },
    { name: words.cashier, value: intent.cashier },
    { name: words.device, value: intent.deviceId },
    { name: words.address, value: intent.serviceAddress },
    { name: words.saw, value: decision?.saw ?? '' },
    { name: words.why, value: decision?.why ?? '' },
  ].filter((fact) => fact.value !== '')
}

/** What was sent, and what a supervisor wrote down. */
export function EvidenceFacts(props: { readonly attempt: Attempt }) {
  return (
    <section>
      <h3 className="label">{activityWords.sent}</h3>
      <dl className="facts">
        {factsOf(props.attempt).map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd className="mono">
              {fact.value}
              {fact.copies === true && <CopyButton name={fact.name} text={fact.value} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
