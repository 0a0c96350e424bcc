import type { Attempt } from '../../shared/attempt'
import type { AttemptState } from '../../shared/attempt-states'
import type { ShownTransaction } from '../../shared/contract'
import { formatMoney, type Money } from '../../shared/money'
import { nextCustomer } from '../actions/lookups'
import { go } from '../actions/navigation'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store'
import { TransactionBarcode } from '../ui/barcode'
import { exactMoment } from '../ui/clock'
import { Folded } from '../ui/controls'
import { PaperFoot, PracticeMark } from '../ui/paper-origin'
import { BigMoney, CopyButton, Foreign, Sentence, StateTag } from '../ui/text'
import { receiptWords, takenAt } from '../words/receipt'
import { refundWords } from '../words/refund'
import { attemptMoney, attemptState, outcomeWords, slipWords } from '../words/states'
import { OutcomeFrame } from './frame'

function slipLines(attempt: Attempt) {
  const { intent } = attempt
  const { before } = intent
  const sum = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  return [
    { name: slipWords.marker, value: intent.marker, copies: true },
    { name: slipWords.transaction, value: intent.transactionId, copies: true },
    { name: slipWords.time, value: exactMoment(attempt.createdAt) },
    { name: slipWords.paid, value: before.amount === null ? '' : sum(before.amount), ours: true },
    { name: slipWords.refundedBefore, value: sum(intent.base), ours: true },
    { name: slipWords.reason, value: intent.reason },
    { name: slipWords.cashier, value: intent.cashier },
  ].filter((line) => line.value !== '')
}

function SlipLines({ attempt }: { readonly attempt: Attempt }) {
  return (
    <dl className="paper-lines">
      {slipLines(attempt).map((line) => (
        <div key={line.name}>
          <dt>{line.name}</dt>
          <dd className={line.copies === true ? 'mono' : undefined}>
            {line.ours === true ? <Sentence text={line.value} /> : <Foreign text={line.value} />}
            {line.copies === true && <CopyButton name={line.name} text={line.value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whose money, how much, and how it stands. */
function SlipHead(props: {
  /** Of the payment; '' where that is not known. */
  readonly storeId: string
  readonly money: Money
  readonly state: AttemptState
}) {
  const app = useStore((state) => state.app)
  const names = useStore((state) => state.stores.names)
  const elsewhere = takenAt(props.storeId, app, names)
  return (
    <>
      <p className="paper-store">
        <Foreign text={app.storeName === '' ? receiptWords.noStore : app.storeName} />
      </p>
      <p className="soft fine">{outcomeWords.slip}</p>
      {elsewhere !== null && (
        <p className="paper-elsewhere">
          <Sentence text={elsewhere} />
        </p>
      )}
      <p className="paper-amount money huge">
        <BigMoney text={formatMoney(props.money)} />
      </p>
      <p className="paper-state">
        <StateTag state={attemptState(props.state)} />
      </p>
    </>
  )
}

/** The refund as the cashier sees it. What the customer takes home has words of its own (print/paper.tsx). */
export function SlipBody(props: { readonly attempt: Attempt; readonly storeId: string }) {
  const { attempt, storeId } = props
  const { serviceAddress, transactionId } = attempt.intent
  return (
    <>
      <PracticeMark service={serviceAddress} />
      <SlipHead storeId={storeId} money={attemptMoney(attempt)} state={attempt.state} />
      <SlipLines attempt={attempt} />
      {transactionId !== '' && <TransactionBarcode id={transactionId} on="screen" />}
    </>
  )
}

/** Whether there is something to hand to the customer: neither on its way, nor refused a moment ago. */
function isSettledOrLost(state: AttemptState): boolean {
  return state !== 'sending' && state !== 'refusal_seen'
}

/** The slip in the middle of the counter: the receipt that was there is out of date now. */
export function OutcomeSlip(props: { readonly attempt: Attempt; readonly storeId: string }) {
  return (
    <div className="paper-place">
      <article className="paper slip" aria-label={outcomeWords.slip}>
        <SlipBody attempt={props.attempt} storeId={props.storeId} />
      </article>
      {isSettledOrLost(props.attempt.state) && <PaperFoot content={{ subject: 'outcome', ...props }} />}
    </div>
  )
}

/** What the receipt said before is not shown: it may be old by now. */
export function BrokenSlip(props: { readonly shown: ShownTransaction; readonly amount: Money }) {
  const { shown, amount } = props
  return (
    <div className="paper-place">
      <article className="paper slip" aria-label={outcomeWords.slip}>
        <SlipHead storeId={storeIdOf(shown)} money={amount} state="unconfirmed" />
        <dl className="paper-lines">
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
  return (
    <OutcomeFrame
      ground="unconfirmed"
      state={attemptState('unconfirmed')}
      money={props.amount}
      occasion="broken"
      steps={[
        { name: outcomeWords.nextCustomer, press: nextCustomer },
        { name: refundWords.openActivity, press: () => go('activity') },
      ]}
    >
      <div className="outcome-said stack">
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
    </OutcomeFrame>
  )
}
