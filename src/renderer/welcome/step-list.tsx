import { isStepDone, type SetUpStep, setUpSteps } from '../../shared/set-up'
import { useStore } from '../store/store-context'
import { setUpWords as words } from '../words/set-up-words'

/** The steps of setting a till up, in their order: what is done is ticked, and where one is, is marked. */
export function StepList(props: { readonly current: SetUpStep }) {
  const app = useStore((state) => state.app)
  return (
    <ol className="step-list" aria-label={words.steps}>
      {setUpSteps.map((step, index) => {
        const done = isStepDone(step, app)
        return (
          <li
            key={step}
            className={done ? 'step step-done' : 'step'}
            aria-current={step === props.current ? 'step' : undefined}
          >
            <span className="step-number" aria-hidden="true">
              {done ? '✓' : index + 1}
            </span>
            {words.step(step)}
            {done && <span className="visually-hidden">{words.done}</span>}
          </li>
        )
      })}
    </ol>
  )
}
