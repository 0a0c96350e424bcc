import { useState } from 'react'
import type { Attempt, Decision } from '../../shared/attempt'
import type { Fault } from '../../shared/fault'
import { formatMoney } from '../../shared/money'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { BigMoney } from '../ui/big-money'
import { Choice } from '../ui/choice'
import { DialogWindow } from '../ui/dialog-window'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { StateTag } from '../ui/sign'
import { TextInput } from '../ui/text-input'
import { decideWords } from '../words/activity-words'
import { appWords } from '../words/app-words'
import { explainFault } from '../words/fault-words'
import { attemptMoney } from '../words/outcome-words'
import { attemptState } from '../words/state-words'

const outcomes = [
  { value: 'refunded', name: decideWords.refunded },
  { value: 'not_refunded', name: decideWords.notRefunded },
] as const

type Form = {
  readonly to: Decision['to'] | null
  readonly supervisor: string
  readonly saw: string
  readonly why: string
}
const emptyForm: Form = { to: null, supervisor: '', saw: '', why: '' }

function asDecision(form: Form): Decision | null {
  const { to, supervisor, saw, why } = form
  if (to === null || supervisor.trim() === '' || saw.trim() === '' || why.trim() === '') return null
  return { to, supervisor, saw, why }
}

function useDecide(marker: string, decision: Decision | null) {
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const closeDialog = useDesk((state) => state.closeDialog)
  const attemptChanged = useDesk((state) => state.attemptChanged)
  const [pin, setPin] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const ready = decision !== null && pin !== '' && !busy
  const decide = async () => {
    if (!ready) return
    setBusy(true)
    setPin('')
    const answer = await answerOf(api.decideAttempt({ marker, pin, decision }))
    setBusy(false)
    if (!answer.ok) return setFault(answer.fault)
    attemptChanged(answer.value)
    closeDialog()
    notify({ kind: 'decided' })
  }
  return { pin, setPin, fault, ready, decide }
}

function DecisionFields(props: { readonly form: Form; readonly onChange: (form: Form) => void }) {
  const { form, onChange } = props
  return (
    <>
      <h3 className="label">{decideWords.outcome}</h3>
      <Choice
        label={decideWords.outcome}
        className="choice-scope"
        options={outcomes}
        value={form.to}
        onChoose={(to) => onChange({ ...form, to })}
      />
      <TextInput
        label={decideWords.saw}
        value={form.saw}
        onChange={(saw) => onChange({ ...form, saw })}
        help={decideWords.sawHelp}
        maxLength={500}
      />
      <TextInput
        label={decideWords.why}
        value={form.why}
        onChange={(why) => onChange({ ...form, why })}
        maxLength={500}
      />
      <TextInput
        label={decideWords.supervisor}
        value={form.supervisor}
        onChange={(supervisor) => onChange({ ...form, supervisor })}
        maxLength={80}
      />
    </>
  )
}

/** A supervisor writes down what became of the money. Nothing is sent (design.md, protocol 9). */
export function DecideDialog(props: { readonly attempt: Attempt }) {
  const { marker } = props.attempt.intent
  const [form, setForm] = useState<Form>(emptyForm)
  const { pin, setPin, fault, ready, decide } = useDecide(marker, asDecision(form))
  return (
    <DialogWindow
      title={decideWords.title(marker)}
      closeName={appWords.cancel}
      actions={
        <PressButton look="go" disabled={!ready} onPress={() => void decide()}>
          {decideWords.record}
        </PressButton>
      }
    >
      <p className="decide-money">
        <span className="refundable-amount mono">
          <BigMoney text={formatMoney(attemptMoney(props.attempt))} />
        </span>
        <StateTag state={attemptState(props.attempt.state)} />
      </p>
      <p className="soft">{decideWords.intro}</p>
      <DecisionFields form={form} onChange={setForm} />
      <TextInput
        label={decideWords.pin}
        kind="password"
        numeric
        value={pin}
        onChange={setPin}
        maxLength={64}
      />
      <div aria-live="assertive">
        {fault !== null && <Explain explanation={explainFault(fault)} tone="no" />}
      </div>
    </DialogWindow>
  )
}
