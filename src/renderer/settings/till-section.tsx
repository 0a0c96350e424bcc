import { useState } from 'react'
import { textSizeOf, textSizes } from '../../shared/appearance'
import { shownAt } from '../store/counter-state'
import { useApi, useStore } from '../store/store-context'
import { Choice } from '../ui/choice'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings-words'
import { Form } from './form'
import { SoundSetting } from './sound-setting'

const words = settingsWords.till
const { themes, papers } = settingsWords

const themeOptions = [
  { value: 'system', name: themes.system },
  { value: 'light', name: themes.light },
  { value: 'dark', name: themes.dark },
  { value: 'contrast', name: themes.contrast },
  { value: 'contrast_dark', name: themes.contrast_dark },
] as const
const textSizeOptions = textSizes.map((size) => ({ value: `${size}`, name: settingsWords.percent(size) }))
const paperOptions = [
  { value: '80mm', name: papers['80mm'] },
  { value: 'a4', name: papers.a4 },
] as const

/** Nobody types 64 characters: the receipt on the counter has the id that its store's payments carry. */
function StoreIdOnScreen(props: { readonly typed: string; readonly take: (storeId: string) => void }) {
  const storeId = useStore((state) => shownAt(state.counter)?.store.id ?? '')
  if (storeId === '' || storeId === props.typed) return null
  return (
    <div className="button-row">
      <PressButton onPress={() => props.take(storeId)}>{words.storeIdOnScreen}</PressButton>
    </div>
  )
}

function Names() {
  const api = useApi()
  const saved = useStore((state) => state.app)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [storeName, setStoreName] = useState(saved.storeName)
  const [storeId, setStoreId] = useState(saved.storeId)
  const [cashier, setCashier] = useState(saved.cashier)
  const names = { storeName: storeName.trim(), storeId: storeId.trim(), cashier: cashier.trim() }
  // Only what differs: the store's name is a supervisor's to change, the cashier's is anybody's.
  const changes = Object.fromEntries(
    (['storeName', 'storeId', 'cashier'] as const)
      .filter((name) => names[name] !== saved[name])
      .map((name) => [name, names[name]]),
  )
  const changed = Object.keys(changes).length > 0
  const save = () => void adoptAppState(api.saveSettings(changes), { kind: 'settings_saved' })
  return (
    <Form look="go" ready={changed} submitName={settingsWords.save} onSubmit={save}>
      <TextInput
        label={words.storeName}
        value={storeName}
        onChange={setStoreName}
        help={words.storeNameHelp}
        maxLength={80}
      />
      <TextInput
        label={words.storeId}
        value={storeId}
        onChange={setStoreId}
        help={words.storeIdHelp}
        maxLength={64}
      />
      <StoreIdOnScreen typed={storeId} take={setStoreId} />
      <TextInput
        label={words.cashier}
        value={cashier}
        onChange={setCashier}
        help={words.cashierHelp}
        maxLength={80}
      />
    </Form>
  )
}

/** Names on this till, its look and its paper. Look and paper change at once. */
export function TillSection() {
  const api = useApi()
  const theme = useStore((state) => state.app.theme)
  const textSize = useStore((state) => state.app.textSize)
  const paper = useStore((state) => state.app.paper)
  const adoptAppState = useStore((state) => state.adoptAppState)
  return (
    <Section title={words.title}>
      <Names />
      <h3 className="label">{words.theme}</h3>
      <Choice
        label={words.theme}
        options={themeOptions}
        value={theme}
        onChoose={(chosen) => void adoptAppState(api.saveSettings({ theme: chosen }), null)}
      />
      <h3 className="label">{words.textSize}</h3>
      <Choice
        label={words.textSize}
        options={textSizeOptions}
        value={`${textSize}`}
        onChoose={(chosen) =>
          void adoptAppState(api.saveSettings({ textSize: textSizeOf(Number(chosen)) }), null)
        }
      />
      <SoundSetting />
      <h3 className="label">{words.paper}</h3>
      <Choice
        label={words.paper}
        options={paperOptions}
        value={paper}
        onChoose={(chosen) => void adoptAppState(api.saveSettings({ paper: chosen }), null)}
      />
    </Section>
  )
}
