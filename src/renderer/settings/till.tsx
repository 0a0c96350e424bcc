import { type ReactNode, useCallback, useState } from 'react'
import { succeed } from '../../shared/result'
import { stepsLeft } from '../../shared/set-up'
import { adoptAppState, adoptSaved } from '../actions/app-state'
import { openDialog, showSetUp } from '../actions/navigation'
import { shownAt, storeIdOf } from '../store/counter-state'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { PressButton, Section, TextInput } from '../ui/controls'
import { ConfirmDialog, WhileOpen } from '../ui/dialog'
import { Facts, Locked } from '../ui/text'
import { settingsWords, setUpWords, tokenWords } from '../words/settings'
import { SaveForm } from './form'

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
    <div className="button-row">
      <PressButton onPress={() => props.take(storeId)}>{words.storeIdOnScreen}</PressButton>
    </div>
  )
}

const names = ['storeName', 'storeId', 'cashier'] as const
type Names = Readonly<Record<(typeof names)[number], string>>

/** What was typed and differs from what is saved: the store's name is a supervisor's to change, the cashier's is anybody's. */
function changesIn(typed: Names, saved: Names): Partial<Names> {
  const differing = names.filter((name) => typed[name].trim() !== saved[name])
  return Object.fromEntries(differing.map((name) => [name, typed[name].trim()]))
}

/** What the store and the till are called, and who stands at it. */
export function TillSection() {
  const storeName = useStore((state) => state.app.storeName)
  const storeId = useStore((state) => state.app.storeId)
  const cashier = useStore((state) => state.app.cashier)
  const [typed, setTyped] = useState<Partial<Names>>({})
  const saved = { storeName, storeId, cashier }
  const shown = { ...saved, ...typed }
  const changes = changesIn(shown, saved)
  const putBack = useCallback(() => setTyped({}), [])
  const save = async () => {
    const done = await adoptSaved(call('settings:save', changes))
    if (done === true) putBack()
    return done
  }
  return (
    <Section title={words.title}>
      <SaveForm changed={Object.keys(changes).length > 0} onSave={save} onPutBack={putBack}>
        <Locked setting="storeName">
          <TextInput
            label={words.storeName}
            value={shown.storeName}
            onChange={(text) => setTyped({ ...typed, storeName: text })}
            help={words.storeNameHelp}
            maxLength={80}
          />
        </Locked>
        <Locked setting="storeId">
          <TextInput
            label={words.storeId}
            value={shown.storeId}
            onChange={(text) => setTyped({ ...typed, storeId: text })}
            help={words.storeIdHelp}
            maxLength={64}
          />
          <StoreIdOnScreen typed={shown.storeId} take={(id) => setTyped({ ...typed, storeId: id })} />
        </Locked>
        <Locked setting="cashier">
          <TextInput
            label={words.cashier}
            value={shown.cashier}
            onChange={(text) => setTyped({ ...typed, cashier: text })}
            help={words.cashierHelp}
            maxLength={80}
          />
        </Locked>
      </SaveForm>
    </Section>
  )
}

function ForgetDialog() {
  return (
    <ConfirmDialog
      title={connectWords.forgetTitle}
      confirm={connectWords.forget}
      onConfirm={() => void adoptAppState(call('token:forget'), { kind: 'token_forgotten' })}
    >
      <p>{connectWords.forgetMeaning}</p>
    </ConfirmDialog>
  )
}

/** Where payments are looked up, and the token for it, which never comes back to this page. */
export function ServiceSection() {
  const practice = useStore((state) => state.app.mode === 'practice')
  const address = useStore((state) => state.app.serviceAddress)
  const token = useStore((state) => state.app.token)
  return (
    <Section title={connectWords.title}>
      {practice ? <p>{connectWords.practice}</p> : <p>{tokenWords(token)}</p>}
      {address !== '' && <Facts mono rows={[[connectWords.now, address]]} />}
      {!practice && (
        <>
          <ServiceForm submitName={connectWords.connect} />
          {token !== 'none' && (
            <div className="button-row">
              <PressButton look="danger" onPress={() => openDialog('forget_token')}>
                {connectWords.forget}
              </PressButton>
            </div>
          )}
        </>
      )}
      <WhileOpen dialog="forget_token">
        <ForgetDialog />
      </WhileOpen>
    </Section>
  )
}

function useSaveToken() {
  const saved = useStore((state) => state.app.serviceAddress)
  // What the policy enforces is the only one that would be taken; what it proposes, until there is another.
  const proposed = useStore((state) => state.app.policyAddress)
  const isSet = useStore((state) => state.app.setByPolicy.includes('serviceAddress'))
  const first = isSet || saved === '' ? proposed : saved
  const [address, setAddress] = useState(first)
  const [token, setToken] = useState('')
  const putBack = useCallback(() => {
    setAddress(first)
    setToken('')
  }, [first])
  const typed = { address: address.trim(), token: token.trim() }
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
    setToken('')
    return adoptSaved(Promise.resolve(succeed(answer.value.app)))
  }
  const changed = address.trim() !== first || token !== ''
  const ready = address.trim() !== '' && token.trim() !== ''
  return { address, setAddress, token, setToken, changed, ready, anyway, save, putBack }
}

/** Address and token in one go. What was typed stays until it is saved. */
export function ServiceForm(props: {
  readonly submitName: string
  /** Called with each try: what it answers is called when that is over, with whether it was saved. */
  readonly onSaving?: () => (saved: boolean) => void
  /** Beside the button. */
  readonly more?: ReactNode
}) {
  const { submitName, onSaving, more } = props
  const { address, setAddress, token, setToken, changed, ready, anyway, save, putBack } = useSaveToken()
  return (
    <SaveForm
      changed={changed}
      ready={ready}
      submitName={anyway ? connectWords.anyway : submitName}
      savingWords={connectWords.asking}
      savedWords={connectWords.connected}
      onSave={async () => {
        const over = onSaving?.()
        const saved = await save()
        over?.(saved === true)
        return saved
      }}
      onPutBack={putBack}
      more={more}
    >
      <Locked setting="serviceAddress">
        <TextInput
          label={connectWords.address}
          kind="url"
          value={address}
          onChange={setAddress}
          help={connectWords.addressHelp}
        />
      </Locked>
      <TextInput
        label={connectWords.token}
        kind="password"
        value={token}
        onChange={setToken}
        help={connectWords.tokenHelp}
        autoComplete="new-password"
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
      <div className="button-row">
        {left.map((step) => (
          <PressButton key={step} onPress={() => showSetUp(step)}>
            {setUpWords.step(step)}
          </PressButton>
        ))}
      </div>
    </Section>
  )
}
