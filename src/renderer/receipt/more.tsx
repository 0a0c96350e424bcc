import type { ShownTransaction } from '../../shared/contract'
import { isPinKey } from '../../shared/masked-record'
import { readHundredths } from '../../shared/money'
import { neverSaved } from '../../shared/never-saved'
import { type RelatedKind, relatedKinds } from '../../shared/related'
import type { PlainField } from '../../shared/transaction'
import type { RelatedRecords } from '../store/store-state'
import { Foreign } from '../ui/foreign'
import { Sentence } from '../ui/text'
import { fieldName, namedFields } from '../words/field-words'
import { moreWords } from '../words/more-words'
import { oddityWords } from '../words/oddity-words'
import { receiptWords } from '../words/receipt'
import { faceFields } from './face'
import { LongValue } from './long-value'
import { areLinksOpen, ReceiptLinks } from './receipt-links'
import { RelatedSection } from './related-section'
import './more.css'

/** What a person asked to see of who paid, by name; empty before. */
export type Revealed = ReadonlyMap<string, string>

/** A minus here is no money for the customer (architecture.md, "Money and records"). */
function noteOn(field: PlainField, value: string): string | null {
  if (field !== 'refund_charge') return null
  const read = readHundredths(value)
  return read.ok && read.value < 0 ? receiptWords.toStore : null
}
const nothingRevealed: Revealed = new Map()

/** A field's value; where there is none, what that means here. */
function valueIn({ record, source }: ShownTransaction, field: PlainField, known: Revealed): string {
  const value = known.get(field) ?? record.fields[field] ?? ''
  if (value === '') return source === 'saved' && neverSaved.has(field) ? moreWords.notKept : moreWords.noValue
  return field === 'pin_key' ? moreWords.notShown : value
}

function FieldNote({ note }: { readonly note: string | null }) {
  return note === null ? null : <span className="line-note">, {note}</span>
}

function Fields(props: {
  readonly shown: ShownTransaction
  readonly revealed: Revealed
  readonly on: 'screen' | 'paper'
}) {
  const { shown, revealed, on } = props
  const { extra, oddities } = shown.record
  const cut: ReadonlySet<string> = new Set(oddities.cut)
  const rest = namedFields.filter((field) => !faceFields.has(field))
  return (
    <dl className="more-lines">
      {rest.map((field) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd className="mono">
            <LongValue text={valueIn(shown, field, revealed)} on={on} />
            <FieldNote note={noteOn(field, valueIn(shown, field, revealed))} />
            {cut.has(field) && <span className="more-note">{moreWords.cutHere}</span>}
          </dd>
        </div>
      ))}
      {Object.entries(extra).map(([name, value]) => (
        <div key={`extra ${name}`}>
          <dt className="mono">
            <Foreign text={name} />
          </dt>
          <dd className="mono">
            <LongValue
              text={isPinKey(name) && value !== '' ? moreWords.notShown : (revealed.get(name) ?? value)}
              on={on}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Oddities(props: { readonly shown: ShownTransaction }) {
  const sentences = oddityWords(props.shown.record.oddities)
  if (sentences.length === 0) return null
  return (
    <div className="more-section">
      <h3 className="label">{moreWords.oddities}</h3>
      {sentences.map((sentence) => (
        <p key={sentence}>
          <Sentence text={sentence} />
        </p>
      ))}
    </div>
  )
}

/**
 * All that the face of the receipt leaves out: every documented field, what the interface does not know by its own
 * name, what is longer than documented, and the related records that are chosen or known.
 */
export function MoreContent(props: {
  readonly shown: ShownTransaction
  readonly related: RelatedRecords['records']
  readonly on: 'screen' | 'paper'
  readonly revealed?: Revealed
}) {
  const { shown, related, on, revealed = nothingRevealed } = props
  const sections = relatedKinds.flatMap((kind: RelatedKind) => {
    const state = related.get(kind)
    return state === undefined || (on === 'paper' && state.at === 'asking') ? [] : [{ kind, state }]
  })
  return (
    <>
      <Fields shown={shown} revealed={revealed} on={on} />
      <Oddities shown={shown} />
      {!areLinksOpen(shown.record) && <ReceiptLinks record={shown.record} on={on} />}
      {sections.map(({ kind, state }) => (
        <RelatedSection key={kind} kind={kind} state={state} on={on} />
      ))}
    </>
  )
}
