import type { ReactNode } from 'react'
import type { Explanation } from '../words/explanation'
import { Sentence } from './sentence'

/** What happened, what it means for the money, what to do next. */
export function Explain(props: {
  readonly explanation: Explanation
  readonly tone: 'wait' | 'no' | 'soft'
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
      <p>
        <strong>
          <Sentence text={next} />
        </strong>
      </p>
      {props.children}
    </div>
  )
}
