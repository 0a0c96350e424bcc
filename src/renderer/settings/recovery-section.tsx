import { useCallback, useState } from 'react'
import type { Output } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { FaultExplained } from '../ui/fault-explained'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { TextInput } from '../ui/text-input'
import { kitOpened, recoveryWords as words } from '../words/recovery-words'
import { SaveForm } from './save-form'

const shortest = 12

/** The keys of the refund record as a file, for the day on which keychain or PC is lost. */
export function RecoverySection() {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const putBack = useCallback(() => {
    setTyped('')
    setAgain('')
  }, [])
  const save = async () => {
    const saved = await answerOf(api.saveRecoveryKit({ passphrase: typed }))
    if (!saved.ok) notify({ kind: 'fault', fault: saved.fault })
    else if (saved.value.saved) {
      putBack()
      notify({ kind: 'saved', path: saved.value.path })
    }
    return saved.ok && saved.value.saved
  }
  const differs = again !== '' && again !== typed
  return (
    <Section title={words.title}>
      <p>{words.meaning}</p>
      <p className="soft">{words.keep}</p>
      <SaveForm
        changed={typed !== '' || again !== ''}
        ready={typed.length >= shortest && typed === again}
        submitName={words.save}
        onSave={save}
        onPutBack={putBack}
      >
        <PassphraseInput
          label={words.passphrase}
          value={typed}
          onChange={setTyped}
          help={words.passphraseHelp}
        />
        <PassphraseInput
          label={words.again}
          value={again}
          onChange={setAgain}
          wrong={differs}
          {...(differs ? { help: words.differs } : {})}
        />
      </SaveForm>
    </Section>
  )
}

function PassphraseInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly help?: string
  readonly wrong?: boolean
}) {
  return <TextInput {...props} kind="password" maxLength={200} autoComplete="new-password" />
}

/** Where the keychain lost what belongs to the record: the way back, before a new one is begun. */
export function OpenKit() {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [answer, setAnswer] = useState<Result<Output<'recovery:open'>, Fault> | null>(null)
  const open = async () => {
    setAnswer(null)
    const given = await answerOf(api.openRecoveryKit({ passphrase: typed }))
    if (given.ok && !given.value.opened) return
    if (given.ok) setTyped('')
    setAnswer(given)
  }
  return (
    <>
      <p>{words.openMeaning}</p>
      <PassphraseInput label={words.openPassphrase} value={typed} onChange={setTyped} />
      <div className="button-row">
        <PressButton disabled={typed === ''} onPress={() => void open()}>
          {words.open}
        </PressButton>
      </div>
      <div role="status">
        {answer?.ok === true && (
          <p>
            <strong>{kitOpened(answer.value)}</strong>
          </p>
        )}
        {answer?.ok === false && <FaultExplained fault={answer.fault} />}
      </div>
    </>
  )
}
