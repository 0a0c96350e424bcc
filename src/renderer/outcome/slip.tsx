import type { Attempt } from '../../shared/attempt/attempt'
import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { ShownTransaction } from '../../shared/contract/contract'
import { formatMoney, type Money } from '../../shared/payment/money'
import { nextCustomer } from '../actions/lookups'
import { go } from '../actions/navigation'
import { storeIdOf } from '../store/counter-state'
import { TransactionBarcode } from '../ui/barcode'
import { Folded } from '../ui/controls'
import { exactMoment } from '../ui/hooks'
import { PaperFoot, PracticeMark, StoreName, TakenElsewhere } from '../ui/paper-origin'
import { Amount, type Fact, Facts, paperLines, StateTag, StrongLine, UntrustedText } from '../ui/text'
import { fieldName } from '../words/receipt'
import { attemptMoney, attemptState, reasonWords } from '../words/refund'
import { words } from '../words/words'
import { OutcomeFrame } from './frame'

function slipLines(attempt: Attempt): readonly Fact[] {
  const { intent } = attempt
  const { amount } = intent.before
  const money = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  const lines: readonly Fact[] = [
    [words.outcome.lines.marker, intent.marker, 'copies'],
    [fieldName('transaction_id'), intent.transactionId, 'copies'],
    [words.outcome.lines.time, exactMoment(attempt.createdAt)],
    [words.outcome.lines.paid, amount === null ? '' : money(amount)],
    [words.outcome.lines.refundedBefore, money(intent.base)],
    [words.outcome.lines.reason, reasonWords(intent.reason)],
    [words.outcome.lines.cashier, intent.cashier?.name ?? ''],
    [words.outcome.lines.allowedBy, intent.allowedBy?.name ?? ''],
  ]
  return lines.filter(([, value]) => value !== '')
}

function SlipHead(props: {
  /** The payment's; '' when unknown. */
  readonly storeId: string
  readonly money: Money
  readonly state: AttemptState
}) {
  return (
    <>
      <StoreName />
      <p className="soft fine">{words.outcome.slip}</p>
      <TakenElsewhere storeId={props.storeId} />
      <Amount as="p" size="huge" money={props.money} />
      <p className="paper-state">
        <StateTag state={attemptState(props.state)} />
      </p>
    </>
  )
}

/**
 * The refund as the cashier sees it, in place of the receipt, which is outdated now. print/paper.tsx has the customer's
 * slip.
 */
export function OutcomeSlip(props: { readonly attempt: Attempt; readonly storeId: string }) {
  const { attempt, storeId } = props
  const { serviceAddress, transactionId } = attempt.intent
  const isSettledOrLost = attempt.state !== 'sending' && attempt.state !== 'refusal_seen'
  return (
    <div className="paper-place">
      <article className="paper slip" aria-label={words.outcome.slip}>
        <PracticeMark service={serviceAddress} />
        <SlipHead storeId={storeId} money={attemptMoney(attempt)} state={attempt.state} />
        <Facts className={paperLines} rows={slipLines(attempt)} />
        {transactionId !== '' && <TransactionBarcode id={transactionId} on="screen" />}
      </article>
      {isSettledOrLost && <PaperFoot content={{ subject: 'outcome', ...props }} />}
    </div>
  )
}

/** Leaves out the receipt, which may be outdated. */
export function BrokenSlip({ shown, amount }: { readonly shown: ShownTransaction; readonly amount: Money }) {
  return (
    <div className="paper-place">
      <article className="paper slip" aria-label={words.outcome.slip}>
        <SlipHead storeId={storeIdOf(shown)} money={amount} state="unconfirmed" />
        <Facts className={paperLines} rows={[[words.receipt.code, shown.code]]} />
      </article>
    </div>
  )
}

/** Tillside failed: only the journal knows whether anything was sent. */
export function BrokenPanel(props: { readonly amount: Money; readonly detail: string }) {
  return (
    <OutcomeFrame
      ground="unconfirmed"
      state={attemptState('unconfirmed')}
      money={props.amount}
      occasion="broken"
      steps={[
        { name: words.outcome.nextCustomer, press: nextCustomer },
        { name: words.refund.openActivity, press: () => go('activity') },
      ]}
    >
      <div className="outcome-said stack">
        <StrongLine text={words.outcome.brokenSentence(formatMoney(props.amount))} />
        <p>{words.outcome.brokenNext}</p>
      </div>
      <Folded name={words.outcome.supportDetails}>
        <UntrustedText as="p" className="fine mono" text={props.detail} />
      </Folded>
    </OutcomeFrame>
  )
}
