import { type ReactNode, useEffect, useState } from 'react'
import { maySettleByItself } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { Money } from '../../shared/payment/money'
import { quietMs } from '../store/counter-state'
import { PressButton, ScrollBody } from '../ui/controls'
import { secondsUntil, useFocusOnShow, useNow } from '../ui/hooks'
import { Amount, Foreign, Sentence } from '../ui/text'
import { attemptState, outcomeWords, type State } from '../words/states'

/** What happened to how much money, to be read from two metres: sign, word and amount. */
function OutcomeHead(props: { readonly state: Pick<State, 'sign' | 'word'>; readonly money: Money }) {
  const { sign, word } = props.state
  return (
    <div className="outcome-head pair">
      <span aria-hidden="true" className="outcome-sign">
        {sign}
      </span>
      <h2 className="big">{word}</h2> <Amount as="p" size="huge" money={props.money} />
    </div>
  )
}

/** What the cashier can read out, word for word. */
export function CustomerLine(props: { readonly words: string }) {
  return (
    <section className="customer-line framed" aria-label={outcomeWords.sayToCustomer}>
      <h3 className="label">{outcomeWords.sayToCustomer}</h3>
      <Sentence as="p" text={props.words} />
    </section>
  )
}

/** What the service says otherwise than before, a row each. */
export function BeforeAndNow(props: {
  readonly rows: readonly { readonly name: string; readonly was: string; readonly now: string }[]
}) {
  return (
    <table className="table fine">
      <thead>
        <tr>
          <td />
          <th scope="col">{outcomeWords.was}</th>
          <th scope="col">{outcomeWords.now}</th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ name, was, now }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <Foreign as="td" text={was} />
            <td>
              <Foreign as="strong" text={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Counts down to a moment (ISO 8601). Not read aloud: it changes each second. */
export function CountDown(props: { readonly to: string; readonly says: (seconds: number) => string }) {
  const seconds = secondsUntil(props.to, useNow())
  return (
    <p className="next-check" aria-live="off">
      {props.says(seconds)}
    </p>
  )
}

/** Counts down to the next check of an undecided attempt; nothing where no check changes it, or none is planned. */
export function NextCheck(props: { readonly attempt: AttemptView }) {
  const { state, nextCheckAt } = props.attempt
  if (nextCheckAt === null || !maySettleByItself(state)) return null
  const { nothingMoved, nextCheck } = outcomeWords
  return <CountDown to={nextCheckAt} says={state === 'refusal_seen' ? nothingMoved : nextCheck} />
}

/** What can be pressed beside an outcome. Green stands only where something goes ahead. */
export type Step = {
  readonly name: string
  readonly press: () => void
  readonly look?: 'go' | 'wait' | 'plain'
}

/** True once the buttons have stood there so long that a press is meant for them (counter-state.ts). */
function useTakesPresses(): boolean {
  const [takes, setTakes] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakes(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return takes
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const takes = useTakesPresses()
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

/** The outcomes, told apart by the panel's ground (outcome.css). */
type Ground = 'sending' | 'elsewhere' | 'refunded' | 'probably' | 'unconfirmed' | 'not_sent' | 'not_refunded'

/** How a refund stands, for the cashier: ground, sign, word and amount, what to know, and what to press now. */
export function OutcomeFrame(props: {
  readonly ground: Ground
  readonly state: Pick<State, 'sign' | 'word'>
  readonly money: Money
  /** The panel takes the focus when this changes. */
  readonly occasion: unknown
  /** What most cashiers press next stands last. None while a refund is on its way, which nobody leaves. */
  readonly steps: readonly Step[] | 'sending'
  readonly children: ReactNode
}) {
  const { ground, state, money, steps, children } = props
  const ref = useFocusOnShow<HTMLElement>(props.occasion)
  const isSending = steps === 'sending'
  const inside = (
    <>
      <OutcomeHead state={state} money={money} />
      {children}
    </>
  )
  return (
    <section
      className="panel outcome"
      data-ground={ground}
      aria-label={isSending ? attemptState('sending').word : outcomeWords.region}
      aria-busy={isSending || undefined}
      tabIndex={-1}
      ref={ref}
    >
      {isSending ? (
        <div className="panel-body">{inside}</div>
      ) : (
        <ScrollBody className="panel-body">{inside}</ScrollBody>
      )}
      {/* Each set of buttons is deaf for a moment, in case a second tap was meant for what it covers. */}
      {!isSending && <Steps key={steps.map(({ name }) => name).join(' ')} steps={steps} />}
    </section>
  )
}
