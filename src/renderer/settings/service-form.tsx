import { type FormEvent, useState } from 'react'
import { useApi, useDesk } from '../desk/desk-context'
import { PressButton } from '../ui/press-button'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings-words'

const words = settingsWords.service

/** Address and token in one go. The token leaves the page with the call and the field is emptied. */
export function ServiceForm(props: { readonly submitName: string }) {
  const api = useApi()
  const saved = useDesk((state) => state.desk.serviceAddress)
  const practice = useDesk((state) => state.desk.mode === 'practice')
  const adoptDesk = useDesk((state) => state.adoptDesk)
  const [address, setAddress] = useState(practice ? '' : saved)
  const [token, setToken] = useState('')
  const ready = address.trim() !== '' && token.trim() !== ''
  const save = () => {
    if (!ready) return
    setToken('')
    void adoptDesk(api.saveToken({ address: address.trim(), token: token.trim() }), { kind: 'token_saved' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className="form" onSubmit={submit}>
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
      <div className="button-row">
        <PressButton look="go" disabled={!ready} onPress={save}>
          {props.submitName}
        </PressButton>
      </div>
    </form>
  )
}
