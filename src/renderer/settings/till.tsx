import { useCallback, useState } from 'react'
import { shownAt, storeIdOf } from '../store/counter-state'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Locked } from '../ui/locked'
import { Section } from '../ui/section'
import { TextInput } from '../ui/text-input'
import { settingsWords } from '../words/settings'
import { SaveForm } from './form'

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
    const done = await adoptSaved(api.saveSettings(changes))
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
