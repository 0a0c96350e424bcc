import './outcome.css'
import type { AttemptEvent } from '../../shared/attempt'
import { isOnItsWay } from '../../shared/attempt-states'
import type { ShownTransaction } from '../../shared/contract'
import type { AttemptView } from '../../shared/payment-standing'
import type { PaymentStore } from '../../shared/related-schemas'
import { useStore } from '../store/store-context'
import { clockSeconds } from '../ui/clock'
import { Foreign } from '../ui/foreign'
import { PressButton } from '../ui/press-button'
import { ScrollBody } from '../ui/scroll-body'
import { Sentence } from '../ui/sentence'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { eventWords } from '../words/event-words'
import { outcomeWords } from '../words/outcome-words'
import { receiptWords } from '../words/receipt-words'
import { attemptState } from '../words/state-words'
import { AttemptAlert } from './attempt-alert'
import { waitsForPerson } from './attempt-options'
import { NextCheck } from './next-check'
import { useEvidence } from './use-evidence'

type Outcome = {
  readonly attempt: AttemptView
  /** The record that the service's answer held, where there is one. */
  readonly shown: ShownTransaction | null
  readonly store: PaymentStore | null
}

/** Where the cashier goes from here with this payment: to a decision, or to its receipt. */
function Onwards({ attempt, shown }: Outcome) {
  const openAttempt = useStore((state) => state.openAttempt)
  const lookUpAgain = useStore((state) => state.lookUpAgain)
  const showReceipt = useStore((state) => state.showReceipt)
  if (waitsForPerson(attempt)) {
    return (
      <PressButton onPress={() => openAttempt(attempt.intent.marker)}>{outcomeWords.supervisor}</PressButton>
    )
  }
  return shown === null ? (
    <PressButton onPress={() => void lookUpAgain()}>{outcomeWords.tryAgain}</PressButton>
  ) : (
    <PressButton onPress={showReceipt}>{outcomeWords.showReceipt}</PressButton>
  )
}

function OutcomeButtons(props: Outcome) {
  const { attempt, store } = props
  const nextCustomer = useStore((state) => state.nextCustomer)
  const putOnPaper = useStore((state) => state.putOnPaper)
  const content = { subject: 'outcome', attempt, store } as const
  return (
    <div className="panel-foot button-grid">
      <Onwards {...props} />
      <PressButton look="go" onPress={nextCustomer}>
        {outcomeWords.nextCustomer}
      </PressButton>
      <PressButton onPress={() => putOnPaper(content, 'print')}>{receiptWords.print}</PressButton>
      <PressButton onPress={() => putOnPaper(content, 'pdf')}>{receiptWords.savePdf}</PressButton>
    </div>
  )
}

/** What came of a refund; it changes on screen when main learns more (design.md, "What the cashier reads"). */
export function OutcomePanel(props: Outcome) {
  const { attempt } = props
  const { evidence } = useEvidence(attempt.intent.marker)
  const inFlight = isOnItsWay(attempt.state)
  const ref = useFocusOnShow<HTMLElement>(`${attempt.intent.marker} ${attempt.state}`)
  const region = inFlight ? outcomeWords.sendingRegion : outcomeWords.region
  return (
    <section className="panel" aria-label={region} tabIndex={-1} ref={ref}>
      <ScrollBody className="panel-body">
        <AttemptAlert
          attempt={attempt}
          heading={<h2>{inFlight ? outcomeWords.sendingTitle : attemptState(attempt.state).word}</h2>}
        >
          <NextCheck attempt={attempt} />
          {attempt.state !== 'unconfirmed' && (
            <p className="mono marker">
              <Foreign text={attempt.intent.marker} />
            </p>
          )}
        </AttemptAlert>
        {evidence !== null && <EventLines events={evidence.events} />}
      </ScrollBody>
      {!inFlight && <OutcomeButtons {...props} />}
    </section>
  )
}

/** What happened, step by step, with this PC's times. */
function EventLines(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <section className="steps">
      <h3 className="label">{outcomeWords.happened}</h3>
      <ol>
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
    </section>
  )
}
