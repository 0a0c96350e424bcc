import { type FormEvent, useState } from 'react'
import { useApi, useDesk } from '../desk/desk-context'
import { Choice } from '../ui/choice'
import { PressButton } from '../ui/press-button'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings-words'
import { Section } from './section'

const words = settingsWords.till
const { themes, papers } = settingsWords

const themeOptions = [
  { value: 'system', name: themes.system },
  { value: 'light', name: themes.light },
  { value: 'dark', name: themes.dark },
  { value: 'contrast', name: themes.contrast },
] as const
const paperOptions = [
  { value: '80mm', name: papers['80mm'] },
  { value: 'a4', name: papers.a4 },
] as const

/** Names on this till, its look and its paper. Look and paper change at once. */
export function TillSection() {
  const api = useApi()
  const desk = useDesk((state) => state.desk)
  const adoptDesk = useDesk((state) => state.adoptDesk)
  const [storeName, setStoreName] = useState(desk.storeName)
  const [cashier, setCashier] = useState(desk.cashier)
  const changed = storeName.trim() !== desk.storeName || cashier.trim() !== desk.cashier
  const save = () => {
    if (!changed) return
    void adoptDesk(api.saveSettings({ storeName, cashier }), { kind: 'settings_saved' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <Section title={words.title}>
      <form className="form" onSubmit={submit}>
        <TextInput
          label={words.storeName}
          value={storeName}
          onChange={setStoreName}
          help={words.storeNameHelp}
          maxLength={80}
        />
        <TextInput
          label={words.cashier}
          value={cashier}
          onChange={setCashier}
          help={words.cashierHelp}
          maxLength={80}
        />
        <div className="button-row">
          <PressButton look="go" disabled={!changed} onPress={save}>
            {settingsWords.save}
          </PressButton>
        </div>
      </form>
      <h3 className="label">{words.theme}</h3>
      <Choice
        label={words.theme}
        className="choice-scope"
        options={themeOptions}
        value={desk.theme}
        onChoose={(theme) => void adoptDesk(api.saveSettings({ theme }), null)}
      />
      <h3 className="label">{words.paper}</h3>
      <Choice
        label={words.paper}
        className="choice-scope"
        options={paperOptions}
        value={desk.paper}
        onChoose={(paper) => void adoptDesk(api.saveSettings({ paper }), null)}
      />
    </Section>
  )
}
