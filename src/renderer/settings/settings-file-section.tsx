import { useApi, useStore } from '../store/store-context'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { explainSettingsFile, settingsFileWords as words } from '../words/settings-file-words'

/** While the settings file is not as it was saved: what holds instead, and a supervisor's way to end that. */
export function SettingsFileSection() {
  const api = useApi()
  const app = useStore((state) => state.app)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const explanation = explainSettingsFile(app.settingsFile)
  if (explanation === null) return null
  const { storeName, storeId, related, keepDays, keepCopies } = app
  const inUse = { storeName, storeId, related, keepDays, keepCopies }
  return (
    <Section title={words.title}>
      <Explain explanation={explanation} tone="wait">
        <PressButton onPress={() => void adoptAppState(api.saveSettings(inUse), { kind: 'settings_saved' })}>
          {words.keep}
        </PressButton>
      </Explain>
    </Section>
  )
}
