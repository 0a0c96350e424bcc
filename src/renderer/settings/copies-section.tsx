import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { DialogWindow } from '../ui/dialog-window'
import { PressButton } from '../ui/press-button'
import { appWords } from '../words/app-words'
import { settingsWords } from '../words/settings-words'
import { Section } from './section'

const words = settingsWords.copies

function ForgetDialog() {
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const closeDialog = useDesk((state) => state.closeDialog)
  const copiesForgotten = useDesk((state) => state.copiesForgotten)
  const forget = async () => {
    closeDialog()
    const answer = await answerOf(api.forgetCopies())
    if (answer.ok) await copiesForgotten()
    notify(answer.ok ? { kind: 'copies_forgotten' } : { kind: 'fault', fault: answer.fault })
  }
  return (
    <DialogWindow
      title={words.forgetTitle}
      closeName={appWords.cancel}
      actions={
        <PressButton look="danger" onPress={() => void forget()}>
          {words.forget}
        </PressButton>
      }
    >
      <p>{words.forgetMeaning}</p>
    </DialogWindow>
  )
}

/** The receipts that this till can show without a network, and the way to be rid of them. */
export function CopiesSection() {
  const forgetting = useDesk((state) => state.dialog === 'forget_copies')
  const openDialog = useDesk((state) => state.openDialog)
  return (
    <Section title={words.title}>
      <p>{words.help}</p>
      <div className="button-row">
        <PressButton look="danger" onPress={() => openDialog('forget_copies')}>
          {words.forget}
        </PressButton>
      </div>
      {forgetting && <ForgetDialog />}
    </Section>
  )
}
