import './outcome.css'
import type { AttemptEvent } from '../../shared/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt-states'
import type { AttemptView } from '../../shared/payment-standing'
import { unreachable } from '../../shared/result'
import { clockSeconds } from '../ui/clock'
import { Folded } from '../ui/folded'
import { Foreign } from '../ui/foreign'
import { ScrollBody } from '../ui/scroll-body'
import { Sentence } from '../ui/text'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { eventWords } from '../words/event-words'
import { attemptState } from '../words/state-words'
import { attemptMoney, outcomeWords, sayToCustomer } from '../words/states'
import { AttemptAlarms, AttemptWords } from './attempt'
import { CustomerLine } from './customer-line'
import { type Outcome, OutcomeButtons } from './frame'
import { NextCheck } from './next-check'
import { OutcomeHead } from './outcome-head'
import { SendingPanel } from './sending-panel'
import { useEvidence } from './use-evidence'

/** The five outcomes, told apart by the panel's ground (outcome.css). */
type Ground = 'refunded' | 'probably' | 'unconfirmed' | 'not_sent' | 'not_refunded'

function groundOf(state: AttemptState): Ground {
  switch (state) {
    case 'refunded':
      return 'refunded'
    case 'refunded_probably':
      return 'probably'
    case 'refusal_seen':
    case 'refused':
    case 'not_refunded':
      return 'not_refunded'
    case 'not_sent':
      return 'not_sent'
    case 'sending':
    case 'unconfirmed':
      return 'unconfirmed'
    default:
      return unreachable(state)
  }
}

/** What came of a refund; it changes on screen when main learns more (architecture.md, "What the cashier reads"). */
export function OutcomePanel(props: Outcome) {
  const { attempt } = props
  // A page that was loaded again meanwhile.
  return isOnItsWay(attempt.state) ? (
    <SendingPanel amount={attemptMoney(attempt)} attempt={attempt} />
  ) : (
    <SettledPanel {...props} />
  )
}

function SettledPanel(props: Outcome) {
  const { attempt } = props
  const ref = useFocusOnShow<HTMLElement>(`${attempt.intent.marker} ${attempt.state}`)
  const said = sayToCustomer(attempt)
  return (
    <section
      className="panel outcome"
      data-ground={groundOf(attempt.state)}
      aria-label={outcomeWords.region}
      tabIndex={-1}
      ref={ref}
    >
      <ScrollBody className="panel-body">
        <OutcomeHead state={attemptState(attempt.state)} money={attemptMoney(attempt)} />
        <AttemptAlarms attempt={attempt} />
        <div className="outcome-said">
          <AttemptWords attempt={attempt} below="head" />
          <NextCheck attempt={attempt} />
          {attempt.state !== 'unconfirmed' && (
            <p className="mono marker">
              <Foreign text={attempt.intent.marker} />
            </p>
          )}
        </div>
        {said !== null && <CustomerLine words={said} />}
        <Happened attempt={attempt} />
      </ScrollBody>
      <OutcomeButtons {...props} />
    </section>
  )
}

/** What happened, step by step, for whoever wants to know. */
function Happened(props: { readonly attempt: AttemptView }) {
  return (
    <Folded name={outcomeWords.happened}>
      <Events marker={props.attempt.intent.marker} />
    </Folded>
  )
}

function Events(props: { readonly marker: string }) {
  const { evidence } = useEvidence(props.marker)
  return evidence !== null && <EventLines events={evidence.events} />
}

/** Each step with this PC's time. */
function EventLines(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <ol className="steps" aria-label={outcomeWords.happened}>
      {props.events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
        <li key={index}>
          <time className="mono">{clockSeconds(event.at)}</time>
          <span>
            <Sentence text={eventWords(event)} />
          </span>
        </li>
      ))}
    </ol>
  )
}
