import './outcome.css'
import { useState } from 'react'
import type { Attempt } from '../../shared/attempt'
import type { Money } from '../../shared/money'
import { Foreign } from '../ui/foreign'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { useNow } from '../ui/use-now'
import { outcomeWords, slipWords } from '../words/states'
import { OutcomeHead } from './outcome-head'

/** So long nobody needs to be told that an answer takes its time, and no answer is waited for longer (exchange.ts), in seconds. */
const soon = 3
const longest = 60

type SendingStep = (typeof outcomeWords.steps)[number]

/** Sent is sent: what is waited for is the answer. */
function stepWords(step: SendingStep, index: number, at: number): string {
  return index < at || (index === outcomeWords.steps.length - 1 && index === at) ? step.done : step.now
}

/** While a refund is on its way: steps, seconds, no button, no way out. */
export function SendingPanel(props: { readonly amount: Money; readonly attempt: Attempt | null }) {
  const { amount, attempt } = props
  const ref = useFocusOnShow<HTMLElement>('sending')
  const at = attempt === null ? 0 : 1
  return (
    <section
      className="panel outcome"
      data-ground="sending"
      aria-label={outcomeWords.sendingRegion}
      aria-busy="true"
      tabIndex={-1}
      ref={ref}
    >
      <div className="panel-body">
        <OutcomeHead state={{ sign: '…', word: outcomeWords.sendingTitle }} money={amount} />
        <p>{outcomeWords.waitAdvice}</p>
        <ol className="sending-steps">
          {outcomeWords.steps.map((step, index) => (
            <li
              key={step.now}
              data-step={index < at ? 'done' : index === at ? 'now' : 'later'}
              aria-current={index === at ? 'step' : undefined}
            >
              <span aria-hidden="true" className="mono">
                {index < at ? '✓' : index === at ? '…' : ' '}
              </span>
              {stepWords(step, index, at)}
            </li>
          ))}
        </ol>
        <Waited key={at} />
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

/** How long it has taken, once that is worth a word. Not read aloud: it changes each second. */
function Waited() {
  const [since] = useState(() => Date.now())
  const seconds = Math.floor((useNow() - since) / 1000)
  return (
    <p className="waited" aria-live="off">
      {seconds >= soon && outcomeWords.waiting(Math.min(seconds, longest), longest)}
    </p>
  )
}
