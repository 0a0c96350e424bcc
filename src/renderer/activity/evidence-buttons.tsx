import { useState } from 'react'
import type { Attempt } from '../../shared/attempt'
import type { AttemptEvidence } from '../../shared/contract'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { PressButton } from '../ui/press-button'
import { activityWords } from '../words/activity-words'
import { receiptWords } from '../words/receipt-words'
import { canBeDecided, canBeLookedAt } from './attempt-options'

function useLookNow(marker: string, show: (evidence: AttemptEvidence) => void) {
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const [looking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    const answer = await answerOf(api.lookAgain({ marker }))
    setLooking(false)
    if (answer.ok) show(answer.value)
    else notify({ kind: 'fault', fault: answer.fault })
  }
  return { looking, look }
}

/** What can be done about an attempt. None of it sends anything but a look. */
export function EvidenceButtons(props: {
  readonly attempt: Attempt
  readonly show: (evidence: AttemptEvidence) => void
}) {
  const { attempt, show } = props
  const { marker, foundBy } = attempt.intent
  const openDialog = useDesk((state) => state.openDialog)
  const lookUp = useDesk((state) => state.lookUp)
  const putOnPaper = useDesk((state) => state.putOnPaper)
  const pinSet = useDesk((state) => state.desk.supervisorPin === 'set')
  const { looking, look } = useLookNow(marker, show)
  const slip = { subject: 'outcome', attempt, store: null } as const
  return (
    <div className="panel-foot evidence-buttons">
      {canBeDecided(attempt) && pinSet && (
        <PressButton look="go" onPress={() => openDialog('decide')}>
          {activityWords.decide}
        </PressButton>
      )}
      {canBeLookedAt(attempt) && (
        <PressButton disabled={looking} onPress={() => void look()}>
          {looking ? activityWords.looking : activityWords.lookNow}
        </PressButton>
      )}
      <PressButton onPress={() => void lookUp(foundBy.code, foundBy.kind)}>
        {activityWords.lookUp}
      </PressButton>
      <PressButton onPress={() => putOnPaper(slip, 'print')}>{receiptWords.print}</PressButton>
      <PressButton onPress={() => putOnPaper(slip, 'pdf')}>{receiptWords.savePdf}</PressButton>
    </div>
  )
}
