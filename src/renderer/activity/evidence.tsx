import { formatMoney } from '../../shared/money'
import { isUndecided } from '../../shared/refund'
import { useDesk } from '../desk/desk-context'
import { AttemptAlert } from '../outcome/attempt-alert'
import { NextLook } from '../outcome/next-look'
import { useEvidence } from '../outcome/use-evidence'
import { BigMoney } from '../ui/big-money'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { ScrollBody } from '../ui/scroll-body'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { activityWords } from '../words/activity-words'
import { attemptMoney } from '../words/outcome-words'
import { pinDamaged } from '../words/pin-fault-words'
import { attemptState } from '../words/state-words'
import { canBeDecided } from './attempt-options'
import { DecideDialog } from './decide-dialog'
import { EvidenceButtons } from './evidence-buttons'
import { EvidenceEvents } from './evidence-events'
import { EvidenceFacts } from './evidence-facts'
import '../outcome/outcome.css'

function NoPin() {
  const go = useDesk((state) => state.go)
  return (
    <Explain
      tone="wait"
      explanation={{
        title: activityWords.noPinTitle,
        meaning: activityWords.noPinMeaning,
        next: activityWords.noPinNext,
      }}
    >
      <PressButton onPress={() => go('settings')}>{activityWords.openSettings}</PressButton>
    </Explain>
  )
}

/** One attempt: how it stands, what was sent, what came back, every look since; and what can be done. */
export function Evidence(props: { readonly marker: string }) {
  const { evidence, show } = useEvidence(props.marker)
  const pin = useDesk((state) => state.desk.supervisorPin)
  const dialog = useDesk((state) => state.dialog)
  const openAttempt = useDesk((state) => state.openAttempt)
  const ref = useFocusOnShow<HTMLElement>(props.marker)
  const attempt = evidence?.attempt ?? null
  return (
    <section className="panel" aria-label={activityWords.evidence} tabIndex={-1} ref={ref}>
      <div className="panel-head">
        <h2 className="evidence-title mono">
          {attempt !== null && (
            <span className="refundable-amount">
              <BigMoney text={formatMoney(attemptMoney(attempt))} />
            </span>
          )}
          <span>{props.marker}</span>
        </h2>
        <PressButton look="quiet" onPress={() => openAttempt(null)}>
          {activityWords.backToList}
        </PressButton>
      </div>
      {evidence !== null && attempt !== null && (
        <>
          <ScrollBody className="panel-body">
            <AttemptAlert attempt={attempt} heading={<h3>{attemptState(attempt.state).word}</h3>}>
              {isUndecided(attempt.state) && <NextLook attempt={attempt} />}
            </AttemptAlert>
            {canBeDecided(attempt) && pin === 'none' && <NoPin />}
            {canBeDecided(attempt) && pin === 'damaged' && <Explain explanation={pinDamaged} tone="wait" />}
            <EvidenceEvents events={evidence.events} />
            <EvidenceFacts attempt={attempt} />
          </ScrollBody>
          <EvidenceButtons attempt={attempt} show={show} />
          {dialog === 'decide' && canBeDecided(attempt) && <DecideDialog attempt={attempt} />}
        </>
      )}
    </section>
  )
}
