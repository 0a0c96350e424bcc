import { useEffect, useMemo, useState } from 'react'
import type { CopyCount } from '../../shared/contract'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { useAnswer } from '../store/use-answer'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { PressButton } from '../ui/controls'
import { Facts } from '../ui/facts'
import { Section } from '../ui/section'
import { WhileOpen } from '../ui/while-open'
import { deletingWords, savedWords, copiesWords as words } from '../words/copies-words'
import { RetentionForm } from './records'

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
  const deleting = count.outside > 0 ? [[words.deleting, deletingWords(count)] as const] : []
  return <Facts rows={[[words.saved, savedWords(count)], ...deleting]} />
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

const askAgainMilliseconds = 1000

/**
 * How many saved copies there are, asked anew while those beyond the store's limits are being deleted and
 * whenever they were forgotten. Undefined until main has answered, null while they cannot be opened.
 */
function useCopyCount(): CopyCount | null | undefined {
  const api = useApi()
  const keepDays = useStore((state) => state.app.keepDays)
  const keepCopies = useStore((state) => state.app.keepCopies)
  const changed = useStore((state) => state.copiesChanged)
  const [count, setCount] = useState<CopyCount | null | undefined>()
  const [turn, setTurn] = useState(0)
  const asked = useMemo(
    () => ({ keepDays, keepCopies, changed, turn }),
    [keepDays, keepCopies, changed, turn],
  )
  useAnswer(
    asked,
    () => api.countCopies({ keepDays, keepCopies }),
    (answer) => {
      if (answer.ok) setCount(answer.value)
    },
  )
  useEffect(() => {
    if (!count || count.outside === 0) return
    const timer = setTimeout(() => setTurn((before) => before + 1), askAgainMilliseconds)
    return () => clearTimeout(timer)
  }, [count])
  return count
}
