import { useId } from 'react'
import type { RelatedKind } from '../../shared/related'
import type { RelatedRecord } from '../../shared/related-schemas'
import type { RelatedState } from '../store/store-state'
import { clockMoment } from '../ui/clock'
import { Foreign } from '../ui/foreign'
import { Sentence } from '../ui/text'
import { moreWords, notAvailable, relatedLineName, relatedNames } from '../words/more-words'
import { LongValue } from './long-value'

function RelatedLines(props: { readonly record: RelatedRecord; readonly on: 'screen' | 'paper' }) {
  const { lines, cut } = props.record
  if (lines.length === 0) return <p className="soft">{moreWords.none}</p>
  return (
    <>
      <dl className="more-lines">
        {lines.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and lines never change places
          <div key={index}>
            <dt>
              <Foreign text={name === '' ? moreWords.value : relatedLineName(name)} />
            </dt>
            <dd className="mono">
              <LongValue text={value === '' ? moreWords.noValue : value} on={props.on} />
            </dd>
          </div>
        ))}
      </dl>
      {cut && <p className="soft">{moreWords.cut}</p>}
    </>
  )
}

function Body(props: { readonly state: RelatedState; readonly on: 'screen' | 'paper' }) {
  const { state } = props
  switch (state.at) {
    case 'asking':
      return <p className="soft">{moreWords.asking}</p>
    case 'failed':
      return (
        <p>
          <Sentence text={notAvailable(state.fault)} />
        </p>
      )
    case 'known':
      return <RelatedLines record={state.record} on={props.on} />
  }
}

/** One related record (interface.md §4.2, `include`), whatever its shape is, or why it is not there. */
export function RelatedSection(props: {
  readonly kind: RelatedKind
  readonly state: RelatedState
  readonly on: 'screen' | 'paper'
}) {
  const { kind, state, on } = props
  const id = useId()
  // On paper it stands below a heading of More; the screen has none.
  const Heading = on === 'paper' ? 'h3' : 'h2'
  const saved = state.at === 'known' && state.record.source === 'saved' ? state.record.at : null
  return (
    <section className="more-section" aria-labelledby={id} aria-busy={state.at === 'asking'}>
      <div className="more-head">
        <Heading className="label" id={id}>
          {relatedNames[kind]}
        </Heading>
        {saved !== null && <span className="soft">{moreWords.saved(clockMoment(saved, Date.now()))}</span>}
      </div>
      <Body state={state} on={on} />
    </section>
  )
}
