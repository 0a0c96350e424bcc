import { formatMoney } from '../../shared/money'
import { isPractice } from '../../shared/practice'
import { useStore } from '../store/store-context'
import type { PaperContent } from '../store/store-state'
import { TransactionBarcode } from '../ui/barcode'
import { BigMoney } from '../ui/big-money'
import { Foreign } from '../ui/foreign'
import { PaperOrigin, PracticeMark, TillMarks } from '../ui/paper-origin'
import { Sentence } from '../ui/text'
import { customerOutcome, customerWords as words } from '../words/paper'
import { receiptWords } from '../words/receipt'
import { attemptMoney } from '../words/states'
import { takenAt } from '../words/store-words'
import { Across } from './across'

type SlipContent = Extract<PaperContent, { subject: 'outcome' }>

function slipLines({ attempt, gateway }: SlipContent) {
  const { intent, createdAt } = attempt
  const way = gateway === undefined || gateway === '' ? words.sameWay : gateway
  return [
    { name: words.way, value: customerOutcome(attempt.state) === 'not_refunded' ? '' : way },
    { name: words.dateName, value: words.date(createdAt) },
    { name: words.refundNo, value: intent.marker },
    { name: words.payment, value: intent.transactionId },
    { name: words.cashier, value: intent.cashier },
  ].filter(({ value }) => value !== '')
}

/** PRACTICE over the whole slip. */
function PracticeAcross({ service }: { readonly service: string }) {
  const practice = useStore((state) => isPractice(state.app, service))
  return practice ? <Across word={words.across} /> : null
}

/** What the customer takes home after a refund, in words for the customer: nothing of fees, or of what staff must do. */
export function CustomerSlip({ content }: { readonly content: SlipContent }) {
  const { attempt, storeId } = content
  const { intent } = attempt
  const app = useStore((state) => state.app)
  const elsewhere = useStore((state) => takenAt(storeId, state.app, state.stores.names))
  const outcome = customerOutcome(attempt.state)
  return (
    <div className="customer-slip">
      <PracticeAcross service={intent.serviceAddress} />
      <TillMarks />
      <PracticeMark service={intent.serviceAddress} />
      <p className="paper-store">
        <Foreign text={app.storeName === '' ? receiptWords.noStore : app.storeName} />
      </p>
      <p className="slip-title">{words.title(outcome)}</p>
      {attempt.slips > 0 && <p className="slip-copy">{words.copy(attempt.slips + 1)}</p>}
      {elsewhere !== null && (
        <p className="paper-elsewhere">
          <Sentence text={elsewhere} />
        </p>
      )}
      <p className="paper-amount mono">
        <BigMoney text={formatMoney(attemptMoney(attempt))} />
      </p>
      <p className="slip-sentence">{words.sentence(outcome)}</p>
      <dl className="paper-lines mono">
        {slipLines(content).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Foreign text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {intent.transactionId !== '' && <TransactionBarcode id={intent.transactionId} on="paper" />}
      <PaperOrigin service={intent.serviceAddress} deviceId={intent.deviceId} />
    </div>
  )
}
