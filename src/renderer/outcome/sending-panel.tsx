import type { Attempt } from '../../shared/attempt'
import { formatMoney, type Money } from '../../shared/money'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { outcomeWords } from '../words/outcome-words'
import './outcome.css'

/** While a refund is on its way: steps, no button, no way out. */
export function SendingPanel(props: { readonly amount: Money; readonly attempt: Attempt | null }) {
  const { amount, attempt } = props
  const ref = useFocusOnShow<HTMLElement>('sending')
  const steps = [
    { words: outcomeWords.checking, done: attempt !== null },
    { words: outcomeWords.writtenDown, done: attempt !== null },
    { words: outcomeWords.sent, done: attempt !== null && attempt.state !== 'intended' },
  ]
  return (
    <section
      className="panel"
      aria-label={outcomeWords.sendingRegion}
      aria-busy="true"
      tabIndex={-1}
      ref={ref}
    >
      <div className="panel-body">
        <div className="alert alert-soft">
          <h2>{outcomeWords.sendingTitle}</h2>
          <p className="refundable-amount mono">{formatMoney(amount)}</p>
          <p>{outcomeWords.waitAdvice}</p>
          <span className="waiting-bar" />
        </div>
        <ol className="sending-steps">
          {steps.map((step) => (
            <li key={step.words} data-done={step.done}>
              <span aria-hidden="true">{step.done ? '✓' : '…'}</span> {step.words}
            </li>
          ))}
        </ol>
        {attempt !== null && <p className="mono marker">{attempt.intent.marker}</p>}
      </div>
    </section>
  )
}
