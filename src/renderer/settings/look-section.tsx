import { textSizeOf, textSizes } from '../../shared/appearance'
import { useApi, useStore } from '../store/store-context'
import { Section } from '../ui/section'
import { settingsWords } from '../words/settings'
import { SavedChoice } from './saved-choice'
import { SoundSetting } from './sound-setting'

const { look: words, themes } = settingsWords

const themeOptions = [
  { value: 'system', name: themes.system },
  { value: 'light', name: themes.light },
  { value: 'dark', name: themes.dark },
  { value: 'contrast', name: themes.contrast },
  { value: 'contrast_dark', name: themes.contrast_dark },
] as const
const textSizeOptions = textSizes.map((size) => ({ value: `${size}`, name: settingsWords.percent(size) }))

/** How the till looks and sounds: anybody's to choose, and at once. */
export function LookSection() {
  const api = useApi()
  const theme = useStore((state) => state.app.theme)
  const textSize = useStore((state) => state.app.textSize)
  const adoptAppState = useStore((state) => state.adoptAppState)
  return (
    <Section title={words.title}>
      <SavedChoice
        setting="theme"
        label={words.theme}
        options={themeOptions}
        value={theme}
        onChoose={(chosen) => adoptAppState(api.saveSettings({ theme: chosen }), null)}
      />
      <SavedChoice
        setting="textSize"
        label={words.textSize}
        options={textSizeOptions}
        value={`${textSize}`}
        onChoose={(chosen) => adoptAppState(api.saveSettings({ textSize: textSizeOf(Number(chosen)) }), null)}
      />
      <SoundSetting />
    </Section>
  )
}
