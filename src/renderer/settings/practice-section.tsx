import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { PressButton } from '../ui/controls'
import { Section } from '../ui/section'
import { WhileOpen } from '../ui/while-open'
import { settingsWords } from '../words/settings'

const words = settingsWords.practice

function RestartDialog(props: { readonly entering: boolean }) {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const name = props.entering ? words.enter : words.leave
  const restart = async () => {
    const answer = await answerOf(props.entering ? api.enterPractice() : api.leavePractice())
    if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
  }
  return (
    <ConfirmDialog title={name} confirm={name} look="go" onConfirm={() => void restart()}>
      <p>{props.entering ? words.enterMeaning : words.leaveMeaning}</p>
    </ConfirmDialog>
  )
}

/** The way into practice and out of it; each starts the program again. */
export function PracticeSection() {
  const practice = useStore((state) => state.app.mode === 'practice')
  const openDialog = useStore((state) => state.openDialog)
  return (
    <Section title={words.title}>
      <p>{words.help}</p>
      <div className="button-row">
        <PressButton onPress={() => openDialog(practice ? 'leave_practice' : 'enter_practice')}>
          {practice ? words.leave : words.enter}
        </PressButton>
        <PressButton onPress={() => openDialog('practice_sheet')}>{words.codes}</PressButton>
      </div>
      <WhileOpen dialog="enter_practice">
        <RestartDialog entering />
      </WhileOpen>
      <WhileOpen dialog="leave_practice">
        <RestartDialog entering={false} />
      </WhileOpen>
    </Section>
  )
}
