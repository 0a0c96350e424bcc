import { useApi, useStore } from '../store/store-context'
import { Section } from '../ui/section'
import { settingsWords } from '../words/settings'
import { TestPrint } from './look-and-print'
import { SavedChoice } from './saved-choice'

const { printing: words, papers } = settingsWords

const paperOptions = [
  { value: '80mm', name: papers['80mm'] },
  { value: 'a4', name: papers.a4 },
] as const

/** Which paper the printer has, and a slip to try it with. */
export function PrintingSection() {
  const api = useApi()
  const paper = useStore((state) => state.app.paper)
  const adoptAppState = useStore((state) => state.adoptAppState)
  return (
    <Section title={words.title}>
      <SavedChoice
        setting="paper"
        label={words.paper}
        options={paperOptions}
        value={paper}
        onChoose={(chosen) => adoptAppState(api.saveSettings({ paper: chosen }), null)}
      />
      <TestPrint />
    </Section>
  )
}
