import type { AttemptEvent } from '../../shared/attempt'
import { exactMoment } from '../ui/clock'
import { Folded } from '../ui/folded'
import { Foreign } from '../ui/foreign'
import { Sentence } from '../ui/text'
import { activityWords } from '../words/activity'
import { eventWords } from '../words/event-words'
import { outcomeWords } from '../words/states'
import { rawOf } from './raw-answer'

/** What came back, just as it came: for whoever looks into it, folded away from everybody else. */
function RawAnswers(props: { readonly events: readonly AttemptEvent[] }) {
  const answers = props.events.flatMap((event, index) => {
    const raw = rawOf(event)
    return raw === null ? [] : [{ index, at: event.at, raw }]
  })
  if (answers.length === 0) return null
  return (
    <Folded className="raw-answers" name={activityWords.raw}>
      {answers.map(({ index, at, raw }) => (
        <figure key={index}>
          <figcaption className="mono">{exactMoment(at)}</figcaption>
          <pre className="mono raw">
            <Foreign text={raw} lines />
          </pre>
        </figure>
      ))}
    </Folded>
  )
}

/** Every line of the record about one attempt, in words, and under them what came back. */
export function EvidenceEvents(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <>
      <section className="steps steps-dated">
        <h3 className="label">{outcomeWords.happened}</h3>
        <ol>
          {props.events.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
            <li key={index}>
              <time className="mono">{exactMoment(event.at)}</time>
              <p>
                <Sentence text={eventWords(event)} />
              </p>
            </li>
          ))}
        </ol>
      </section>
      <RawAnswers events={props.events} />
    </>
  )
}
