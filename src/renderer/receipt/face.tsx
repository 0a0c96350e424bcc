import type { ShownTransaction } from '../../shared/contract'
import { gatewayName } from '../../shared/gateway'
import { formatMoney } from '../../shared/money'
import { refundability } from '../../shared/refund-rules'
import type { PlainField, Transaction } from '../../shared/transaction'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { BigMoney } from '../ui/big-money'
import { clockMoment } from '../ui/clock'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { amountWords, fieldName, sumWords } from '../words/field-words'
import { tooLongWords } from '../words/oddity-words'
import { receiptWords, transactionState } from '../words/receipt'
import { refundInProgress } from '../words/state-words'
import { storeNote, storeTitle } from '../words/store-words'
import type { Changes } from './changed-fields'
import { StoreQuestion } from './store-question'

type Line = {
  readonly name: string
  readonly value: string
  /** The value in our words, where it is a sum that can be read. */
  readonly words?: string | undefined
  /** What the value means, where it would be taken for something else. */
  readonly note?: string | undefined
  readonly field?: PlainField
  readonly strong?: boolean
  readonly copies?: boolean
}

const moneyFields = ['refunded', 'tips'] as const
const timeFields = ['paid_at', 'refunded_at'] as const
const idFields = ['transaction_id', 'custom_id', 'reference_id'] as const

/** The fields that the face of the receipt shows as they came; the rest stands under "More". */
export const faceFields: ReadonlySet<PlainField> = new Set([...moneyFields, ...timeFields, ...idFields])

function filled(record: Transaction, fields: readonly PlainField[], copies = false): readonly Line[] {
  return fields.flatMap((field) => {
    const value = record.fields[field] ?? ''
    return value === '' ? [] : [{ name: fieldName(field), value, field, copies }]
  })
}

/** Sums as the receipt's head writes its amount; a text that is none as it came. */
function sums(record: Transaction): readonly Line[] {
  return filled(record, moneyFields).map((line) => ({
    ...line,
    words: sumWords(line.value, record) ?? undefined,
  }))
}

/** Whose clock the times are of, said once. */
function ofService(lines: readonly Line[]): readonly Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, note: receiptWords.serviceTime } : line))
}

function refundableLine(record: Transaction, heldUp: boolean): Line {
  const judged = refundability(record)
  const value =
    judged.kind !== 'refundable'
      ? receiptWords.nothingRefundable
      : heldUp
        ? receiptWords.refundableLater
        : formatMoney(judged.rest)
  return { name: receiptWords.refundable, value, words: value, strong: true }
}

/** Whose eyes it is for: the cashier's screen, the customer's paper, or the sheet for the store's own files. */
export type ReceiptFor = 'screen' | 'customer' | 'store'

/**
 * The lines of a receipt: what can be refunded first, then when it was paid, then what it is called. How much is refundable
 * while a refund is being checked is the store's matter: a customer's paper does not speak of it.
 */
export function receiptLines(
  { record, lock, stale }: Pick<ShownTransaction, 'record' | 'lock' | 'stale'>,
  to: ReceiptFor,
) {
  const heldUp = lock !== null || stale !== null
  return {
    money: [...(heldUp && to === 'customer' ? [] : [refundableLine(record, heldUp)]), ...sums(record)],
    times: ofService(filled(record, timeFields)),
    ids: filled(record, idFields, true),
  }
}

export type ReceiptLine = Line

/** Whose receipt it is: the store that took the payment, and in words where that is not this till's. */
function ReceiptStore(props: { readonly shown: ShownTransaction }) {
  const storeId = storeIdOf(props.shown)
  const names = useStore((state) => state.stores.names)
  const note = useStore((state) => storeNote(storeId, state.app, names))
  return (
    <>
      <h2 className={names.has(storeId) ? 'paper-store' : 'paper-store paper-store-id'}>
        <Sentence text={storeTitle(storeId, names) || receiptWords.payment} />
      </h2>
      {note !== null && (
        <p className="paper-elsewhere">
          <Sentence text={note} />
        </p>
      )}
    </>
  )
}

/** The top of the paper: whose, how paid, how much, and how it stands. */
export function ReceiptHead(props: {
  readonly shown: ShownTransaction
  readonly to: ReceiptFor
  readonly changes?: Changes | undefined
}) {
  const { record, source, at, lock, stale } = props.shown
  // What staff must not do, and what is odd about the record, is nothing to hand to a customer.
  const forStaff = props.to !== 'customer'
  const inProgress = useStore((state) => state.counter.at === 'sending')
  const tooLong = tooLongWords(record.oddities)
  return (
    <>
      <ReceiptStore shown={props.shown} />
      {props.to === 'screen' && <StoreQuestion shown={props.shown} />}
      <p className="paper-gateway">
        <Sentence text={gatewayName(record)} />
      </p>
      <p className={record.amount === null ? 'paper-unreadable' : 'paper-amount mono'}>
        {record.amount === null ? (
          <Sentence text={amountWords(record)} />
        ) : (
          <BigMoney text={amountWords(record)} />
        )}
        <ChangedBadge was={props.changes?.fields.get('amount')} />
      </p>
      <p className="paper-state">
        <StateTag state={inProgress ? refundInProgress : transactionState(record)} />
        <ChangedBadge was={props.changes?.state ?? undefined} />
      </p>
      {forStaff && (lock !== null || stale !== null) && (
        <p className="paper-saved paper-locked">
          <strong>
            <span aria-hidden="true">? </span>
            {receiptWords.locked}
          </strong>
        </p>
      )}
      {forStaff && tooLong !== null && (
        <p className="paper-odd">
          <Sentence text={tooLong} />
        </p>
      )}
      {source === 'saved' && (
        <p className="paper-saved">
          <strong>
            {receiptWords.savedCopy}, {clockMoment(at, Date.now())}
          </strong>
        </p>
      )}
    </>
  )
}

/** Says beside a value that the saved copy had another; nothing when it had the same. */
export function ChangedBadge(props: { readonly was: string | undefined }) {
  if (props.was === undefined) return null
  return (
    <mark className="changed">
      <Sentence text={receiptWords.changed(props.was)} />
    </mark>
  )
}
