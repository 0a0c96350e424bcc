import { useState } from 'react'
import { useApi, useDesk } from '../desk/desk-context'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings-words'
import { Form } from './form'

const words = settingsWords.service

/** Address and token in one go. The token leaves the page with the call and the field is emptied. */
export function ServiceForm(props: { readonly submitName: string }) {
  const api = useApi()
  const saved = useDesk((state) => state.desk.serviceAddress)
  const adoptDesk = useDesk((state) => state.adoptDesk)
  const [address, setAddress] = useState(saved)
  const [token, setToken] = useState('')
  const save = () => {
    setToken('')
    void adoptDesk(api.saveToken({ address: address.trim(), token: token.trim() }), { kind: 'token_saved' })
  }
  return (
    <Form
      look="go"
      ready={address.trim() !== '' && token.trim() !== ''}
      submitName={props.submitName}
      onSubmit={save}
    >
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
