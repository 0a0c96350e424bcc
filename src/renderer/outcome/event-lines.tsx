import type { AttemptEvent } from '../../shared/attempt'
import { clockSeconds } from '../ui/clock'
import { eventWords } from '../words/event-words'
import { outcomeWords } from '../words/outcome-words'

/** What happened, step by step, with this PC's times. */
export function EventLines(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <section className="steps">
      <h3 className="label">{outcomeWords.happened}</h3>
      <ol>
        {props.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
          <li key={index}>
            <time className="mono">{clockSeconds(event.at)}</time>
            <span>{eventWords(event)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
