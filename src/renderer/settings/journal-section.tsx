import { useState } from 'react'
import type { Fault } from '../../shared/fault'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { DialogWindow } from '../ui/dialog-window'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { TextInput } from '../ui/text-input'
import { appWords } from '../words/app-words'
import { explainRefundsOff } from '../words/block-words'
import { explainFault } from '../words/fault-words'
import { journalWords as words } from '../words/journal-words'
import { Section } from './section'

type Form = { readonly why: string; readonly supervisor: string; readonly pin: string }
const emptyForm: Form = { why: '', supervisor: '', pin: '' }

function useBegin(form: Form, emptied: () => void) {
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const closeDialog = useDesk((state) => state.closeDialog)
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const ready = form.why.trim() !== '' && form.supervisor.trim() !== '' && form.pin !== '' && !busy
  const begin = async () => {
    if (!ready) return
    setBusy(true)
    emptied()
    const answer = await answerOf(api.beginJournal(form))
    setBusy(false)
    if (!answer.ok) return setFault(answer.fault)
    closeDialog()
    notify({ kind: 'journal_begun', takenOver: answer.value })
  }
  return { fault, ready, begin }
}

function BeginDialog() {
  const [form, setForm] = useState<Form>(emptyForm)
  const { fault, ready, begin } = useBegin(form, () => setForm({ ...form, pin: '' }))
  const change = (name: keyof Form) => (text: string) => setForm({ ...form, [name]: text })
  return (
    <DialogWindow
      title={words.beginTitle}
      closeName={appWords.cancel}
      actions={
        <PressButton look="danger" disabled={!ready} onPress={() => void begin()}>
          {words.begin}
        </PressButton>
      }
    >
      <p>{words.portalFirst}</p>
      <p>{words.meaning}</p>
      <p className="soft">{words.untouched}</p>
      <TextInput
        label={words.why}
        value={form.why}
        onChange={change('why')}
        help={words.whyHelp}
        maxLength={500}
      />
      <TextInput
        label={words.supervisor}
        value={form.supervisor}
        onChange={change('supervisor')}
        maxLength={80}
      />
      <TextInput
        label={words.pin}
        kind="password"
        numeric
        value={form.pin}
        onChange={change('pin')}
        maxLength={64}
      />
      <div aria-live="assertive">
        {fault !== null && <Explain explanation={explainFault(fault)} tone="no" />}
      </div>
    </DialogWindow>
  )
}

/** While refunds are off: why, and where a supervisor can end it, the way to a new record of refunds. */
export function JournalSection() {
  const refunds = useDesk((state) => state.desk.refunds)
  const beginning = useDesk((state) => state.dialog === 'begin_journal')
  const openDialog = useDesk((state) => state.openDialog)
  if (refunds.on) return null
  const replaceable = refunds.why === 'journal_damaged' || refunds.why === 'journal_rolled_back'
  return (
    <Section title={words.title}>
      <Explain explanation={explainRefundsOff(refunds.why)} tone="wait">
        {replaceable && (
          <PressButton look="danger" onPress={() => openDialog('begin_journal')}>
            {words.begin}
          </PressButton>
        )}
      </Explain>
      {beginning && <BeginDialog />}
    </Section>
  )
}
