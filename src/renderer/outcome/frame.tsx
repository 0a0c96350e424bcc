import { useEffect, useState } from 'react'
import type { Attempt } from '../../shared/attempt'
import { maySettleByItself } from '../../shared/attempt-states'
import type { ShownTransaction } from '../../shared/contract'
import { formatMoney, type Money } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import { openAlarms } from '../../shared/refund'
import { unreachable } from '../../shared/result'
import { quietMilliseconds } from '../store/press-guard'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { secondsUntil, useNow } from '../ui/hooks'
import { BigMoney, Foreign, Sentence } from '../ui/text'
import { receiptWords } from '../words/receipt'
import { outcomeWords, type State } from '../words/states'

/** What happened to how much money, to be read from two metres: sign, word and amount. */
export function OutcomeHead(props: { readonly state: Pick<State, 'sign' | 'word'>; readonly money: Money }) {
  const { sign, word } = props.state
  return (
    <div className="outcome-head">
      <span aria-hidden="true" className="outcome-sign">
        {sign}
      </span>
      <h2>{word}</h2>{' '}
      <p className="outcome-money mono">
        <BigMoney text={formatMoney(props.money)} />
      </p>
    </div>
  )
}

/** What the cashier can read out, word for word. */
export function CustomerLine(props: { readonly words: string }) {
  return (
    <section className="customer-line" aria-label={outcomeWords.sayToCustomer}>
      <h3 className="label">{outcomeWords.sayToCustomer}</h3>
      <p>
        <Sentence text={props.words} />
      </p>
    </section>
  )
}

/** What the service says otherwise than before, a row each. */
export function BeforeAndNow(props: {
  readonly heads: { readonly was: string; readonly now: string }
  readonly rows: readonly { readonly name: string; readonly was: string; readonly now: string }[]
}) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <td />
          <th scope="col">{props.heads.was}</th>
          <th scope="col">{props.heads.now}</th>
        </tr>
      </thead>
      <tbody className="mono">
        {props.rows.map(({ name, was, now }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Foreign text={was} />
            </td>
            <td>
              <strong>
                <Foreign text={now} />
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** No check changes these, or none is planned. */
function isCountedDown({ state, nextCheckAt }: AttemptView): boolean {
  return nextCheckAt !== null && maySettleByItself(state)
}

/** Counts down to the next check of an undecided attempt. Not read aloud: it changes each second. */
export function NextCheck(props: { readonly attempt: AttemptView }) {
  const { state, nextCheckAt } = props.attempt
  const counts = isCountedDown(props.attempt)
  const now = useNow(counts)
  if (!counts || nextCheckAt === null) return null
  const seconds = secondsUntil(nextCheckAt, now)
  return (
    <p className="next-check mono" aria-live="off">
      {state === 'refusal_seen' ? outcomeWords.nothingMoved(seconds) : outcomeWords.nextCheck(seconds)}
    </p>
  )
}

export type Outcome = {
  readonly attempt: AttemptView
  /** The record that the service's answer held, where there is one. */
  readonly shown: ShownTransaction | null
  readonly storeId: string
}

/** True once the buttons have stood there so long that a press is meant for them (press-guard.ts). */
export function useTakesPresses(): boolean {
  const [takes, setTakes] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakes(true), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return takes
}

const names: Readonly<Record<Step, string>> = {
  next_customer: outcomeWords.nextCustomer,
  try_again: outcomeWords.tryAgain,
  print: receiptWords.print,
  print_for_customer: outcomeWords.printForCustomer,
  save_pdf: receiptWords.savePdf,
  show_receipt: outcomeWords.showReceipt,
  supervisor: outcomeWords.supervisor,
  details: outcomeWords.evidence,
}

function usePress({ attempt, shown, storeId }: Outcome): (step: Step) => void {
  const actions = useStore((state) => state)
  const content = { subject: 'outcome', attempt, storeId } as const
  return (step) => {
    switch (step) {
      case 'next_customer':
        return actions.nextCustomer()
      case 'try_again':
        return void actions.tryAgain()
      case 'print':
      case 'print_for_customer':
        return void actions.putOnPaper(content, 'print')
      case 'save_pdf':
        return void actions.putOnPaper(content, 'pdf')
      case 'show_receipt':
        return shown === null ? void actions.lookUpAgain() : actions.showReceipt()
      case 'supervisor':
      case 'details':
        return actions.openAttempt(attempt.intent.marker)
    }
  }
}

/** What can be pressed now. Each set of buttons is deaf for a moment, in case a second tap was meant for what it covers. */
export function OutcomeButtons(props: Outcome) {
  const steps = stepsAfter(props.attempt)
  if (steps === null) return null
  return <Steps key={[...steps.others, steps.primary].join(' ')} {...props} />
}

function Steps(props: Outcome) {
  const takes = useTakesPresses()
  const press = usePress(props)
  const steps = stepsAfter(props.attempt)
  if (steps === null) return null
  return (
    <div className="panel-foot button-grid outcome-foot">
      {[...steps.others, steps.primary].map((step) => (
        <PressButton
          key={step}
          look={step === steps.primary ? steps.look : 'plain'}
          disabled={!takes}
          onPress={() => press(step)}
        >
          {names[step]}
        </PressButton>
      ))}
    </div>
  )
}

/** What can be pressed beside an outcome. */
export type Step =
  | 'next_customer'
  | 'try_again'
  | 'print'
  | 'print_for_customer'
  | 'save_pdf'
  | 'show_receipt'
  | 'supervisor'
  | 'details'

export type OutcomeSteps = {
  readonly others: readonly Step[]
  /** What most cashiers press next; it stands last. */
  readonly primary: Step
  /** Green stands only where something goes ahead. */
  readonly look: 'go' | 'plain'
}

/** What a cashier can do next, by how the refund stands. No settled refund is repeated before it is known to be settled. */
export function stepsAfter(attempt: Attempt): OutcomeSteps | null {
  const alarmed = openAlarms(attempt).length > 0
  switch (attempt.state) {
    case 'sending':
      return null
    case 'refunded':
      return alarmed
        ? { others: ['print', 'save_pdf', 'next_customer'], primary: 'supervisor', look: 'plain' }
        : { others: ['show_receipt', 'print', 'save_pdf'], primary: 'next_customer', look: 'go' }
    case 'not_sent':
    case 'refused':
    case 'not_refunded':
      return alarmed
        ? { others: ['print', 'save_pdf', 'next_customer'], primary: 'supervisor', look: 'plain' }
        : { others: ['print', 'save_pdf', 'next_customer'], primary: 'try_again', look: 'go' }
    case 'refusal_seen':
      return { others: ['details'], primary: 'next_customer', look: 'plain' }
    case 'unconfirmed':
    case 'refunded_probably':
      return {
        others: ['supervisor', 'save_pdf', 'print_for_customer'],
        primary: 'next_customer',
        look: 'plain',
      }
    default:
      return unreachable(attempt.state)
  }
}
