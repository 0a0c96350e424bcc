import { type RelatedKind, relatedKinds } from '../../shared/related'
import { useApi, useStore } from '../store/store-context'
import { CheckBox } from '../ui/check-box'
import { Locked } from '../ui/locked'
import { Section } from '../ui/section'
import { relatedNames } from '../words/more-words'
import { settingsWords } from '../words/settings'
import { SavedMark } from './form'
import { useSavedMark } from './saved-choice'

const words = settingsWords.related

/** Which related records (interface.md §4.2, `include`) are asked for. A tick changes it at once. */
export function RelatedChoice() {
  const api = useApi()
  const chosen = useStore((state) => state.app.related)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const { saved, save } = useSavedMark()
  const choose = (changed: RelatedKind, ticked: boolean) => {
    const related = relatedKinds.filter((kind) => (kind === changed ? ticked : chosen.includes(kind)))
    return adoptAppState(api.saveSettings({ related }), null)
  }
  return (
    <Section title={words.title}>
      <p>{words.help}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take the section's own legend styles for nothing */}
      <div role="group" className="related-choice" aria-label={words.group}>
        <Locked setting="related">
          {relatedKinds.map((kind) => (
            <CheckBox
              key={kind}
              words={relatedNames[kind]}
              ticked={chosen.includes(kind)}
              onTick={(ticked) => void save(() => choose(kind, ticked))}
            />
          ))}
        </Locked>
      </div>
      <SavedMark shown={saved} />
    </Section>
  )
}
