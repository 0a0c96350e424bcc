import { type ReactNode, useEffect, useState } from 'react'
import { maySettleByItself } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { Money } from '../../shared/payment/money'
import { quietMs } from '../store/store'
import { PressButton, ScrollBody } from '../ui/controls'
import { useFocusOnShow, useNow } from '../ui/hooks'
import { Amount, Text, UntrustedText } from '../ui/text'
import { attemptState, type State, shortWait } from '../words/refund'
import { words } from '../words/words'

/** A sentence to read out to the customer. */
export function CustomerLine(props: { readonly words: string }) {
  return (
    <section className="customer-line framed" aria-label={words.outcome.sayToCustomer}>
      <h3 className="label">{words.outcome.sayToCustomer}</h3>
      <Text as="p" text={props.words} />
    </section>
  )
}

export function BeforeAndNow(props: {
  readonly rows: readonly { readonly name: string; readonly was: string; readonly now: string }[]
}) {
  return (
    <table className="table fine">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.outcome.was}</th>
          <th scope="col">{words.outcome.now}</th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ name, was, now }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <UntrustedText as="td" text={was} />
            <td>
              <UntrustedText as="strong" text={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Counts down to a moment (ISO 8601). Not announced: it changes every second. */
export function CountDown(props: {
  readonly to: string
  readonly later: (wait: string) => string
  readonly now: string
}) {
  const seconds = Math.ceil((Date.parse(props.to) - useNow()) / 1000)
  return (
    <p className="next-check" aria-live="off">
      {seconds > 0 ? props.later(shortWait(seconds)) : props.now}
    </p>
  )
}

/** Counts down to the next check. Draws nothing when no check is planned or would change it. */
export function NextCheck(props: { readonly attempt: AttemptView }) {
  const { state, nextCheckAt } = props.attempt
  if (nextCheckAt === null || !maySettleByItself(state)) return null
  const { makingSure, makingSureNow, nextCheck, checkingNow } = words.outcome
  return state === 'refusal_seen' ? (
    <CountDown to={nextCheckAt} later={makingSure} now={makingSureNow} />
  ) : (
    <CountDown to={nextCheckAt} later={nextCheck} now={checkingNow} />
  )
}

/** A button beside an outcome. Green only where something proceeds. */
export type Step = {
  readonly name: string
  readonly press: () => void
  readonly look?: 'go' | 'wait' | 'plain'
}

/** The buttons, which take presses after a moment (store.ts). */
function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const [takes, setTakes] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakes(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="panel-foot outcome-foot">
      {steps.map(({ name, press, look = 'plain' }) => (
        <PressButton key={name} look={look} disabled={!takes} onPress={press}>
          {name}
        </PressButton>
      ))}
    </div>
  )
}

type Ground = 'sending' | 'elsewhere' | 'refunded' | 'probably' | 'unconfirmed' | 'not_sent' | 'not_refunded'

/** The state of a refund for the cashier: head, explanation, and buttons. */
export function OutcomeFrame(props: {
  readonly ground: Ground
  readonly state: Pick<State, 'sign' | 'word'>
  readonly money: Money
  /** A change moves the focus to the panel. */
  readonly occasion: unknown
  /** The most likely step comes last. None while the refund is in flight: nobody leaves it. */
  readonly steps: readonly Step[]
  readonly children: ReactNode
}) {
  const { ground, state, money, steps, children } = props
  const ref = useFocusOnShow<HTMLElement>(props.occasion)
  const names = steps.map(({ name }) => name).join(' ')
  // The button that had the focus is gone, with its name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other buttons are the point
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus()
  }, [names])
  const isSending = ground === 'sending'
  return (
    <section
      className="panel outcome"
      data-ground={ground}
      aria-label={isSending ? attemptState('sending').word : words.outcome.region}
      aria-busy={isSending || undefined}
      tabIndex={-1}
      ref={ref}
    >
      <ScrollBody className="panel-body">
        {/* Legible from two metres. */}
        <div className="outcome-head pair">
          <span aria-hidden="true" className="outcome-sign">
            {state.sign}
          </span>
          <h2 className="big">{state.word}</h2> <Amount as="p" size="huge" money={money} />
        </div>
        {children}
      </ScrollBody>
      {/* New buttons ignore presses for a moment: a second tap may be meant for what was there before. */}
      {steps.length > 0 && <Steps key={names} steps={steps} />}
    </section>
  )
}
