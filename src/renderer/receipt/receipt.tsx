import { Fragment, memo, type ReactNode, useMemo } from 'react'
import type { Language } from '../../shared/base/choices'
import { isolatedText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import { isPractice } from '../../shared/contract/practice'
import { formatMoney, readHundredths } from '../../shared/payment/money'
import { refundability } from '../../shared/payment/refund-rules'
import type { PlainField, Transaction, TransactionDetails } from '../../shared/payment/transaction'
import { storeIdOf, useStore } from '../store/store'
import { TransactionBarcode } from '../ui/barcode'
import { clockMoment, serviceMoment, useFocusOnShow, useToday } from '../ui/hooks'
import { PaperFoot, PaperOrigin, PracticeMark, TakenElsewhere } from '../ui/paper-origin'
import {
  BigMoney,
  CopyButton,
  type DrawnFact,
  type Fact,
  Facts,
  paperLines,
  StateTag,
  Text,
  UntrustedText,
} from '../ui/text'
import {
  amountWords,
  fieldName,
  languageFor,
  paidWith,
  type ReceiptFor,
  storeTitle,
  sumWords,
  tooLongWords,
  transactionState,
  wordsFor,
} from '../words/receipt'
import { refundInProgress } from '../words/refund'
import { words } from '../words/words'
import { areLinksOpen, idFields, MoreFields, moneyFields, ReceiptLinks, timeFields } from './more'
import { StoreQuestion } from './receipt-panel'

function Details(props: { readonly details: TransactionDetails }) {
  const { kind, firstName, lastName, requestUserId, remark } = props.details
  const rows: readonly Fact[] = [
    [words.people.name, `${firstName} ${lastName}`.trim()],
    [words.related.user, requestUserId],
    [words.receipt.remark, remark],
  ]
  return (
    <section className="more-section stack tight fine">
      <h3 className="label">{words.receipt.details[kind]}</h3>
      <Facts className={paperLines} rows={rows.filter(([, value]) => value !== '')} />
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
  return (
    <>
      <ReceiptHead shown={shown} to={to} changes={changes} />
      <ReceiptLines shown={shown} to={to} changes={changes} />
      {record.transactionId !== '' && <TransactionBarcode id={record.transactionId} to={to} />}
      {/* Customers don't get the staff's names. */}
      {to === 'screen' && record.details.map((details) => <Details key={details.kind} details={details} />)}
      {props.children}
      {areLinksOpen(record) && <ReceiptLinks record={record} to={to} />}
      {to !== 'screen' && <PaperOrigin service={shown.service} to={to} />}
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
        {elsewhere && <PracticeMark service={shown.service} to="screen" />}
        <ReceiptBody shown={shown} to="screen" changes={changes}>
          <MoreFields shown={shown} />
        </ReceiptBody>
      </article>
      {resting && <PaperFoot content={{ subject: 'receipt', shown }} />}
    </div>
  )
})

/**
 * What is refundable, sums, times and ids; what can't be parsed stands as it came. The screen leaves out zeros, and a rest
 * that the head has as the amount.
 */
function ReceiptLines(props: {
  readonly shown: ShownTransaction
  readonly to: ReceiptFor
  readonly changes: Changes | undefined
}) {
  const { to, changes } = props
  const { record, lock, stale } = props.shown
  const { receipt, more, states } = wordsFor(to)
  const line = (field: PlainField, drawn: ReactNode, after?: ReactNode): DrawnFact => [
    fieldName(field, to),
    <Fragment key="value">
      {drawn}
      {after}
      <ChangedBadge was={changes?.fields.get(field)} />
    </Fragment>,
  ]
  const language = languageFor(to)
  const read = (field: PlainField, value: string) => {
    const said = valueWords(field, value, record, language)
    return said === null ? <UntrustedText text={value} /> : <Text text={said} />
  }
  const money = filled(record, moneyFields)
    .filter(({ value }) => to !== 'screen' || readHundredths(value) !== 0)
    .map(({ field, value }) => line(field, read(field, value)))
  // Only the first says whose clock it is.
  const times = filled(record, timeFields).map(({ field, value }, index) =>
    line(field, read(field, value), index === 0 && ` · ${receipt.serviceTime}`),
  )
  const ids = filled(record, idFields).map(({ field, value }) =>
    line(
      field,
      <UntrustedText as="span" className="mono" text={value} />,
      to === 'screen' && <CopyButton name={fieldName(field)} text={value} />,
    ),
  )
  const heldUp = lock !== null || stale !== null
  const inProgress = useIsInProgress(props.shown)
  const judged = refundability(record)
  const isInHead = judged.kind === 'refundable' && judged.rest.hundredths === record.amount
  const rest = judged.kind === 'blocked' ? more.none : heldUp ? states.locked : formatMoney(judged.rest)
  // A customer's paper does not say it while a refund is sent or checked.
  const saysRest = to === 'customer' ? !heldUp && !inProgress : heldUp || to === 'store' || !isInHead
  const restLine: DrawnFact = [<b key="name">{receipt.refundable}</b>, <Text key="rest" as="b" text={rest} />]
  const sums = saysRest ? [restLine, ...money] : money
  return (
    <>
      {sums.length > 0 && <Facts className={paperLines} rows={sums} />}
      <Facts className={paperLines} rows={[...times, ...ids]} />
    </>
  )
}

/** Whether this payment's refund is being sent. Another payment's receipt may be on paper meanwhile. */
function useIsInProgress(shown: ShownTransaction): boolean {
  return useStore(({ counter }) => counter.at === 'sending' && counter.shown === shown)
}

/** Returns the fields that have a value. */
function filled<F extends PlainField>({ fields }: Transaction, wanted: readonly F[]) {
  return wanted.flatMap((field) => {
    const value = fields[field] ?? ''
    return value === '' ? [] : [{ field, value }]
  })
}

function ReceiptHead(props: {
  readonly shown: ShownTransaction
  readonly to: ReceiptFor
  readonly changes?: Changes | undefined
}) {
  const { shown, to } = props
  const { record, source, at, lock, stale } = shown
  // Customers don't get staff notes.
  const forStaff = to !== 'customer'
  const storeId = storeIdOf(shown)
  const names = useStore((state) => state.stores.names)
  const { receipt } = wordsFor(to)
  const inProgress = useIsInProgress(shown)
  const tooLong = tooLongWords(record)
  return (
    <>
      <Text as="h2" className="paper-store" text={storeTitle(storeId, names, to) || receipt.payment} />
      <TakenElsewhere storeId={storeId} to={to} />
      {to === 'screen' && <StoreQuestion shown={shown} />}
      <Text as="p" className="soft fine" text={paidWith(record, to)} />
      <p className={record.amount === null ? 'big' : 'paper-amount money huge'}>
        {record.amount === null ? (
          <Text text={amountWords(record, to)} />
        ) : (
          <BigMoney text={amountWords(record, to)} />
        )}
        <ChangedBadge was={props.changes?.fields.get('amount')} />
      </p>
      <p>
        <StateTag state={inProgress ? refundInProgress(to) : transactionState(record, to)} />
        <ChangedBadge was={props.changes?.state ?? undefined} />
      </p>
      {forStaff && (lock !== null || stale !== null) && (
        <p className="paper-saved framed fine">
          <strong>
            <span aria-hidden="true">? </span>
            {words.receipt.locked}
          </strong>
        </p>
      )}
      {forStaff && tooLong !== null && <Text as="p" className="fine" text={tooLong} />}
      {source === 'saved' && (
        <p className="paper-saved framed fine">
          <strong>
            {receipt.savedCopy} · {clockMoment(at, languageFor(to))}
          </strong>
        </p>
      )}
    </>
  )
}

/** Says what the saved copy had instead, if it differed. */
function ChangedBadge(props: { readonly was: string | undefined }) {
  if (props.was === undefined) return null
  return (
    <mark className="changed fine">
      <Text text={props.was === '' ? words.receipt.changedWord : words.receipt.changed(props.was)} />
    </mark>
  )
}

/** What differs from the saved copy, with the copy's values in words. */
type Changes = {
  readonly fields: ReadonlyMap<PlainField, string>
  /** The copy's state; null when unchanged. */
  readonly state: string | null
}

/** Compares an answer with the copy that it replaces. Fields that copies never hold (architecture.md) are no change. */
export function changesSince(before: Transaction, after: Transaction): Changes {
  const fields = new Map<PlainField, string>()
  for (const [name, now] of Object.entries(after.fields)) {
    // Object.entries loses the key type.
    const field = name as PlainField
    const was = before.fields[field]
    if (was !== undefined && was !== now)
      fields.set(field, valueWords(field, was, before) ?? isolatedText(was))
  }
  const stateBefore = transactionState(before).word
  return { fields, state: stateBefore === transactionState(after).word ? null : stateBefore }
}

const summedFields: ReadonlySet<PlainField> = new Set(['amount', 'refunded', 'tips'])

/** Returns a sum or a time in words; null for anything else and for what can't be parsed. */
function valueWords(
  field: PlainField,
  text: string,
  record: Transaction,
  language?: Language,
): string | null {
  if (summedFields.has(field)) return sumWords(text, record)
  return timeFields.some((each) => each === field) ? serviceMoment(text, language) : null
}
