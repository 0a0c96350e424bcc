import type { ShownTransaction } from '../../shared/contract'
import { formatMoney, type Money } from '../../shared/money'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { BigMoney } from '../ui/big-money'
import { PressButton } from '../ui/controls'
import { Folded } from '../ui/folded'
import { Foreign } from '../ui/foreign'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { receiptWords } from '../words/receipt'
import { refundWords } from '../words/refund'
import { attemptState } from '../words/state-words'
import { outcomeWords } from '../words/states'
import { takenAt } from '../words/store-words'
import { useTakesPresses } from './frame'
import { OutcomeHead } from './outcome-head'
import './outcome.css'

/** Whose money it is about. What the receipt said before is not shown: it may be old by now. */
export function BrokenSlip(props: { readonly shown: ShownTransaction; readonly amount: Money }) {
  const { shown, amount } = props
  const app = useStore((state) => state.app)
  const { storeName } = app
  const elsewhere = useStore((state) => takenAt(storeIdOf(shown), state.app, state.stores.names))
  return (
    <div className="paper-place">
      <article className="paper" aria-label={outcomeWords.slip}>
        <p className="paper-store">
          <Foreign text={storeName === '' ? receiptWords.noStore : storeName} />
        </p>
        <p className="paper-gateway">{outcomeWords.slip}</p>
        {elsewhere !== null && (
          <p className="paper-elsewhere">
            <Sentence text={elsewhere} />
          </p>
        )}
        <p className="paper-amount mono">
          <BigMoney text={formatMoney(amount)} />
        </p>
        <p className="paper-state">
          <StateTag state={attemptState('unconfirmed')} />
        </p>
        <dl className="paper-lines mono">
          <div>
            <dt>{receiptWords.code}</dt>
            <dd>
              <Foreign text={shown.code} />
            </dd>
          </div>
        </dl>
      </article>
    </div>
  )
}

/** Tillside itself failed: only the journal knows whether anything was sent, so nothing is promised. */
export function BrokenPanel(props: { readonly amount: Money; readonly detail: string }) {
  const go = useStore((state) => state.go)
  const nextCustomer = useStore((state) => state.nextCustomer)
  const takes = useTakesPresses()
  const ref = useFocusOnShow<HTMLElement>('broken')
  return (
    <section
      className="panel outcome"
      data-ground="unconfirmed"
      aria-label={outcomeWords.region}
      tabIndex={-1}
      ref={ref}
    >
      <div className="panel-body">
        <OutcomeHead state={attemptState('unconfirmed')} money={props.amount} />
        <div className="outcome-said">
          <p>
            <strong>
              <Sentence text={outcomeWords.brokenSentence(formatMoney(props.amount))} />
            </strong>
          </p>
          <p>{outcomeWords.brokenNext}</p>
        </div>
        <Folded name={outcomeWords.supportDetails}>
          <p className="fine mono">
            <Foreign text={props.detail} />
          </p>
        </Folded>
      </div>
      <div className="panel-foot button-grid outcome-foot">
        <PressButton disabled={!takes} onPress={nextCustomer}>
          {outcomeWords.nextCustomer}
        </PressButton>
        <PressButton disabled={!takes} onPress={() => go('activity')}>
          {refundWords.openActivity}
        </PressButton>
      </div>
    </section>
  )
}
