import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { WhileOpen } from '../ui/while-open'
import { deletingWords, savedWords, copiesWords as words } from '../words/copies-words'
import { RetentionForm } from './retention-form'
import { useCopyCount } from './use-copy-count'

function ForgetDialog() {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const copiesForgotten = useStore((state) => state.copiesForgotten)
  const forget = async () => {
    const answer = await answerOf(api.forgetCopies())
    if (answer.ok) await copiesForgotten()
    notify(answer.ok ? { kind: 'copies_forgotten' } : { kind: 'fault', fault: answer.fault })
  }
  return (
    <ConfirmDialog title={words.forgetTitle} confirm={words.forget} onConfirm={() => void forget()}>
      <p>{words.forgetMeaning}</p>
    </ConfirmDialog>
  )
}

/** How many copies there are now; while some are being deleted, how many are left to go. */
function SavedNow() {
  const count = useCopyCount()
  if (count === null) return <p>{words.notOpen}</p>
  if (count === undefined) return null
  return (
    <dl className="facts">
      <div>
        <dt>{words.saved}</dt>
        <dd>{savedWords(count)}</dd>
      </div>
      {count.outside > 0 && (
        <div>
          <dt>{words.deleting}</dt>
          <dd>{deletingWords(count)}</dd>
        </div>
      )}
    </dl>
  )
}

/** The receipts that this till can show without a network, how long, and the way to be rid of them. */
export function CopiesSection() {
  const openDialog = useStore((state) => state.openDialog)
  return (
    <Section title={words.title}>
      <p>{words.help}</p>
      <SavedNow />
      <RetentionForm />
      <div className="button-row">
        <PressButton look="danger" onPress={() => openDialog('forget_copies')}>
          {words.forget}
        </PressButton>
      </div>
      <WhileOpen dialog="forget_copies">
        <ForgetDialog />
      </WhileOpen>
    </Section>
  )
}
