import { type ReactNode, useCallback, useState } from 'react'
import { succeed } from '../../shared/result'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { Locked } from '../ui/locked'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings'
import { SaveForm } from './form'

const words = settingsWords.service

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
    const answer = await answerOf(api.saveToken({ ...typed, anyway }))
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
      submitName={anyway ? words.anyway : submitName}
      savingWords={words.asking}
      savedWords={words.connected}
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
          label={words.address}
          kind="url"
          value={address}
          onChange={setAddress}
          help={words.addressHelp}
        />
      </Locked>
      <TextInput
        label={words.token}
        kind="password"
        value={token}
        onChange={setToken}
        help={words.tokenHelp}
        autoComplete="new-password"
      />
    </SaveForm>
  )
}
