import type { ReactNode } from 'react'
import type { Explanation } from '../words/explanation'
import { WholeMarkers } from './whole-markers'

/** What happened, what it means for the money, what to do next. */
export function Explain(props: {
  readonly explanation: Explanation
  readonly tone: 'wait' | 'no' | 'soft'
  readonly children?: ReactNode
}) {
  const { title, meaning, next } = props.explanation
  return (
    <div className={`alert alert-${props.tone}`}>
      <h2>{title}</h2>
      <p>
        <WholeMarkers text={meaning} />
      </p>
      <p>
        <strong>{next}</strong>
      </p>
      {props.children}
    </div>
  )
}
