import type { Attempt } from '../../shared/attempt'
import type { ShownTransaction } from '../../shared/contract'
import { formatMoney, type Money } from '../../shared/money'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { TransactionBarcode } from '../ui/barcode'
import { exactMoment } from '../ui/clock'
import { Folded, PressButton } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { PracticeMark } from '../ui/paper-origin'
import { BigMoney, CopyButton, Foreign, Sentence, StateTag } from '../ui/text'
import { receiptWords, takenAt } from '../words/receipt'
import { refundWords } from '../words/refund'
import { attemptMoney, attemptState, outcomeSentence, outcomeWords, slipWords } from '../words/states'
import { OutcomeHead, useTakesPresses } from './frame'

function slipLines(attempt: Attempt) {
  const { intent, state } = attempt
  const { before } = intent
  const sum = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  return [
    { name: slipWords.marker, value: intent.marker, copies: true },
    { name: slipWords.transaction, value: intent.transactionId, copies: true },
    { name: slipWords.time, value: exactMoment(attempt.createdAt) },
    { name: slipWords.paid, value: before.amount === null ? '' : sum(before.amount), ours: true },
    { name: slipWords.refundedBefore, value: sum(intent.base), ours: true },
    {
      name: state === 'refunded' ? slipWords.refundedNow : slipWords.asked,
      value: sum(intent.amount),
      ours: true,
      strong: true,
    },
    { name: slipWords.reason, value: intent.reason },
    { name: slipWords.cashier, value: intent.cashier },
  ].filter((line) => line.value !== '')
}

function SlipLines({ attempt }: { readonly attempt: Attempt }) {
  return (
    <dl className="paper-lines mono">
      {slipLines(attempt).map((line) => (
        <div key={line.name} className={line.strong === true ? 'strong' : undefined}>
          <dt>{line.name}</dt>
          <dd>
            {line.ours === true ? <Sentence text={line.value} /> : <Foreign text={line.value} />}
            {line.copies === true && <CopyButton name={line.name} text={line.value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The refund as the cashier sees it. What the customer takes home has words of its own (print/print/paper.tsx). */
export function SlipBody(props: {
  readonly attempt: Attempt
  /** Of the payment; '' where that is not known. */
  readonly storeId: string
}) {
  const { attempt, storeId } = props
  const { intent } = attempt
  const app = useStore((state) => state.app)
  const { storeName } = app
  const names = useStore((state) => state.stores.names)
  const elsewhere = takenAt(storeId, app, names)
  return (
    <>
      <PracticeMark service={intent.serviceAddress} />
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
        <BigMoney text={formatMoney(attemptMoney(attempt))} />
      </p>
      <p className="paper-state">
        <StateTag state={attemptState(attempt.state)} />
      </p>
      <p className="slip-sentence">
        <Sentence text={outcomeSentence(attempt)} />
      </p>
      <SlipLines attempt={attempt} />
      {intent.transactionId !== '' && <TransactionBarcode id={intent.transactionId} on="screen" />}
    </>
  )
}

/** The slip in the middle of the counter: the receipt that was there is out of date now. */
export function OutcomeSlip(props: { readonly attempt: Attempt; readonly storeId: string }) {
  return (
    <div className="paper-place">
      <article className="paper" aria-label={outcomeWords.slip}>
        <SlipBody attempt={props.attempt} storeId={props.storeId} />
      </article>
    </div>
  )
}

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
