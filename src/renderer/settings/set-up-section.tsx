import { stepsLeft } from '../../shared/set-up'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Section } from '../ui/section'
import { setUpWords as words } from '../words/set-up-words'

/** What was left for later when the till was set up: each step is one press away until it is done. */
export function SetUpSection() {
  const app = useStore((state) => state.app)
  const showSetUp = useStore((state) => state.showSetUp)
  const left = stepsLeft(app)
  if (app.mode !== 'service' || left.length === 0) return null
  return (
    <Section title={words.left}>
      <p>{words.leftMeaning}</p>
      <div className="button-row">
        {left.map((step) => (
          <PressButton key={step} onPress={() => showSetUp(step)}>
            {words.step(step)}
          </PressButton>
        ))}
      </div>
    </Section>
  )
}
