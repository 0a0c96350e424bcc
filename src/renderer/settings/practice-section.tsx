import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { DialogWindow } from '../ui/dialog-window'
import { PressButton } from '../ui/press-button'
import { appWords } from '../words/app-words'
import { settingsWords } from '../words/settings-words'
import { Section } from './section'

const words = settingsWords.practice

function RestartDialog(props: { readonly entering: boolean }) {
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const closeDialog = useDesk((state) => state.closeDialog)
  const name = props.entering ? words.enter : words.leave
  const restart = async () => {
    closeDialog()
    const answer = await answerOf(props.entering ? api.enterPractice() : api.leavePractice())
    if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
  }
  return (
    <DialogWindow
      title={name}
      closeName={appWords.cancel}
      actions={
        <PressButton look="go" onPress={() => void restart()}>
          {name}
        </PressButton>
      }
    >
      <p>{props.entering ? words.enterMeaning : words.leaveMeaning}</p>
    </DialogWindow>
  )
}

/** The way into practice and out of it; each starts the program again. */
export function PracticeSection() {
  const practice = useDesk((state) => state.desk.mode === 'practice')
  const dialog = useDesk((state) => state.dialog)
  const openDialog = useDesk((state) => state.openDialog)
  return (
    <Section title={words.title}>
      <p>{words.help}</p>
      <div className="button-row">
        <PressButton onPress={() => openDialog(practice ? 'leave_practice' : 'enter_practice')}>
          {practice ? words.leave : words.enter}
        </PressButton>
        <PressButton onPress={() => openDialog('practice_sheet')}>{words.codes}</PressButton>
      </div>
      {(dialog === 'enter_practice' || dialog === 'leave_practice') && (
        <RestartDialog entering={dialog === 'enter_practice'} />
      )}
    </Section>
  )
}
