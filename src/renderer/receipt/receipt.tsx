import { memo, type ReactNode, useMemo } from 'react'
import type { ShownTransaction } from '../../shared/contract/contract'
import { isPractice } from '../../shared/contract/practice'
import type { TransactionDetails } from '../../shared/payment/transaction'
import { useStore } from '../store/store'
import { TransactionBarcode } from '../ui/barcode'
import { useFocusOnShow, useToday } from '../ui/hooks'
import { PaperFoot, type PaperLine, PaperLines, PaperOrigin, PracticeMark } from '../ui/paper-origin'
import type { ReceiptFor } from '../words/receipt'
import { words } from '../words/words'
import {
  areLinksOpen,
  ChangedBadge,
  type Changes,
  changesSince,
  ReceiptHead,
  ReceiptLinks,
  receiptLines,
} from './face'
import { MoreFields } from './more'

function Details(props: { readonly details: TransactionDetails }) {
  const { kind, firstName, lastName, requestUserId, remark } = props.details
  const rows: readonly PaperLine[] = [
    { name: words.receipt.name, value: `${firstName} ${lastName}`.trim() },
    { name: words.receipt.user, value: requestUserId },
    { name: words.receipt.remark, value: remark },
  ]
  return (
    <section className="more-section stack tight fine">
      <h3 className="label">{words.receipt.details[kind]}</h3>
      <PaperLines lines={rows.filter((row) => row.value !== '')} />
    </section>
  )
}

/** The content of a receipt, on screen and on paper. Ids can be copied on screen only. */
export function ReceiptBody(props: {
  readonly shown: ShownTransaction
  readonly to: ReceiptFor
  /** What differs from the saved copy that was shown before. */
  readonly changes?: Changes | undefined
  readonly children?: ReactNode
}) {
  const { shown, to, changes } = props
  const { record } = shown
  const on = to === 'screen' ? 'screen' : 'paper'
  const deviceId = useStore((state) => state.app.deviceId)
  const lines = receiptLines(shown, to)
  const beside = ({ field }: PaperLine) =>
    field !== undefined && <ChangedBadge was={changes?.fields.get(field)} />
  return (
    <>
      <ReceiptHead shown={shown} to={to} changes={changes} />
      {lines.money.length > 0 && <PaperLines lines={lines.money} beside={beside} />}
      <PaperLines lines={[...lines.times, ...lines.ids]} copying={on === 'screen'} beside={beside} />
      {record.transactionId !== '' && <TransactionBarcode id={record.transactionId} on={on} />}
      {/* Customers don't get the staff's names. */}
      {on === 'screen' && record.details.map((details) => <Details key={details.kind} details={details} />)}
      {props.children}
      {areLinksOpen(record) && <ReceiptLinks record={record} on={on} />}
      {on === 'paper' && <PaperOrigin service={shown.service} deviceId={deviceId} />}
    </>
  )
}

/**
 * The payment as a sheet of paper, focused when found (architecture.md, "Keys"). Memoized: typing in the form does not
 * redraw it.
 */
export const Receipt = memo(function Receipt(props: { readonly shown: ShownTransaction }) {
  const { shown } = props
  // Redraws at midnight: the time of a saved copy then needs its day.
  useToday()
  const copy = useStore((state) => state.savedCopy)
  const changes = useMemo(
    () => (copy.at === 'replaced' ? changesSince(copy.before, shown.record) : undefined),
    [copy, shown],
  )
  // The band covers the connected service only.
  const elsewhere = useStore((state) => !isPractice(state.app))
  const resting = useStore((state) => state.counter.at === 'receipt')
  // A lookup by the cashier takes the focus from the scan field too.
  const asked = useStore((state) => state.backgroundLookup !== shown.lookup)
  const ref = useFocusOnShow<HTMLElement>(shown.lookup, resting, asked)
  return (
    <div className="paper-place">
      <article className="paper" aria-label={words.receipt.article} tabIndex={-1} ref={ref}>
        {elsewhere && <PracticeMark service={shown.service} />}
        <ReceiptBody shown={shown} to="screen" changes={changes}>
          <MoreFields shown={shown} />
        </ReceiptBody>
      </article>
      {resting && <PaperFoot content={{ subject: 'receipt', shown }} />}
    </div>
  )
})
