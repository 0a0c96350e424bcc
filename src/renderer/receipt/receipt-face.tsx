import type { ShownTransaction } from '../../shared/contract'
import { gatewayName, gateways, isGatewayCode } from '../../shared/gateway'
import { formatMoney, writeHundredths } from '../../shared/money'
import { refundability } from '../../shared/refund-rules'
import type { PlainField, Transaction } from '../../shared/transaction'
import { BigMoney } from '../ui/big-money'
import { clockMoment } from '../ui/clock'
import { StateTag } from '../ui/sign'
import { fieldName, receiptWords, transactionState } from '../words/receipt-words'
import type { Changes } from './changed-fields'
import { ChangedMark } from './changed-mark'

type Line = {
  readonly name: string
  readonly value: string
  readonly field?: PlainField
  readonly strong?: boolean
  readonly copies?: boolean
}

const moneyFields = ['tips', 'charge', 'refunded', 'refund_charge', 'net'] as const
const timeFields = ['paid_at', 'refunded_at', 'settled_at'] as const
const idFields = ['transaction_id', 'custom_id', 'reference_id'] as const

/** The fields that the face of the receipt shows; the rest stands under "More". */
export const faceFields: ReadonlySet<PlainField> = new Set([
  ...moneyFields,
  ...timeFields,
  ...idFields,
  'amount',
  'currency',
  'status',
])

function filled(record: Transaction, fields: readonly PlainField[], copies = false): readonly Line[] {
  return fields.flatMap((field) => {
    const value = record.fields[field] ?? ''
    return value === '' ? [] : [{ name: fieldName(field), value, field, copies }]
  })
}

function refundableLine(record: Transaction, locked: boolean): Line {
  const judged = refundability(record)
  const value =
    judged.kind !== 'refundable'
      ? receiptWords.nothingRefundable
      : locked
        ? receiptWords.refundableLater
        : writeHundredths(judged.rest.hundredths)
  return { name: receiptWords.refundable, value, strong: true }
}

/** The lines of a receipt, amounts and times as the service gave them. */
export function receiptLines({ record, locked }: Pick<ShownTransaction, 'record' | 'locked'>) {
  return {
    ids: filled(record, idFields, true),
    times: filled(record, timeFields),
    money: [...filled(record, moneyFields), refundableLine(record, locked !== null)],
  }
}

export type ReceiptLine = Line

/** The top of the paper: whose, how paid, how much, and how it stands. */
export function ReceiptHead(props: {
  readonly shown: ShownTransaction
  readonly storeName: string
  readonly changes?: Changes | undefined
}) {
  const { record, source, at } = props.shown
  const { amount, currency, gatewayCode } = record
  const amountBefore = props.changes?.fields.get('amount')
  const stateBefore = props.changes?.state ?? undefined
  return (
    <>
      <p className="paper-store">{props.storeName === '' ? receiptWords.noStore : props.storeName}</p>
      <p className="paper-gateway">
        {gatewayName(gatewayCode)}
        {isGatewayCode(gatewayCode) && ` · ${gateways[gatewayCode].kind}`}
      </p>
      <p className="paper-amount mono">
        {amount === null ? (
          receiptWords.amountUnreadable
        ) : (
          <BigMoney text={formatMoney({ hundredths: amount, currency })} />
        )}
        <ChangedMark was={amountBefore} />
      </p>
      <p className="paper-state">
        <StateTag state={transactionState(record)} />
        <ChangedMark was={stateBefore} />
      </p>
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
