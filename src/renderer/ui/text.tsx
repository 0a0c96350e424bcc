import { Fragment } from 'react'
import { isMarker } from '../../shared/marker'
import { isolate } from '../../shared/shown-text'

/** A part from outside, as `isolatedText` marks it; none holds another one. */
const isolatedPart = new RegExp(`${isolate.begin}([^${isolate.end}]*)${isolate.end}`, 'u')

/**
 * A sentence of our words: what came from outside orders nothing around it, and no line ends inside a marker, for half
 * of one looks like another.
 */
export function Sentence(props: { readonly text: string }) {
  const parts = props.text.split(isolatedPart)
  // The parts of one sentence never change places; every second one is from outside.
  return parts.map((part, index) => {
    const key = index
    return index % 2 === 1 ? <bdi key={key}>{part}</bdi> : <OwnWords key={key} text={part} />
  })
}

function OwnWords(props: { readonly text: string }) {
  const words = props.text.split(/(?<=\s)|(?=\s)/)
  return words.map((word, index) => {
    const bare = word.replace(/[.,:]$/, '')
    // The words of one sentence never change places.
    const key = index
    return isMarker(bare) ? (
      <span key={key} className="whole">
        {word}
      </span>
    ) : (
      <Fragment key={key}>{word}</Fragment>
    )
  })
}
