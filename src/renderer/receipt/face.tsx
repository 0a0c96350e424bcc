import { memo, useEffect, useState } from 'react'
import { isolatedText, shownText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import { formatMoney, readHundredths } from '../../shared/payment/money'
import { refundability } from '../../shared/payment/refund-rules'
import type { PlainField, Transaction } from '../../shared/payment/transaction'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store'
import { Barcode, drawingTurn } from '../ui/barcode'
import { clockMoment, serviceMoment } from '../ui/clock'
import { ScrollBody } from '../ui/controls'
import type { PaperLine } from '../ui/paper-origin'
import { BigMoney, CopyButton, Foreign, Sentence, StateTag } from '../ui/text'
import { speech } from '../words/locale'
import {
  amountWords,
  fieldName,
  isWebAddress,
  lineWords,
  linkName,
  linkWords,
  paidWith,
  type ReceiptFor,
  receiptWords,
  shortText,
  storeNote,
  storeTitle,
  sumWords,
  tooLongWords,
  transactionState,
} from '../words/receipt'
import { refundInProgress } from '../words/states'
import { StoreQuestion } from './receipt-panel'

const moneyFields = ['refunded', 'tips'] as const
const timeFields = ['paid_at', 'refunded_at'] as const
const idFields = ['transaction_id', 'custom_id', 'reference_id'] as const

/** The fields that the face of the receipt shows as they came; the rest stands under "More". */
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

/** Sums as the receipt's head writes its amount; a text that is none as it came. On screen nothing says zero. */
function sums(record: Transaction, to: ReceiptFor): readonly PaperLine[] {
  return filled({ record, to }, moneyFields)
    .filter(({ value }) => to !== 'screen' || !isZero(value))
    .map((line) => ({ ...line, words: sumWords(line.value, record) ?? undefined }))
}

function isZero(text: string): boolean {
  const read = readHundredths(text)
  return read.ok && read.value === 0
}

/** Whether the amount in the head is what can be refunded: then on screen no line says it again. */
function isWhollyRefundable(record: Transaction): boolean {
  const judged = refundability(record)
  return judged.kind === 'refundable' && judged.rest.hundredths === record.amount
}

/** Times as people write them; one that can't be read as it came. Whose clock they are of is said once. */
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

/**
 * The lines of a receipt: what can be refunded first, then when it was paid, then what it is called. How much is refundable
 * while a refund is being checked is the store's matter: a customer's paper does not speak of it.
 */
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

/** Whose receipt it is: the store that took the payment, and in words where that is not this till's. */
function ReceiptStore(props: { readonly shown: ShownTransaction; readonly to: ReceiptFor }) {
  const storeId = storeIdOf(props.shown)
  const names = useStore((state) => state.stores.names)
  const note = useStore((state) => storeNote(storeId, state.app, names))
  return (
    <>
      <Sentence
        as="h2"
        className={names.has(storeId) ? 'paper-store' : 'paper-store paper-store-id'}
        text={storeTitle(storeId, names) || lineWords(props.to).payment}
      />
      {note !== null && <Sentence as="p" className="paper-elsewhere framed fine" text={note} />}
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
  const tooLong = tooLongWords(record)
  return (
    <>
      <ReceiptStore shown={props.shown} to={props.to} />
      {props.to === 'screen' && <StoreQuestion shown={props.shown} />}
      <Sentence as="p" className="soft fine" text={paidWith(record, props.to)} />
      <p className={record.amount === null ? 'big' : 'paper-amount money huge'}>
        {record.amount === null ? (
          <Sentence text={amountWords(record)} />
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
            {receiptWords.locked}
          </strong>
        </p>
      )}
      {forStaff && tooLong !== null && <Sentence as="p" className="fine" text={tooLong} />}
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

/** Says beside a value that the saved copy had another; nothing when it had the same. */
export function ChangedBadge(props: { readonly was: string | undefined }) {
  if (props.was === undefined) return null
  return (
    <mark className="changed fine">
      <Sentence text={receiptWords.changed(props.was)} />
    </mark>
  )
}

/** What the service's answer says otherwise than the saved copy did, each with what the copy said, in words. */
export type Changes = {
  readonly fields: ReadonlyMap<PlainField, string>
  /** The state's word in the copy; null when it is the same. */
  readonly state: string | null
}

/** Compares an answer with the copy it replaces. What a copy never holds (architecture.md) is no change. */
export function changesSince(before: Transaction, after: Transaction): Changes {
  const fields = new Map<PlainField, string>()
  for (const [name, now] of Object.entries(after.fields)) {
    // The keys of `fields` are plain fields: only Object.entries forgets that.
    const field = name as PlainField
    const was = before.fields[field]
    if (was !== undefined && was !== now) fields.set(field, wordsFor(field, was, before))
  }
  const stateBefore = transactionState(before).word
  return { fields, state: stateBefore === transactionState(after).word ? null : stateBefore }
}

/** Fields that the receipt shows as sums. */
const summedFields: ReadonlySet<PlainField> = new Set(['amount', 'refunded', 'tips'])

function wordsFor(field: PlainField, text: string, record: Transaction): string {
  const isTime = timeFields.some((each) => each === field)
  const words = summedFields.has(field) ? sumWords(text, record) : isTime ? serviceMoment(text) : null
  return words ?? isolatedText(text)
}

/** A longer text scrolls in a box of its own, so that what stands below it is still near. In JavaScript's units. */
const longestOpen = 300
/** On paper nothing scrolls: about a page of it. */
const longestPrinted = 4000

/** The engine breaks the lines of one very long text wrongly; of several behind each other it does not. */
const longestPiece = 8000

/** The text in pieces, none of which ends inside a character. */
function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${longestPiece}}(?![\\udc00-\\udfff])`, 'g')) ?? [text]
}

/** So many characters of a long text are drawn with the receipt; the rest has a turn of its own. */
const drawnAtOnce = 600

/** A long text in its box, which shows eight lines: they come first. */
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

/** A value that may be as long as the interface allows (interface.md §2.2: 65,535 characters). */
export const LongValue = memo(function LongValue(props: {
  readonly text: string
  readonly on: 'screen' | 'paper'
}) {
  const { text, on } = props
  if (on === 'paper') return <Foreign text={shortText(text, longestPrinted)} />
  return text.length <= longestOpen ? <Foreign text={text} /> : <LongBox text={text} />
})

/** Nobody types more of an address than this off a sheet. */
const longestTyped = 600

/** Whether the links of a payment lead to paying it: a code on the receipt of a paid one would invite to pay it again. */
export function areLinksOpen({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'precreated'
}

/** The links of a payment as text, which is never opened; where they are open, each with a code to scan off the screen. */
export function ReceiptLinks(props: {
  readonly record: Pick<Transaction, 'links' | 'status'>
  readonly on: 'screen' | 'paper'
}) {
  const { record, on } = props
  const { links } = record
  const coded = areLinksOpen(record)
  if (links.length === 0) return null
  return (
    <section className="paper-links more-section stack fine" aria-label={linkWords.title}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and they never change places
        <figure key={index} className={coded ? 'pair' : undefined}>
          {coded && (
            <Barcode kind="qrcode" text={link.href} label={receiptWords.qr(linkName(link.rel))} on={on} />
          )}
          <figcaption>
            <Foreign as="span" className="label" text={linkName(link.rel)} />
            {!isWebAddress(link.href) && <span className="soft"> {linkWords.notWeb}</span>}
            <div className="link-text mono soft">
              <LongValue text={on === 'paper' ? shortText(link.href, longestTyped) : link.href} on={on} />
            </div>
            {on === 'screen' && <CopyButton name={linkWords.copy(linkName(link.rel))} text={link.href} />}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
