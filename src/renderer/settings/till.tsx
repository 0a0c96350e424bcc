import { type ReactNode, useState } from 'react'
import { stepsLeft } from '../../shared/contract/set-up'
import { adoptAppState, appStateChanged, saveSettings } from '../actions/app-state'
import { openDialog, showSetUp } from '../actions/navigation'
import { shownAt, storeIdOf } from '../store/counter-state'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { PressButton, Section, TextInput } from '../ui/controls'
import { Facts, SetByPolicy } from '../ui/text'
import { settingsWords, setUpWords } from '../words/settings'
import { SaveForm, useForm } from './form'

const connectWords = settingsWords.service

const words = settingsWords.till

/** Nobody types 64 characters: the receipt on the counter has the id that its store's payments carry. */
function StoreIdOnScreen(props: { readonly typed: string; readonly take: (storeId: string) => void }) {
  const storeId = useStore(({ counter }) => {
    const shown = shownAt(counter)
    return shown === null ? '' : storeIdOf(shown)
  })
  if (storeId === '' || storeId === props.typed) return null
  return (
    <div className="row">
      <PressButton onPress={() => props.take(storeId)}>{words.storeIdOnScreen}</PressButton>
    </div>
  )
}

/** Settings that are typed, with the longest text that each takes. */
const fields = [
  ['storeName', 80],
  ['storeId', 64],
  ['cashier', 80],
] as const

/** What the store and the till are called, and who stands at it. */
export function TillSection() {
  const { storeName, storeId, cashier } = useStore((state) => state.app)
  const saved = { storeName, storeId, cashier }
  const form = useForm(saved)
  const typed = form.values
  // Only what differs: the store's name is a supervisor's to change, the cashier's is anybody's.
  const changes = Object.fromEntries(
    fields
      .map(([name]) => [name, typed[name].trim()] as const)
      .filter(([name, text]) => text !== saved[name]),
  )
  return (
    <Section title={words.title}>
      <SaveForm form={form} ready={Object.keys(changes).length > 0} save={() => saveSettings(changes)}>
        {fields.map(([name, maxLength]) => (
          <SetByPolicy key={name} setting={name}>
            <TextInput
              label={words[name]}
              {...form.field(name)}
              help={words[`${name}Help`]}
              maxLength={maxLength}
            />
            {name === 'storeId' && (
              <StoreIdOnScreen typed={typed.storeId} take={form.field('storeId').onChange} />
            )}
          </SetByPolicy>
        ))}
      </SaveForm>
    </Section>
  )
}

function forgetToken(): void {
  openDialog({
    at: 'confirm',
    title: connectWords.forgetTitle,
    meaning: [connectWords.forgetMeaning],
    confirm: connectWords.forget,
    act: () => void adoptAppState(call('token:forget'), { kind: 'token_forgotten' }),
  })
}

/** Where payments are looked up, and the token for it, which never comes back to this page. */
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

/** Address and token in one go. What was typed stays until it is saved. */
export function ServiceForm(props: {
  readonly submitName: string
  /** Called with each try: what it answers is called when that is over, with whether it was saved. */
  readonly onSaving?: () => (saved: boolean) => void
  /** Beside the button. */
  readonly more?: ReactNode
}) {
  const { serviceAddress: saved, policyAddress, setByPolicy } = useStore((state) => state.app)
  // What the policy enforces is the only one that would be taken; what it proposes, until there is another.
  const isProposed = saved === '' || setByPolicy.includes('serviceAddress')
  const form = useForm({ address: isProposed ? policyAddress : saved, token: '' })
  const typed = { address: form.values.address.trim(), token: form.values.token.trim() }
  // What the service did not confirm is saved by a second press, as long as nothing else is typed.
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

/** What was left for later when the till was set up: each step is one press away until it is done. */
export function SetUpSection() {
  const app = useStore((state) => state.app)
  const left = stepsLeft(app)
  if (app.mode !== 'service' || left.length === 0) return null
  return (
    <Section title={setUpWords.left}>
      <p>{setUpWords.leftMeaning}</p>
      <div className="row">
        {left.map((step) => (
          <PressButton key={step} onPress={() => showSetUp(step)}>
            {setUpWords.step(step)}
          </PressButton>
        ))}
      </div>
    </Section>
  )
}
