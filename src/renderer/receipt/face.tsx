import { memo, useEffect, useState } from 'react'
import { isolatedText, shownText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import { formatMoney, readHundredths } from '../../shared/payment/money'
import { refundability } from '../../shared/payment/refund-rules'
import type { PlainField, Transaction } from '../../shared/payment/transaction'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store'
import { Barcode, drawingTurn } from '../ui/barcode'
import { ScrollBody } from '../ui/controls'
import { clockMoment, serviceMoment } from '../ui/hooks'
import { type PaperLine, TakenElsewhere } from '../ui/paper-origin'
import { BigMoney, CopyButton, StateTag, Text, UntrustedText } from '../ui/text'
import { speech } from '../words/locale'
import {
  amountWords,
  fieldName,
  isWebAddress,
  lineWords,
  linkName,
  paidWith,
  type ReceiptFor,
  shortText,
  storeTitle,
  sumWords,
  tooLongWords,
  transactionState,
} from '../words/receipt'
import { refundInProgress } from '../words/states'
import { words } from '../words/words'
import { StoreQuestion } from './receipt-panel'

const moneyFields = ['refunded', 'tips'] as const
const timeFields = ['paid_at', 'refunded_at'] as const
const idFields = ['transaction_id', 'custom_id', 'reference_id'] as const

/** The fields on the face of the receipt. The rest is under "More". */
export const faceFields: ReadonlySet<PlainField> = new Set([...moneyFields, ...timeFields, ...idFields])

function filled(
  { record, to }: { readonly record: Transaction; readonly to: ReceiptFor },
  fields: readonly PlainField[],
  copies = false,
): readonly PaperLine[] {
  return fields.flatMap((field) => {
    const value = record.fields[field] ?? ''
    return value === '' ? [] : [{ name: fieldName(field, to), value, field, copies }]
  })
}

/** Returns the sums, unparsable ones as they came. On screen zeros are left out. */
function sums(record: Transaction, to: ReceiptFor): readonly PaperLine[] {
  return filled({ record, to }, moneyFields)
    .filter(({ value }) => to !== 'screen' || !isZero(value))
    .map((line) => ({ ...line, words: sumWords(line.value, record) ?? undefined }))
}

function isZero(text: string): boolean {
  const read = readHundredths(text)
  return read.ok && read.value === 0
}

/** Whether the amount in the head is refundable, so that no line repeats it. */
function isWhollyRefundable(record: Transaction): boolean {
  const judged = refundability(record)
  return judged.kind === 'refundable' && judged.rest.hundredths === record.amount
}

/** Returns the times, unparsable ones as they came. Only the first says whose clock it is. */
function times(record: Transaction, to: ReceiptFor): readonly PaperLine[] {
  const language = to === 'customer' ? speech.paper[0] : speech.screen
  return filled({ record, to }, timeFields).map((line, index) => ({
    ...line,
    words: serviceMoment(line.value, language) ?? undefined,
    ...(index === 0 ? { note: lineWords(to).serviceTime } : {}),
  }))
}

function refundableLine(record: Transaction, heldUp: boolean, to: ReceiptFor): PaperLine {
  const words = lineWords(to)
  const judged = refundability(record)
  const value = judged.kind !== 'refundable' ? words.none : heldUp ? words.later : formatMoney(judged.rest)
  return { name: words.refundable, value, words: value, strong: true }
}

/** Returns the lines of a receipt. A customer's paper does not say what is refundable while a refund is being checked. */
export function receiptLines(
  { record, lock, stale }: Pick<ShownTransaction, 'record' | 'lock' | 'stale'>,
  to: ReceiptFor,
) {
  const heldUp = lock !== null || stale !== null
  const saysRefundable = heldUp ? to !== 'customer' : to !== 'screen' || !isWhollyRefundable(record)
  return {
    money: [...(saysRefundable ? [refundableLine(record, heldUp, to)] : []), ...sums(record, to)],
    times: times(record, to),
    ids: filled({ record, to }, idFields, true),
  }
}

/** The store that took the payment, with a note when that is not this till's. */
function ReceiptStore(props: { readonly shown: ShownTransaction; readonly to: ReceiptFor }) {
  const storeId = storeIdOf(props.shown)
  const names = useStore((state) => state.stores.names)
  return (
    <>
      <Text
        as="h2"
        className={names.has(storeId) ? 'paper-store' : 'paper-store paper-store-id'}
        text={storeTitle(storeId, names) || lineWords(props.to).payment}
      />
      <TakenElsewhere storeId={storeId} />
    </>
  )
}

export function ReceiptHead(props: {
  readonly shown: ShownTransaction
  readonly to: ReceiptFor
  readonly changes?: Changes | undefined
}) {
  const { record, source, at, lock, stale } = props.shown
  // Customers don't get staff notes.
  const forStaff = props.to !== 'customer'
  const inProgress = useStore((state) => state.counter.at === 'sending')
  const tooLong = tooLongWords(record)
  return (
    <>
      <ReceiptStore shown={props.shown} to={props.to} />
      {props.to === 'screen' && <StoreQuestion shown={props.shown} />}
      <Text as="p" className="soft fine" text={paidWith(record, props.to)} />
      <p className={record.amount === null ? 'big' : 'paper-amount money huge'}>
        {record.amount === null ? (
          <Text text={amountWords(record)} />
        ) : (
          <BigMoney text={amountWords(record)} />
        )}
        <ChangedBadge was={props.changes?.fields.get('amount')} />
      </p>
      <p className="paper-state">
        <StateTag state={inProgress ? refundInProgress : transactionState(record, props.to)} />
        <ChangedBadge was={props.changes?.state ?? undefined} />
      </p>
      {forStaff && (lock !== null || stale !== null) && (
        <p className="paper-saved paper-locked framed fine">
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
            {lineWords(props.to).savedCopy} · {clockMoment(at, Date.now())}
          </strong>
        </p>
      )}
    </>
  )
}

/** Says what the saved copy had instead, if it differed. */
export function ChangedBadge(props: { readonly was: string | undefined }) {
  if (props.was === undefined) return null
  return (
    <mark className="changed fine">
      <Text text={props.was === '' ? words.receipt.changedWord : words.receipt.changed(props.was)} />
    </mark>
  )
}

/** What differs from the saved copy, with the copy's values in words. */
export type Changes = {
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
    if (was !== undefined && was !== now) fields.set(field, wordsFor(field, was, before))
  }
  const stateBefore = transactionState(before).word
  return { fields, state: stateBefore === transactionState(after).word ? null : stateBefore }
}

