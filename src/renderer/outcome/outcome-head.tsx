import { formatMoney, type Money } from '../../shared/money'
import { BigMoney } from '../ui/big-money'
import type { State } from '../words/state-words'

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
