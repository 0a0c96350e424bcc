import { type FormEvent, useState } from 'react'
import { useApi, useDesk } from '../desk/desk-context'
import { PressButton } from '../ui/press-button'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings-words'
import { Section } from './section'

const words = settingsWords.pin

/** Sets or changes the PIN with which a supervisor decides. */
export function PinSection() {
  const api = useApi()
  const isSet = useDesk((state) => state.desk.supervisorPinSet)
  const adoptDesk = useDesk((state) => state.adoptDesk)
  const [currentPin, setCurrentPin] = useState('')
  const [newPin, setNewPin] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && again !== newPin
  const ready = newPin !== '' && again === newPin && (!isSet || currentPin !== '')
  const save = () => {
    if (!ready) return
    setCurrentPin('')
    setNewPin('')
    setAgain('')
    void adoptDesk(api.setSupervisorPin({ currentPin, newPin }), { kind: 'pin_set' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <Section title={words.title}>
      <p>{isSet ? words.set : words.notSet}</p>
      <form className="form" onSubmit={submit}>
        {isSet && (
          <TextInput
            label={words.current}
            kind="password"
            numeric
            value={currentPin}
            onChange={setCurrentPin}
          />
        )}
        <TextInput
          label={words.next}
          kind="password"
          numeric
          maxLength={64}
          value={newPin}
          onChange={setNewPin}
          autoComplete="new-password"
        />
        <TextInput
          label={words.again}
          kind="password"
          numeric
          maxLength={64}
          value={again}
          onChange={setAgain}
          autoComplete="new-password"
          wrong={differs}
          {...(differs ? { help: words.differs } : {})}
        />
        <div className="button-row">
          <PressButton disabled={!ready} onPress={save}>
            {isSet ? words.change : words.saveNew}
          </PressButton>
        </div>
      </form>
    </Section>
  )
}
