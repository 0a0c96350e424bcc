import { Checkbox } from 'react-aria-components/Checkbox'
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { relatedKinds } from '../../shared/related'
import { useApi, useStore } from '../store/store-context'
import { Section } from '../ui/section'
import { relatedNames } from '../words/more-words'
import { settingsWords } from '../words/settings-words'

const words = settingsWords.related

/** Which related records (interface.md §4.2, `include`) are asked for. A tick changes it at once. */
export function RelatedChoice() {
  const api = useApi()
  const chosen = useStore((state) => state.app.related)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const choose = (now: readonly string[]) => {
    const related = relatedKinds.filter((kind) => now.includes(kind))
    void adoptAppState(api.saveSettings({ related }), null)
  }
  return (
    <Section title={words.title}>
      <p>{words.help}</p>
      <CheckboxGroup
        className="related-choice"
        aria-label={words.group}
        value={[...chosen]}
        onChange={choose}
      >
        {relatedKinds.map((kind) => (
          <Checkbox key={kind} value={kind} className="checkbox">
            {({ isSelected }) => (
              <>
                <span className="checkbox-box" aria-hidden="true">
                  {isSelected ? '✓' : ''}
                </span>
                {relatedNames[kind]}
              </>
            )}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </Section>
  )
}
