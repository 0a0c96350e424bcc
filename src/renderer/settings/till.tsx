import { type ReactNode, useState } from 'react'
import { stepsLeft } from '../../shared/contract/set-up'
import { adoptAppState, appStateChanged, saveSettings } from '../actions/app-state'
import { openDialog, showSetUp } from '../actions/navigation'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { PressButton, Section, TextInput } from '../ui/controls'
import { Facts, SetByPolicy } from '../ui/text'
import { words } from '../words/words'
import { SaveForm, useForm } from './form'

const connectWords = words.settings.service

const tillWords = words.settings.till

const fields = [
  ['tillName', 80],
  ['storeId', 64],
  ['cashier', 80],
] as const

export function TillSection() {
  const { tillName, storeId, cashier } = useStore((state) => state.app)
  const saved = { tillName, storeId, cashier }
  // A person who is signed in is recorded instead.
  const { staffed } = useStore((state) => state.app.people)
  const shown = fields.filter(([name]) => name !== 'cashier' || !staffed)
  const form = useForm(saved)
  const typed = form.values
  // Only the changes: the till's name needs a manager, the cashier's does not.
  const changes = Object.fromEntries(
    fields
      .map(([name]) => [name, typed[name].trim()] as const)
      .filter(([name, text]) => text !== saved[name]),
  )
  return (
    <Section title={tillWords.title}>
      <SaveForm form={form} ready={Object.keys(changes).length > 0} save={() => saveSettings(changes)}>
        {shown.map(([name, maxLength]) => (
          <SetByPolicy key={name} setting={name}>
            <TextInput
              label={tillWords[name]}
              {...form.field(name)}
              help={tillWords[`${name}Help`]}
              maxLength={maxLength}
            />
          </SetByPolicy>
        ))}
      </SaveForm>
    </Section>
  )
}

function forgetToken(): void {
  openDialog({
    at: 'confirm',
    title: connectWords.forget,
    meaning: connectWords.forgetMeaning,
    act: () => void adoptAppState(call('token:forget'), { kind: 'token_forgotten' }),
  })
}

/** The service's address and token. The token never comes back to this page. */
export function ServiceSection() {
  const { mode, serviceAddress, token } = useStore((state) => state.app)
  const practice = mode === 'practice'
  return (
    <Section title={connectWords.title}>
      {practice ? <p>{connectWords.practice}</p> : <p>{connectWords.tokens[token]}</p>}
      {serviceAddress !== '' && <Facts mono rows={[[connectWords.now, serviceAddress]]} />}
      {!practice && (
        <>
          <ServiceForm submitName={connectWords.connect} />
          {token !== 'none' && (
            <div className="row">
              <PressButton look="danger" onPress={forgetToken}>
                {connectWords.forget}
              </PressButton>
            </div>
          )}
        </>
      )}
    </Section>
  )
}

/** Saves address and token together. The text stays until it is saved. */
export function ServiceForm(props: {
  readonly submitName: string
  /** Called before each save. Returns a function to call with the result. */
  readonly onSaving?: () => (saved: boolean) => void
  readonly more?: ReactNode
}) {
  const { serviceAddress: saved, policyAddress } = useStore((state) => state.app)
  // The policy's address is the only one that is taken.
  const form = useForm({ address: policyAddress || saved, token: '' })
  const typed = { address: form.values.address.trim(), token: form.values.token.trim() }
  // A second press saves what the service did not confirm, unless the text changes.
  const [doubted, setDoubted] = useState('')
  const anyway = doubted === JSON.stringify(typed)
  const save = async () => {
    const answer = await call('token:save', { ...typed, anyway })
    if (!answer.ok) return answer.fault
    if (!answer.value.saved) {
      setDoubted(JSON.stringify(typed))
      return answer.value.fault
    }
    appStateChanged(answer.value.app)
    return true
  }
  return (
    <SaveForm
      form={form}
      ready={typed.address !== '' && typed.token !== ''}
      submitName={anyway ? connectWords.anyway : props.submitName}
      savingWords={connectWords.asking}
      savedWords={connectWords.connected}
      save={async () => {
        const over = props.onSaving?.()
        const done = await save()
        over?.(done === true)
        return done
      }}
      more={props.more}
    >
      <SetByPolicy setting="serviceAddress">
        <TextInput
          label={connectWords.address}
          kind="url"
          {...form.field('address')}
          help={connectWords.addressHelp}
        />
      </SetByPolicy>
      <TextInput
        label={connectWords.token}
        kind="password"
        {...form.field('token')}
        help={connectWords.tokenHelp}
      />
    </SaveForm>
  )
}

export function SetUpSection() {
  const app = useStore((state) => state.app)
  const left = stepsLeft(app)
  if (app.mode !== 'service' || left.length === 0) return null
  return (
    <Section title={words.setUp.left}>
      <p>{words.setUp.leftMeaning}</p>
      <div className="row">
        {left.map((step) => (
          <PressButton key={step} onPress={() => showSetUp(step)}>
            {words.setUp.names[step]}
          </PressButton>
        ))}
      </div>
    </Section>
  )
}
