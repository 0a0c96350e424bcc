import type { State } from '../words/state-words'
import { Sentence } from './text'

/** A state: a sign for the eye, a word for everyone. */
export function StateTag(props: { readonly state: State }) {
  const { sign, word, tone } = props.state
  return (
    <span className={`state state-${tone}`}>
      <span aria-hidden="true">{sign}</span> <Sentence text={word} />
    </span>
  )
}
