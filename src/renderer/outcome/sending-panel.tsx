import type { Attempt } from '../../shared/attempt'
import { formatMoney, type Money } from '../../shared/money'
import { BigMoney } from '../ui/big-money'
import { Foreign } from '../ui/foreign'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { outcomeWords, slipWords } from '../words/outcome-words'
import './outcome.css'

/** How far it is: asking, writing down, sending. */
function stepNow(attempt: Attempt | null): number {
  if (attempt === null) return 0
  return attempt.state === 'intended' ? 1 : 2
}

/** While a refund is on its way: steps, no button, no way out. */
export function SendingPanel(props: { readonly amount: Money; readonly attempt: Attempt | null }) {
  const { amount, attempt } = props
  const ref = useFocusOnShow<HTMLElement>('sending')
  const at = stepNow(attempt)
  const steps = [outcomeWords.checking, outcomeWords.writtenDown, outcomeWords.sent]
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
          <p className="refundable-amount mono">
            <BigMoney text={formatMoney(amount)} />
          </p>
          <p>{outcomeWords.waitAdvice}</p>
          <span className="waiting-bar" />
        </div>
        <ol className="sending-steps">
          {steps.map((words, step) => (
            <li
              key={words}
              data-step={step < at ? 'done' : step === at ? 'now' : 'later'}
              aria-current={step === at ? 'step' : undefined}
            >
              <span aria-hidden="true" className="mono">
                {step < at ? '✓' : step === at ? '…' : ' '}
              </span>
              {words}
            </li>
          ))}
        </ol>
        {attempt !== null && (
          <p className="soft">
            {slipWords.marker}{' '}
            <span className="mono marker">
              <Foreign text={attempt.intent.marker} />
            </span>
          </p>
        )}
      </div>
    </section>
  )
}
