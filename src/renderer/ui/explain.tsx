import type { ReactNode } from 'react'
import type { Explanation } from '../words/explanation'
import { Sentence } from './text'

/** What happened, what it means for the money, what to do next. */
export function Explain(props: {
  readonly explanation: Explanation
  readonly tone: 'wait' | 'no' | 'soft'
  /** What to do next changes as time passes: a live region around it says nothing of that. */
  readonly silentNext?: boolean
  readonly children?: ReactNode
}) {
  const { title, meaning, next } = props.explanation
  return (
    <div className={`alert alert-${props.tone}`}>
      <h2>
        <Sentence text={title} />
      </h2>
      <p>
        <Sentence text={meaning} />
      </p>
      <p aria-live={props.silentNext === true ? 'off' : undefined}>
        <strong>
          <Sentence text={next} />
        </strong>
      </p>
      {props.children}
    </div>
  )
}
