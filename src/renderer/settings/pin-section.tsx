import type { ReactNode, Ref } from 'react'
import { adoptSaved } from '../actions/app-state'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { notify } from '../store/tell'
import { Section, TextInput } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { Explain } from '../ui/text'
import { pinDamaged, pinStopped } from '../words/faults'
import { settingsWords } from '../words/settings'
import { SaveForm, useForm } from './form'

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

/** Sets the first PIN, or another one by whoever types the one that is set. */
export function PinForm(props: {
  readonly focused?: boolean
  readonly onSaved?: () => void
  readonly more?: ReactNode
}) {
  const { focused = false, onSaved, more } = props
  const isSet = useStore((state) => state.app.supervisorPin === 'set')
  const form = useForm({ current: '', next: '', again: '' })
  const { current, next, again } = form.values
  const ref = useFocusOnShow<HTMLInputElement>('pin', focused, true)
  const save = async () => {
    const proof = { with: 'pin', pin: current } as const
    const saved = await adoptSaved(call('supervisor:set-pin', { proof, newPin: next }))
    if (saved === true) onSaved?.()
    return saved
  }
  return (
    <SaveForm
      form={form}
      ready={next !== '' && again === next && (!isSet || current !== '')}
      submitName={isSet ? words.change : words.saveNew}
      savedWords={words.saved}
      save={save}
      more={more}
    >
      {isSet && <PinInput label={words.current} {...form.field('current')} />}
      <PinInput label={words.next} {...form.field('next')} inputRef={ref} />
      <PinInput
        label={words.again}
        {...form.field('again')}
        {...(again !== '' && again !== next ? { wrong: words.differs } : {})}
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
  const form = useForm({ token: '' })
  const token = form.values.token.trim()
  const reopen = async () => {
    const reopened = await adoptSaved(call('supervisor:reopen-pin', { token }))
    // The form goes with the stop: it is said by a message, and not beside the button.
    if (reopened === true) notify({ kind: 'pin_reopened' })
    return reopened
  }
  return (
    <>
      <Explain explanation={pinStopped} tone="wait" />
      <SaveForm form={form} ready={token !== ''} submitName={words.reopen} save={reopen}>
        <TextInput
          label={words.tokenInUse}
          kind="password"
          {...form.field('token')}
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
