import { useState } from 'react'
import type { Fault } from '../../shared/fault'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { Busy } from '../ui/busy'
import { Choice } from '../ui/choice'
import { PressButton } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { FaultExplained } from '../ui/fault-explained'
import { TextInput } from '../ui/text-input'
import { appWords } from '../words/app-words'
import { supervisorWords, supervisorSessionWords as words } from '../words/counter'

const proofs = [
  { value: 'pin', name: words.pin },
  { value: 'token', name: words.token },
] as const

function useProof() {
  const api = useApi()
  const asked = useStore((state) => state.askedProof)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const closeDialog = useStore((state) => state.closeDialog)
  const [by, setBy] = useState(asked)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = (chosen: 'pin' | 'token') => {
    setBy(chosen)
    setText('')
  }
  const submit = async () => {
    if (text === '' || busy) return
    setBusy(true)
    setFault(null)
    const proof =
      by === 'pin' ? ({ with: 'pin', pin: text } as const) : ({ with: 'token', stored: text.trim() } as const)
    const answer = await answerOf(api.beginSupervisor(proof))
    setBusy(false)
    if (!answer.ok) {
      if (answer.fault.kind === 'pin_wrong') setText('')
      return setFault(answer.fault)
    }
    await adoptAppState(Promise.resolve(answer), null)
    closeDialog()
  }
  return { asked, by, choose, text, setText, fault, busy, ready: text !== '' && !busy, submit }
}

/** Asks for a supervisor's proof. What needed it is done when the dialog closes (supervised-api.ts). */
export function SupervisorDialog() {
  const { asked, by, choose, text, setText, fault, busy, ready, submit } = useProof()
  return (
    <DialogWindow
      title={words.title}
      closeName={appWords.cancel}
      actions={
        <>
          <Busy shown={busy} words={supervisorWords.checking} />
          <PressButton look="go" disabled={!ready} onPress={() => void submit()}>
            {words.submit}
          </PressButton>
        </>
      }
    >
      <p>{asked === 'pin' ? words.byPin : words.byToken}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {asked === 'pin' && <Choice label={words.proof} options={proofs} value={by} onChoose={choose} />}
        <TextInput
          label={by === 'pin' ? words.pin : words.token}
          kind="password"
          numeric={by === 'pin'}
          value={text}
          onChange={setText}
          autoComplete="new-password"
          focused
        />
      </form>
      <div aria-live="assertive">{fault !== null && <FaultExplained fault={fault} />}</div>
    </DialogWindow>
  )
}
