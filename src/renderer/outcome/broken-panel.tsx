import { formatMoney, type Money } from '../../shared/money'
import { useDesk } from '../desk/desk-context'
import { PressButton } from '../ui/press-button'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { outcomeWords } from '../words/outcome-words'
import { refundWords } from '../words/refund-words'
import './outcome.css'

/** Tillside itself failed: only the journal knows whether anything was sent, so nothing is promised. */
export function BrokenPanel(props: { readonly amount: Money; readonly detail: string }) {
  const go = useDesk((state) => state.go)
  const ref = useFocusOnShow<HTMLElement>('broken')
  return (
    <section className="panel" aria-label={outcomeWords.region} tabIndex={-1} ref={ref}>
      <div className="panel-body">
        <div className="alert alert-wait">
          <div className="alert-head">
            <span aria-hidden="true" className="alert-sign">
              ?
            </span>
            <h2>{outcomeWords.broken}</h2>
          </div>
          <p>
            <strong>{outcomeWords.brokenSentence(formatMoney(props.amount))}</strong>
          </p>
          <p>{outcomeWords.brokenNext}</p>
          <p className="fine mono">{props.detail}</p>
        </div>
      </div>
      <div className="panel-foot">
        <PressButton look="go" onPress={() => go('activity')}>
          {refundWords.openActivity}
        </PressButton>
      </div>
    </section>
  )
}
