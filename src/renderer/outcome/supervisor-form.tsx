import { useState } from 'react'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { TextInput } from '../ui/text-input'
import { supervisorWords } from '../words/counter'

/** A supervisor allows the refund that was stopped, by name and PIN; then it is sent as it was confirmed. */
export function SupervisorForm(props: {
  /** Who was named last, with a PIN that was wrong. */
  readonly name: string
  readonly submit: string
}) {
  const confirmWithSupervisor = useStore((state) => state.confirmWithSupervisor)
  const [name, setName] = useState(props.name)
  const [pin, setPin] = useState('')
  const send = () => {
    setPin('')
    void confirmWithSupervisor({ pin, name })
  }
  return (
    <div className="form">
      <TextInput label={supervisorWords.name} value={name} onChange={setName} maxLength={80} />
      <TextInput
        label={supervisorWords.pin}
        kind="password"
        numeric
        value={pin}
        onChange={setPin}
        maxLength={64}
      />
      <PressButton look="go" confirms disabled={name.trim() === '' || pin === ''} onPress={send}>
        {props.submit}
      </PressButton>
    </div>
  )
}
