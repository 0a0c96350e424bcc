import { useState } from 'react'
import type { AttemptEvidence } from '../../shared/contract'
import { canBeChecked, canBeDecided } from '../outcome/attempt-options'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { activityWords } from '../words/activity'
import { receiptWords } from '../words/receipt'
import { supportText } from './support-text'

function useCheckNow(marker: string, show: (evidence: AttemptEvidence) => void) {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const [checking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    const answer = await answerOf(api.checkAttempt({ marker }))
    setChecking(false)
    if (answer.ok) show(answer.value)
    else notify({ kind: 'fault', fault: answer.fault })
  }
  return { checking, check }
}

/** What can be done about an attempt. None of it sends anything but a show. */
export function EvidenceButtons(props: {
  readonly evidence: AttemptEvidence
  readonly show: (evidence: AttemptEvidence) => void
}) {
  const { evidence, show } = props
  const { attempt, storeId } = evidence
  const { marker, foundBy } = attempt.intent
  const openDialog = useStore((state) => state.openDialog)
  const lookUp = useStore((state) => state.lookUp)
  const putOnPaper = useStore((state) => state.putOnPaper)
  const pinSet = useStore((state) => state.app.supervisorPin === 'set')
  const copy = useStore((state) => state.copy)
  const program = useStore(({ app }) => activityWords.program(app.about))
  const { checking, check } = useCheckNow(marker, show)
  const slip = { subject: 'outcome', attempt, storeId } as const
  return (
    <div className="panel-foot evidence-buttons">
      {canBeDecided(evidence) && pinSet && (
        <PressButton look="go" onPress={() => openDialog('decide')}>
          {activityWords.decide}
        </PressButton>
      )}
      {canBeChecked(attempt) && (
        <PressButton disabled={checking} onPress={() => void check()}>
          {checking ? activityWords.checking : activityWords.checkNow}
        </PressButton>
      )}
      <PressButton onPress={() => void lookUp(foundBy.code, foundBy.kind)}>
        {activityWords.lookUp}
      </PressButton>
      <PressButton onPress={() => putOnPaper(slip, 'print')}>{receiptWords.print}</PressButton>
      <PressButton onPress={() => putOnPaper(slip, 'pdf')}>{receiptWords.savePdf}</PressButton>
      <PressButton onPress={() => void copy(supportText(evidence, program), activityWords.copied(marker))}>
        {activityWords.copyAll}
      </PressButton>
    </div>
  )
}
