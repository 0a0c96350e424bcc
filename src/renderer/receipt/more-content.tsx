import type { ShownTransaction } from '../../shared/contract'
import { neverSaved } from '../../shared/never-saved'
import { type RelatedKind, relatedKinds } from '../../shared/related'
import type { PlainField } from '../../shared/transaction'
import type { RelatedRecords } from '../store/store-state'
import { fieldName, namedFields } from '../words/field-words'
import { lengthWords } from '../words/length-words'
import { moreWords } from '../words/more-words'
import { LongValue } from './long-value'
import { faceFields } from './receipt-face'
import { RelatedSection } from './related-section'
import './more.css'

/** A field's value; where there is none, what that means here. */
function valueIn({ record, source }: ShownTransaction, field: PlainField, on: 'screen' | 'paper'): string {
  const value = record.fields[field] ?? ''
  if (value === '') return source === 'saved' && neverSaved.has(field) ? moreWords.notKept : moreWords.noValue
  // A key that encrypts PINs has no place in a store's files.
  return on === 'paper' && field === 'pin_key' ? moreWords.notPrinted : value
}

function Fields(props: { readonly shown: ShownTransaction; readonly on: 'screen' | 'paper' }) {
  const { shown, on } = props
  const { extra, lengths } = shown.record
  const cut: ReadonlySet<string> = new Set(lengths.cut)
  const rest = namedFields.filter((field) => !faceFields.has(field))
  return (
    <dl className="more-lines">
      {rest.map((field) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd className="mono">
            <LongValue text={valueIn(shown, field, on)} on={on} />
            {cut.has(field) && <span className="more-note">{moreWords.cutHere}</span>}
          </dd>
        </div>
      ))}
      {Object.entries(extra).map(([name, value]) => (
        <div key={`extra ${name}`}>
          <dt className="mono">{name}</dt>
          <dd className="mono">
            <LongValue text={value} on={on} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Lengths(props: { readonly shown: ShownTransaction }) {
  const sentences = lengthWords(props.shown.record.lengths)
  if (sentences.length === 0) return null
  return (
    <div className="more-section">
      <h3 className="label">{moreWords.lengths}</h3>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
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
}) {
  const { shown, related, on } = props
  const sections = relatedKinds.flatMap((kind: RelatedKind) => {
    const state = related.get(kind)
    return state === undefined || (on === 'paper' && state.at === 'asking') ? [] : [{ kind, state }]
  })
  return (
    <>
      <Fields shown={shown} on={on} />
      <Lengths shown={shown} />
      {sections.map(({ kind, state }) => (
        <RelatedSection key={kind} kind={kind} state={state} on={on} />
      ))}
    </>
  )
}
