import { useState } from 'react'
import type { AttemptEvidence } from '../../shared/contract'
import { isUndecided } from '../../shared/refund'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { AttemptAlert } from '../outcome/attempt-alert'
import { NextLook } from '../outcome/next-look'
import { useEvidence } from '../outcome/use-evidence'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { ScrollBody } from '../ui/scroll-body'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { activityWords } from '../words/activity-words'
import { receiptWords } from '../words/receipt-words'
import { attemptState } from '../words/state-words'
import { DecideDialog } from './decide-dialog'
import { EvidenceEvents } from './evidence-events'
import { EvidenceFacts } from './evidence-facts'
import '../outcome/outcome.css'

const deciding = new Set(['unconfirmed', 'refunded_probably'])
const lookable = new Set(['unconfirmed', 'refunded_probably', 'refusal_seen', 'refused'])

function EvidenceButtons(props: {
  readonly evidence: AttemptEvidence
  readonly show: (evidence: AttemptEvidence) => void
}) {
  const { attempt } = props.evidence
  const { marker, foundBy } = attempt.intent
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const openDialog = useDesk((state) => state.openDialog)
  const lookUp = useDesk((state) => state.lookUp)
  const putOnPaper = useDesk((state) => state.putOnPaper)
  const pinSet = useDesk((state) => state.desk.supervisorPinSet)
  const [looking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    const answer = await answerOf(api.lookAgain({ marker }))
    setLooking(false)
    if (answer.ok) props.show(answer.value)
    else notify({ kind: 'fault', fault: answer.fault })
  }
  return (
    <div className="panel-foot button-row">
      {deciding.has(attempt.state) && pinSet && (
        <PressButton look="go" onPress={() => openDialog('decide')}>
          {activityWords.decide}
        </PressButton>
      )}
      {lookable.has(attempt.state) && (
        <PressButton disabled={looking} onPress={() => void look()}>
          {looking ? activityWords.looking : activityWords.lookNow}
        </PressButton>
      )}
      <PressButton onPress={() => void lookUp(foundBy.code, foundBy.kind)}>
        {activityWords.lookUp}
      </PressButton>
      <PressButton onPress={() => putOnPaper({ subject: 'outcome', attempt }, 'print')}>
        {receiptWords.print}
      </PressButton>
      <PressButton onPress={() => putOnPaper({ subject: 'outcome', attempt }, 'pdf')}>
        {receiptWords.savePdf}
      </PressButton>
    </div>
  )
}

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
  const pinSet = useDesk((state) => state.desk.supervisorPinSet)
  const dialog = useDesk((state) => state.dialog)
  const openAttempt = useDesk((state) => state.openAttempt)
  const ref = useFocusOnShow<HTMLElement>(props.marker)
  const attempt = evidence?.attempt ?? null
  return (
    <section className="panel" aria-label={activityWords.evidence} tabIndex={-1} ref={ref}>
      <div className="panel-head">
        <h2 className="panel-title mono">{props.marker}</h2>
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
            {deciding.has(attempt.state) && !pinSet && <NoPin />}
            <EvidenceEvents events={evidence.events} />
            <EvidenceFacts attempt={attempt} />
          </ScrollBody>
          <EvidenceButtons evidence={evidence} show={show} />
          {dialog === 'decide' && deciding.has(attempt.state) && <DecideDialog attempt={attempt} />}
        </>
      )}
    </section>
  )
}
