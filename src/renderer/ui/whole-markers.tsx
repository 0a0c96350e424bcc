import { Fragment } from 'react'
import { isMarker } from '../../shared/marker'

/** A sentence in which no line ends inside a marker: half of one looks like another. */
export function WholeMarkers(props: { readonly text: string }) {
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
