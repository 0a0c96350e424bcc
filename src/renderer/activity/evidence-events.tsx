import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import type { AttemptEvent } from '../../shared/attempt'
import { exactMoment } from '../ui/clock'
import { Foreign } from '../ui/foreign'
import { Sentence } from '../ui/sentence'
import { activityWords } from '../words/activity-words'
import { eventWords } from '../words/event-words'
import { outcomeWords } from '../words/outcome-words'

/** What came back for an event just as it came, or null where nothing comes back. */
function rawOf(event: AttemptEvent): string | null {
  switch (event.kind) {
    case 'answered':
    case 'checked':
    case 'alarmed':
      return event.raw === '' ? activityWords.noRaw : event.raw
    default:
      return null
  }
}

function EvidenceEvent(props: { readonly event: AttemptEvent }) {
  const { event } = props
  const raw = rawOf(event)
  return (
    <li>
      <time className="mono">{exactMoment(event.at)}</time>
      <div className="evidence-event">
        <p>
          <Sentence text={eventWords(event)} />
        </p>
        {raw !== null && (
          <Disclosure>
            <Button slot="trigger" className="button button-quiet raw-button">
              {activityWords.raw}
            </Button>
            <DisclosurePanel>
              <pre className="mono raw">
                <Foreign text={raw} lines />
              </pre>
            </DisclosurePanel>
          </Disclosure>
        )}
      </div>
    </li>
  )
}

/** Every line of the record about one attempt, in words and as it came. */
export function EvidenceEvents(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <section className="steps steps-dated">
      <h3 className="label">{outcomeWords.happened}</h3>
      <ol>
        {props.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
          <EvidenceEvent key={index} event={event} />
        ))}
      </ol>
    </section>
  )
}
