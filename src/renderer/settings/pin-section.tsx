import { type ReactNode, type Ref, useCallback, useState } from 'react'
import { adoptSaved } from '../actions/app-state'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { notify } from '../store/tell'
import { Section, TextInput } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { Explain } from '../ui/text'
import { pinDamaged, pinStopped } from '../words/faults'
import { settingsWords } from '../words/settings'
import { SaveForm } from './form'

const words = settingsWords.pin

function PinInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly wrong?: string
  readonly inputRef?: Ref<HTMLInputElement>
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

/** What a new PIN is typed into, twice, and the one that is set where it is changed. */
function usePinInputs() {
  const isSet = useStore((state) => state.app.supervisorPin === 'set')
  const [currentPin, setCurrentPin] = useState('')
  const [newPin, setNewPin] = useState('')
  const [again, setAgain] = useState('')
  const clear = useCallback(() => {
    for (const each of [setCurrentPin, setNewPin, setAgain]) each('')
  }, [])
  const save = async () => {
    const saved = await adoptSaved(
      call('supervisor:set-pin', { proof: { with: 'pin', pin: currentPin }, newPin }),
    )
    if (saved === true) clear()
    return saved
  }
  const changed = [currentPin, newPin, again].some((typed) => typed !== '')
  const ready = newPin !== '' && again === newPin && (!isSet || currentPin !== '')
  return { isSet, currentPin, setCurrentPin, newPin, setNewPin, again, setAgain, changed, ready, clear, save }
}

/** Sets the first PIN, or another one by whoever types the one that is set. */
export function PinForm(props: {
  readonly focused?: boolean
  readonly onSaved?: () => void
  readonly more?: ReactNode
}) {
  const { focused = false, onSaved, more } = props
  const pin = usePinInputs()
  const ref = useFocusOnShow<HTMLInputElement>('pin', focused, true)
  return (
    <SaveForm
      changed={pin.changed}
      ready={pin.ready}
      submitName={pin.isSet ? words.change : words.saveNew}
      savedWords={words.saved}
      onSave={async () => {
        const saved = await pin.save()
        if (saved === true) onSaved?.()
        return saved
      }}
      onPutBack={pin.clear}
      more={more}
    >
      {pin.isSet && <PinInput label={words.current} value={pin.currentPin} onChange={pin.setCurrentPin} />}
      <PinInput label={words.next} value={pin.newPin} onChange={pin.setNewPin} inputRef={ref} />
      <PinInput
        label={words.again}
        value={pin.again}
        onChange={pin.setAgain}
        {...(pin.again !== '' && pin.again !== pin.newPin ? { wrong: words.differs } : {})}
      />
    </SaveForm>
  )
}

function PinNow() {
  const isSet = useStore((state) => state.app.supervisorPin === 'set')
  return <p>{isSet ? words.set : words.notSet}</p>
}

/** Ten wrong ones in a row have stopped it: the token in use, which cashiers do not have, ends that. */
function StoppedPin() {
  const [token, setToken] = useState('')
  const clear = useCallback(() => setToken(''), [])
  const reopen = async () => {
    const reopened = await adoptSaved(call('supervisor:reopen-pin', { token }))
    // The form goes with the stop: it is said by a message, and not beside the button.
    if (reopened === true) notify({ kind: 'pin_reopened' })
    return reopened
  }
  return (
    <>
      <Explain explanation={pinStopped} tone="wait" />
      <SaveForm
        changed={token !== ''}
        ready={token.trim() !== ''}
        submitName={words.reopen}
        onSave={reopen}
        onPutBack={clear}
      >
        <TextInput
          label={words.tokenInUse}
          kind="password"
          value={token}
          onChange={setToken}
          help={words.tokenHelp}
          autoComplete="new-password"
        />
      </SaveForm>
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
      {(pin === 'set' || pin === 'none') && (
        <>
          <PinNow />
          <PinForm />
        </>
      )}
    </Section>
  )
}
