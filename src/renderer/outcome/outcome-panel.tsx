import type { Attempt } from '../../shared/attempt'
import { canBeDecided } from '../activity/attempt-options'
import { isHeld } from '../desk/counter-place'
import { useDesk } from '../desk/desk-context'
import { PressButton } from '../ui/press-button'
import { ScrollBody } from '../ui/scroll-body'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { outcomeWords } from '../words/outcome-words'
import { receiptWords } from '../words/receipt-words'
import { attemptState } from '../words/state-words'
import { AttemptAlert } from './attempt-alert'
import { EventLines } from './event-lines'
import { NextLook } from './next-look'
import { useEvidence } from './use-evidence'
import './outcome.css'

function OutcomeButtons(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const nextCustomer = useDesk((state) => state.nextCustomer)
  const putOnPaper = useDesk((state) => state.putOnPaper)
  const openAttempt = useDesk((state) => state.openAttempt)
  const lookAgain = useDesk((state) => state.lookAgain)
  const { marker } = attempt.intent
  const content = { subject: 'outcome', attempt } as const
  return (
    <div className="panel-foot button-grid">
      {canBeDecided(attempt) ? (
        <PressButton onPress={() => openAttempt(marker)}>{outcomeWords.supervisor}</PressButton>
      ) : (
        <PressButton onPress={() => void lookAgain()}>{outcomeWords.tryAgain}</PressButton>
      )}
      <PressButton look="go" onPress={nextCustomer}>
        {outcomeWords.nextCustomer}
      </PressButton>
      <PressButton onPress={() => putOnPaper(content, 'print')}>{receiptWords.print}</PressButton>
      <PressButton onPress={() => putOnPaper(content, 'pdf')}>{receiptWords.savePdf}</PressButton>
    </div>
  )
}

/** What came of a refund; it changes on screen when main learns more (design.md, "What the cashier reads"). */
export function OutcomePanel(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const { evidence } = useEvidence(attempt.intent.marker)
  const held = isHeld({ at: 'outcome', attempt })
  const ref = useFocusOnShow<HTMLElement>(`${attempt.intent.marker} ${attempt.state}`)
  const region = held ? outcomeWords.sendingRegion : outcomeWords.region
  return (
    <section className="panel" aria-label={region} tabIndex={-1} ref={ref}>
      <ScrollBody className="panel-body">
        <AttemptAlert
          attempt={attempt}
          heading={<h2>{held ? outcomeWords.sendingTitle : attemptState(attempt.state).word}</h2>}
        >
          <NextLook attempt={attempt} />
          {attempt.state !== 'unconfirmed' && <p className="mono marker">{attempt.intent.marker}</p>}
        </AttemptAlert>
        {evidence !== null && <EventLines events={evidence.events} />}
      </ScrollBody>
      {!held && <OutcomeButtons attempt={attempt} />}
    </section>
  )
}
