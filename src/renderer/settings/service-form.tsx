import { useState } from 'react'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings-words'
import { Form } from './form'

const words = settingsWords.service

function useSaveToken() {
  const api = useApi()
  const saved = useStore((state) => state.app.serviceAddress)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [address, setAddress] = useState(saved)
  const [token, setToken] = useState('')
  const save = async () => {
    const answer = await answerOf(api.saveToken({ address: address.trim(), token: token.trim() }))
    // What was typed stays while only a supervisor is missing.
    if (answer.ok || answer.fault.kind !== 'act_needs_supervisor') setToken('')
    await adoptAppState(Promise.resolve(answer), { kind: 'token_saved' })
  }
  return { address, setAddress, token, setToken, ready: address.trim() !== '' && token.trim() !== '', save }
}

/** Address and token in one go. The token leaves the page with the call and the field is emptied. */
export function ServiceForm(props: { readonly submitName: string }) {
  const { address, setAddress, token, setToken, ready, save } = useSaveToken()
  return (
    <Form look="go" ready={ready} submitName={props.submitName} onSubmit={() => void save()}>
      <TextInput
        label={words.address}
        kind="url"
        value={address}
        onChange={setAddress}
        help={words.addressHelp}
      />
      <TextInput
        label={words.token}
        kind="password"
        value={token}
        onChange={setToken}
        help={words.tokenHelp}
        autoComplete="new-password"
      />
    </Form>
  )
}