const summedFields: ReadonlySet<PlainField> = new Set(['amount', 'refunded', 'tips'])

function wordsFor(field: PlainField, text: string, record: Transaction): string {
  const isTime = timeFields.some((each) => each === field)
  const words = summedFields.has(field) ? sumWords(text, record) : isTime ? serviceMoment(text) : null
  return words ?? isolatedText(text)
}

/** In UTF-16 units: a longer text scrolls in its own box. */
const maxOpenLength = 300
/** About a page. */
const maxPrintedLength = 4000

/** The engine wraps one very long text wrongly, but not several in a row. */
const maxPieceLength = 8000

/** Splits a text without splitting a character. */
function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${maxPieceLength}}(?![\\udc00-\\udfff])`, 'g')) ?? [text]
}

/** How many characters of a long text are drawn with the receipt. The rest waits for its turn. */
const drawnAtOnce = 600

/** A long text in a box of eight lines. */
function LongBox({ text }: { readonly text: string }) {
  const [all, setAll] = useState(text.length <= drawnAtOnce)
  useEffect(() => {
    let current = true
    void drawingTurn().then(() => {
      if (current) setAll(true)
    })
    return () => {
      current = false
    }
  }, [])
  return (
    <ScrollBody className="more-long">
      <bdi>
        {piecesOf(shownText(all ? text : shortText(text, drawnAtOnce))).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be the same, and never change places
          <span key={index}>{piece}</span>
        ))}
      </bdi>
    </ScrollBody>
  )
}

/** A value of any length that the interface allows (interface.md §2.2: 65,535 characters). */
export const LongValue = memo(function LongValue(props: {
  readonly text: string
  readonly on: 'screen' | 'paper'
}) {
  const { text, on } = props
  if (on === 'paper') return <UntrustedText text={shortText(text, maxPrintedLength)} />
  return text.length <= maxOpenLength ? <UntrustedText text={text} /> : <LongBox text={text} />
})

/** A longer address would not be typed from paper. */
const maxTypedLength = 600

/** Whether the links lead to paying. A code on a paid receipt would invite paying again. */
export function areLinksOpen({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'precreated'
}

/** The payment's links as text, never opened. Links to pay have a code to scan. */
export function ReceiptLinks(props: {
  readonly record: Pick<Transaction, 'links' | 'status'>
  readonly on: 'screen' | 'paper'
}) {
  const { record, on } = props
  const { links } = record
  const coded = areLinksOpen(record)
  if (links.length === 0) return null
  return (
    <section className="paper-links more-section stack fine" aria-label={words.receipt.links.title}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and they never change places
        <figure key={index} className={coded ? 'pair' : undefined}>
          {coded && (
            <Barcode
              kind="qrcode"
              text={link.href}
              label={words.receipt.qr(isolatedText(linkName(link.rel)))}
              on={on}
            />
          )}
          <figcaption>
            <UntrustedText as="span" className="label" text={linkName(link.rel)} />
            {!isWebAddress(link.href) && <span className="soft"> {words.receipt.links.notWeb}</span>}
            <div className="link-text mono soft">
              <LongValue text={on === 'paper' ? shortText(link.href, maxTypedLength) : link.href} on={on} />
            </div>
            {on === 'screen' && (
              <CopyButton
                name={words.receipt.links.copy(isolatedText(linkName(link.rel)))}
                text={link.href}
              />
            )}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
