import { Fragment, memo, useEffect, useEffectEvent, useId, useState } from 'react'
import { isolatedText, shortText, shownText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { RelatedRecord } from '../../shared/contract/payment-channels'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import { readHundredths } from '../../shared/payment/money'
import { hidesSomething, isPinKey, neverSaved } from '../../shared/payment/private-fields'
import type { PlainField, Transaction } from '../../shared/payment/transaction'
import { putOnPaper } from '../actions/paper'
import { fetchRelated, readPrivate } from '../actions/related'
import {
  isRefundInFlight,
  type RelatedRecords,
  type RelatedState,
  store,
  useStore,
  viewerOf,
} from '../store/store'
import { Barcode, drawingTurn } from '../ui/barcode'
import { Folded, PressButton, ScrollBody } from '../ui/controls'
import { serviceMoment } from '../ui/hooks'
import { PaperOrigin } from '../ui/paper-origin'
import { CopyButton, type DrawnFact, Facts, Text, UntrustedText } from '../ui/text'
import { notAvailable } from '../words/faults'
import {
  fieldName,
  isWebAddress,
  linkName,
  namedFields,
  noValue,
  oddityWords,
  type ReceiptFor,
  relatedLineName,
  wordsFor,
} from '../words/receipt'
import { words } from '../words/words'

const noRelated: RelatedRecords = new Map()

/**
 * Returns the related records that Settings selects, fetched while "More" is open, but not while a refund is being sent: it
 * must not share the connection. Opening it again retries failures.
 */
function useRelated(shown: ShownTransaction, open: boolean): RelatedRecords {
  const kinds = useStore((state) => state.app.related)
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const [known, setKnown] = useState({ of: '', records: noRelated })
  const { lookup, source } = shown
  const records = known.of === lookup ? known.records : noRelated
  const fetchMissing = useEffectEvent((isAwaited: () => boolean) => {
    const missing = kinds.filter((kind) => records.get(kind)?.at !== 'known')
    const asking = missing.map((kind) => [kind, { at: 'asking' }] as const)
    setKnown({ of: lookup, records: new Map([...records, ...asking]) })
    void fetchRelated(shown, missing, (kind, state) => {
      if (isAwaited())
        setKnown((before) => ({ of: lookup, records: new Map(before.records).set(kind, state) }))
      return isAwaited()
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lookup, answer or choice is asked about anew
  useEffect(() => {
    if (!open || inFlight) return
    let current = true
    fetchMissing(() => current)
    return () => {
      current = false
    }
  }, [open, inFlight, lookup, source, kinds.join(' ')])
  return records
}

/** Keeps the payer's fields after someone asks for them, until the next receipt or answer, or until their rights end. */
function useRevealed(shown: ShownTransaction) {
  const viewer = useStore(viewerOf)
  const [known, setKnown] = useState<{
    readonly of: ShownTransaction['record']
    readonly by: string
    readonly values: Revealed
  } | null>(null)
  const { lookup, record } = shown
  useEffect(() => {
    setKnown((before) => (before?.of === record && before.by === viewer ? before : null))
  }, [record, viewer])
  const reveal = async () => {
    const values = await readPrivate(lookup)
    if (values !== null) setKnown({ of: record, by: viewerOf(store.getState()), values })
  }
  return { revealed: known?.of === record && known.by === viewer ? known.values : null, reveal }
}

/** "More": everything that the face leaves out, and buttons to print it. */
export function MoreFields({ shown }: { readonly shown: ShownTransaction }) {
  const [open, setOpen] = useState(false)
  const related = useRelated(shown, open)
  const { revealed, reveal } = useRevealed(shown)
  const storeCopy = { subject: 'store_copy', shown, related } as const
  return (
    <Folded className="more" name={words.receipt.more} onToggle={setOpen}>
      <MoreContent shown={shown} related={related} to="screen" revealed={revealed} />
      <PaperOrigin service={shown.service} to="screen" />
      <div className="row paper-foot">
        {revealed === null && hidesSomething(shown.record) && (
          <PressButton onPress={() => void reveal()}>{words.more.showPrivate}</PressButton>
        )}
        <PressButton onPress={() => putOnPaper(storeCopy, 'print')}>{words.more.storeCopy}</PressButton>
        <PressButton onPress={() => putOnPaper(storeCopy, 'pdf')}>{words.more.savePdf}</PressButton>
      </div>
    </Folded>
  )
}

/** Private values that a person asked to see, by field name. */
type Revealed = ReadonlyMap<string, string>

/** A negative fee is no money for the customer (architecture.md, "Money and records"). */
function noteOn(field: PlainField, value: string): string {
  if (field !== 'refund_charge') return ''
  return (readHundredths(value) ?? 0) < 0 ? ` · ${words.receipt.toStore}` : ''
}

/** Returns a field's value, or why it has none. */
function valueIn({ record, source }: ShownTransaction, field: PlainField, known: Revealed | null): string {
  const value = known?.get(field) ?? record.fields[field] ?? ''
  if (value === '') return source === 'saved' && neverSaved.has(field) ? words.more.notKept : noValue
  return field === 'pin_key' ? words.more.notShown : (serviceMoment(value) ?? value)
}

/** Draws the documented fields that the face leaves out, then the unknown ones, under the service's own names. */
function Fields(props: {
  readonly shown: ShownTransaction
  readonly revealed: Revealed | null
  readonly to: ReceiptFor
}) {
  const { shown, revealed, to } = props
  const rest = namedFields.filter((field) => !faceFields.has(field))
  const documented = rest.map((field): DrawnFact => {
    const value = valueIn(shown, field, revealed)
    return [
      fieldName(field),
      <Fragment key="value">
        <LongValue text={value} to={to} />
        {noteOn(field, value)}
      </Fragment>,
    ]
  })
  const unknown = Object.entries(shown.record.extra).map(([name, value]): DrawnFact => {
    const text = isPinKey(name) && value !== '' ? words.more.notShown : (revealed?.get(name) ?? value)
    return [
      <UntrustedText key="name" as="span" className="mono" text={name} />,
      <LongValue key="value" text={text} to={to} />,
    ]
  })
  return <Facts mono rows={[...documented, ...unknown]} />
}

function Oddities(props: { readonly shown: ShownTransaction }) {
  const sentences = oddityWords(props.shown.record)
  if (sentences.length === 0) return null
  return (
    <div className="more-section stack tight fine">
      <h3 className="label">{words.more.oddities}</h3>
      {sentences.map((sentence) => (
        <Text as="p" key={sentence} text={sentence} />
      ))}
    </div>
  )
}

/** Everything that the face leaves out: other fields, oddities, links and related records. */
export function MoreContent(props: {
  readonly shown: ShownTransaction
  readonly related: RelatedRecords
  readonly to: ReceiptFor
  readonly revealed?: Revealed | null
}) {
  const { shown, related, to, revealed = null } = props
  const sections = relatedKinds.flatMap((kind: RelatedKind) => {
    const state = related.get(kind)
    return state === undefined || (to !== 'screen' && state.at === 'asking') ? [] : [{ kind, state }]
  })
  return (
    <>
      <Fields shown={shown} revealed={revealed} to={to} />
      <Oddities shown={shown} />
      {!areLinksOpen(shown.record) && <ReceiptLinks record={shown.record} to={to} />}
      {sections.map(({ kind, state }) => (
        <RelatedSection key={kind} kind={kind} state={state} to={to} />
      ))}
    </>
  )
}

function RelatedLines(props: { readonly record: RelatedRecord; readonly to: ReceiptFor }) {
  const { lines, cut } = props.record
  if (lines.length === 0) return <p className="soft">{words.more.none}</p>
  return (
    <>
      <Facts
        mono
        rows={lines.map(({ name, value }) => [
          <UntrustedText key="name" text={name === '' ? words.more.value : relatedLineName(name)} />,
          <LongValue
            key="value"
            text={value === '' ? noValue : (serviceMoment(value) ?? value)}
            to={props.to}
          />,
        ])}
      />
      {cut && <p className="soft">{words.more.cut}</p>}
    </>
  )
}

/** A related record (interface.md §4.2, `include`), or why it is missing. */
function RelatedSection(props: {
  readonly kind: RelatedKind
  readonly state: RelatedState
  readonly to: ReceiptFor
}) {
  const { kind, state, to } = props
  const id = useId()
  // On paper it stands below the heading of More; the screen has none.
  const Heading = to === 'screen' ? 'h2' : 'h3'
  return (
    <section className="more-section stack tight fine" aria-labelledby={id} aria-busy={state.at === 'asking'}>
      <Heading className="label" id={id}>
        {words.related[kind]}
      </Heading>
      {state.at === 'asking' && <p className="soft">{words.more.asking}</p>}
      {state.at === 'failed' && <Text as="p" text={notAvailable(state.fault)} />}
      {state.at === 'known' && <RelatedLines record={state.record} to={to} />}
    </section>
  )
}

export const moneyFields = ['refunded', 'tips'] as const
export const timeFields = ['paid_at', 'refunded_at'] as const
export const idFields = ['transaction_id', 'custom_id', 'reference_id'] as const

/** The fields on the face of the receipt. The rest is under "More". */
const faceFields: ReadonlySet<PlainField> = new Set([...moneyFields, ...timeFields, ...idFields])

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
  useEffect(() => void drawingTurn().then(() => setAll(true)), [])
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
const LongValue = memo(function LongValue(props: { readonly text: string; readonly to: ReceiptFor }) {
  const { text, to } = props
  if (to !== 'screen') return <UntrustedText text={shortText(text, maxPrintedLength)} />
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
  readonly to: ReceiptFor
}) {
  const { record, to } = props
  const { receipt } = wordsFor(to)
  const { links } = record
  const coded = areLinksOpen(record)
  if (links.length === 0) return null
  return (
    <section className="paper-links more-section stack fine" aria-label={receipt.links.title}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and they never change places
        <figure key={index} className={coded ? 'pair' : undefined}>
          {coded && (
            <Barcode
              kind="qrcode"
              text={link.href}
              label={receipt.qr(isolatedText(linkName(link.rel, to)))}
              to={to}
            />
          )}
          <figcaption>
            <UntrustedText as="span" className="label" text={linkName(link.rel, to)} />
            {!isWebAddress(link.href) && <span className="soft"> {receipt.links.notWeb}</span>}
            <div className="link-text mono soft">
              <LongValue text={to === 'screen' ? link.href : shortText(link.href, maxTypedLength)} to={to} />
            </div>
            {to === 'screen' && (
              <CopyButton name={receipt.links.copy(isolatedText(linkName(link.rel)))} text={link.href} />
            )}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
