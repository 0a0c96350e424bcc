import { type ReactNode, useCallback, useState } from 'react'
import type { AppState } from '../../shared/contract'
import { succeed } from '../../shared/result'
import { stepsLeft } from '../../shared/set-up'
import { isolatedText } from '../../shared/shown-text'
import { answerOf } from '../store/answer'
import { shownAt, storeIdOf } from '../store/counter-state'
import { useApi, useStore } from '../store/store-context'
import { WordDialog } from '../supervisor/dialogs'
import { Choice, PressButton, Section, TextInput } from '../ui/controls'
import { ConfirmDialog, WhileOpen } from '../ui/dialog'
import { Explain, Facts, Locked, Sentence } from '../ui/text'
import { serviceWords, settingsWords, setUpWords, tokenWords } from '../words/settings'
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
  const api = useApi()
  const storeName = useStore((state) => state.app.storeName)
  const storeId = useStore((state) => state.app.storeId)
  const cashier = useStore((state) => state.app.cashier)
  const adoptSaved = useStore((state) => state.adoptSaved)
  const [typed, setTyped] = useState<Partial<Names>>({})
  const saved = { storeName, storeId, cashier }
  const shown = { ...saved, ...typed }
  const changes = changesIn(shown, saved)
  const putBack = useCallback(() => setTyped({}), [])
  const save = async () => {
    const done = await adoptSaved(api.call('settings:save', changes))
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
  const api = useApi()
  const adoptAppState = useStore((state) => state.adoptAppState)
  return (
    <ConfirmDialog
      title={connectWords.forgetTitle}
      confirm={connectWords.forget}
      onConfirm={() => void adoptAppState(api.call('token:forget'), { kind: 'token_forgotten' })}
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
  const openDialog = useStore((state) => state.openDialog)
  return (
    <Section title={connectWords.title}>
      {practice ? <p>{connectWords.practice}</p> : <p>{tokenWords(token)}</p>}
      {address !== '' && <Facts mono rows={[[connectWords.now, address]]} />}
      {!practice && <ServiceQuestion />}
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
  const api = useApi()
  const saved = useStore((state) => state.app.serviceAddress)
  const adoptSaved = useStore((state) => state.adoptSaved)
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
    const answer = await answerOf(api.call('token:save', { ...typed, anyway }))
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

/** The question whether a new address is the same service, and the way to take an answer back (refund-protocol.md 14). */
export function ServiceQuestion() {
  const app = useStore((state) => state.app)
  const openDialog = useStore((state) => state.openDialog)
  const { serviceAddress: address } = app
  const unsettled = !app.refunds.on && app.refunds.why === 'service_unsettled'
  const known = unsettled ? servicesBefore(app) : []
  const others = otherNames(app)
  const [only] = known
  if (!unsettled && others.length === 0) return null
  return (
    <>
      {unsettled ? (
        <Explain
          tone="wait"
          explanation={{
            title:
              known.length === 1 && only !== undefined
                ? serviceWords.question(address, only.name)
                : serviceWords.questionMany(address),
            meaning: serviceWords.why,
            next: serviceWords.next,
          }}
        >
          <PressButton onPress={() => openDialog('settle_service')}>{serviceWords.answer}</PressButton>
        </Explain>
      ) : (
        <>
          <Facts mono rows={[[serviceWords.names, [...others, address].map(isolatedText).join(' · ')]]} />
          <div className="button-row">
            <PressButton look="danger" onPress={() => openDialog('settle_service')}>
              {serviceWords.takeBack}
            </PressButton>
          </div>
        </>
      )}
      <WhileOpen dialog="settle_service">
        <SettleServiceDialog address={address} known={known} />
      </WhileOpen>
    </>
  )
}

/** A service as a person knows it: by the address that named it last. */
export type KnownService = { readonly service: number; readonly name: string }

/** The services that a new address may be the same as. */
export function servicesBefore({ services }: Pick<AppState, 'services'>): readonly KnownService[] {
  return services.map(({ service, addresses }) => ({
    service,
    name: addresses.at(-1) ?? serviceWords.unknown,
  }))
}

/** The other addresses that the service in use goes by; none unless it has moved. */
export function otherNames({
  services,
  serviceAddress,
}: Pick<AppState, 'services' | 'serviceAddress'>): readonly string[] {
  const own = services.find(({ addresses }) => addresses.includes(serviceAddress))
  return own?.addresses.filter((address) => address !== serviceAddress) ?? []
}

/** What was left for later when the till was set up: each step is one press away until it is done. */
export function SetUpSection() {
  const app = useStore((state) => state.app)
  const showSetUp = useStore((state) => state.showSetUp)
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

const another = 'another'

/** Says which payment service the address names: one that the till knows, or another (refund-protocol.md 14). */
export function SettleServiceDialog(props: {
  readonly address: string
  /** Those that it may be the same as; none where a move is taken back. */
  readonly known: readonly KnownService[]
}) {
  const { address, known } = props
  const api = useApi()
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [chosen, setChosen] = useState<string | null>(known.length === 0 ? another : null)
  const options = [
    ...known.map(({ service, name }) => ({
      value: String(service),
      name: known.length === 1 ? serviceWords.same : serviceWords.sameAs(name),
    })),
    { value: another, name: serviceWords.another },
  ]
  return (
    <WordDialog
      title={known.length === 0 ? serviceWords.takeBackTitle : serviceWords.title}
      intro={
        known.length === 0 ? (
          <p>
            <Sentence text={serviceWords.takeBackIntro(address)} />
          </p>
        ) : (
          <>
            <p>
              <Sentence
                text={
                  known.length === 1
                    ? serviceWords.question(address, known[0]?.name ?? '')
                    : serviceWords.questionMany(address)
                }
              />
            </p>
            <p className="soft">{serviceWords.intro}</p>
          </>
        )
      }
      asks={[{ text: 'why', label: serviceWords.reason, help: serviceWords.reasonHelp }]}
      submit={serviceWords.submit}
      look={known.length === 0 ? 'danger' : 'go'}
      ready={chosen !== null}
      send={({ pin, supervisor, why }) => {
        const of = chosen === another || chosen === null ? null : Number(chosen)
        return api.call('service:settle', { address, of, proof: { with: 'pin', pin }, supervisor, why })
      }}
      done={(app) =>
        void adoptAppState(Promise.resolve({ ok: true, value: app }), { kind: 'service_settled' })
      }
    >
      {known.length > 0 && (
        <Choice
          label={serviceWords.choices}
          options={options}
          value={chosen}
          onChoose={setChosen}
          focusFirst
        />
      )}
    </WordDialog>
  )
}
