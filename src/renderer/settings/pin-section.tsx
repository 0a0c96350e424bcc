import { useState } from 'react'
import { useApi, useStore } from '../store/store-context'
import { Explain } from '../ui/explain'
import { Section } from '../ui/section'
import { TextInput } from '../ui/text-input'
import { pinDamaged, pinStopped } from '../words/pin-fault-words'
import { settingsWords } from '../words/settings-words'
import { Form } from './form'

const words = settingsWords.pin

function PinInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly wrong?: string
}) {
  const { wrong, ...rest } = props
  return (
    <TextInput
      {...rest}
      kind="password"
      numeric
      maxLength={64}
      autoComplete="new-password"
      wrong={wrong !== undefined}
      {...(wrong === undefined ? {} : { help: wrong })}
    />
  )
}

function PinForm() {
  const api = useApi()
  const isSet = useStore((state) => state.app.supervisorPin === 'set')
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [currentPin, setCurrentPin] = useState('')
  const [newPin, setNewPin] = useState('')
  const [again, setAgain] = useState('')
  const save = () => {
    for (const clear of [setCurrentPin, setNewPin, setAgain]) clear('')
    void adoptAppState(api.setSupervisorPin({ currentPin, newPin }), { kind: 'pin_set' })
  }
  return (
    <>
      <p>{isSet ? words.set : words.notSet}</p>
      <Form
        ready={newPin !== '' && again === newPin && (!isSet || currentPin !== '')}
        submitName={isSet ? words.change : words.saveNew}
        onSubmit={save}
      >
        {isSet && <PinInput label={words.current} value={currentPin} onChange={setCurrentPin} />}
        <PinInput label={words.next} value={newPin} onChange={setNewPin} />
        <PinInput
          label={words.again}
          value={again}
          onChange={setAgain}
          {...(again !== '' && again !== newPin ? { wrong: words.differs } : {})}
        />
      </Form>
    </>
  )
}

/** Ten wrong ones in a row have stopped it: the token in use, which cashiers do not have, ends that. */
function StoppedPin() {
  const api = useApi()
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [token, setToken] = useState('')
  const reopen = () => {
    setToken('')
    void adoptAppState(api.reopenPin({ token }), { kind: 'pin_reopened' })
  }
  return (
    <>
      <Explain explanation={pinStopped} tone="wait" />
      <Form ready={token.trim() !== ''} submitName={words.reopen} onSubmit={reopen}>
        <TextInput
          label={words.tokenInUse}
          kind="password"
          value={token}
          onChange={setToken}
          help={words.tokenHelp}
          autoComplete="new-password"
        />
      </Form>
    </>
  )
}

/** Sets or changes the PIN with which a supervisor decides. A damaged one is not for this window to replace. */
export function PinSection() {
  const pin = useStore((state) => state.app.supervisorPin)
  return (
    <Section title={words.title}>
      {pin === 'damaged' && <Explain explanation={pinDamaged} tone="wait" />}
      {pin === 'stopped' && <StoppedPin />}
      {(pin === 'set' || pin === 'none') && <PinForm />}
    </Section>
  )
}
