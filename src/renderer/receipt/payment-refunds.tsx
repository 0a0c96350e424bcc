import { useEffect, useState } from 'react'
import type { Attempt } from '../../shared/attempt'
import type { ShownTransaction } from '../../shared/contract'
import { formatMoney } from '../../shared/money'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { clockMoment } from '../ui/clock'
import { Foreign } from '../ui/foreign'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { paymentRefundsWords } from '../words/receipt'
import { listedState } from '../words/state-words'
import { attemptMoney } from '../words/states'
import './payment-refunds.css'

/** More than this is never looked through at a counter; Activity has them all. */
const most = 20

/** What this till has refunded of the payment on screen, newest first; asked anew when any of them changes. */
export function PaymentRefunds({ shown }: { readonly shown: ShownTransaction }) {
  const api = useApi()
  const changed = useStore((state) => state.attemptsChanged)
  const openAttempt = useStore((state) => state.openAttempt)
  const [known, setKnown] = useState<{ readonly id: string; readonly attempts: readonly Attempt[] } | null>(
    null,
  )
  const { id } = shown.record
  const { service } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` is not read, its change is the point
  useEffect(() => {
    if (id === '') return
    let current = true
    void answerOf(api.pageActivity({ before: null, count: most, code: id })).then((answer) => {
      if (!current || !answer.ok) return
      const isOfThis = ({ intent }: Attempt) => intent.id === id && intent.serviceAddress === service
      setKnown({ id, attempts: answer.value.attempts.filter(isOfThis) })
    })
    return () => {
      current = false
    }
  }, [api, id, service, changed])
  const attempts = known?.id === id ? known.attempts : []
  if (attempts.length === 0) return null
  return (
    <section className="payment-refunds">
      <h3 className="label">{paymentRefundsWords.title}</h3>
      <ul>
        {attempts.map((attempt) => (
          <PaymentRefund key={attempt.intent.marker} attempt={attempt} onOpen={openAttempt} />
        ))}
      </ul>
    </section>
  )
}

/** When, how much, what came of it, and who did it. */
export function PaymentRefund(props: {
  readonly attempt: Attempt
  readonly onOpen: (marker: string) => void
}) {
  const { attempt, onOpen } = props
  const { marker, cashier } = attempt.intent
  return (
    <li>
      <button type="button" onClick={() => onOpen(marker)}>
        <span>{clockMoment(new Date(attempt.createdAt).toISOString(), Date.now())}</span>
        <span className="mono">
          <Sentence text={formatMoney(attemptMoney(attempt))} />
        </span>
        <StateTag state={listedState(attempt.state)} />
        <Foreign text={cashier} />
      </button>
    </li>
  )
}
