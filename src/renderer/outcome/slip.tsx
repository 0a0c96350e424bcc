import type { Attempt } from '../../shared/attempt'
import { formatMoney } from '../../shared/money'
import { useStore } from '../store/store-context'
import { TransactionBarcode } from '../ui/barcode'
import { BigMoney } from '../ui/big-money'
import { exactMoment } from '../ui/clock'
import { CopyButton } from '../ui/copy-button'
import { Foreign } from '../ui/foreign'
import { PracticeMark } from '../ui/paper-origin'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { receiptWords } from '../words/receipt'
import { attemptState } from '../words/state-words'
import { attemptMoney, outcomeSentence, outcomeWords, slipWords } from '../words/states'
import { takenAt } from '../words/store-words'

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

/** The refund as the cashier sees it. What the customer takes home has words of its own (print/customer-slip.tsx). */
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
