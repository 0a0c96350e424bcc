import { type ReactNode, useCallback, useState } from 'react'
import { unreachable } from '../../shared/result'
import { type SetUpStep, stepAfter } from '../../shared/set-up'
import { SaveForm } from '../settings/form'
import { TestPrint } from '../settings/look-and-print'
import { PinForm } from '../settings/pin-section'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Section } from '../ui/section'
import { TextInput } from '../ui/text-input'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { setUpWords as words } from '../words/set-up-words'
import { settingsWords } from '../words/settings'
import { useNextSetUp } from './next-set-up'
import { StepList } from './step-list'

/** Every step after the first one can wait: it is offered in Settings until it is done. */
function Later() {
  const nextSetUp = useNextSetUp()
  return <PressButton onPress={nextSetUp}>{words.later}</PressButton>
}

function NameStep() {
  const api = useApi()
  const adoptSaved = useStore((state) => state.adoptSaved)
  const nextSetUp = useNextSetUp()
  const [typed, setTyped] = useState('')
  const ref = useFocusOnShow<HTMLInputElement>('name', true, true)
  const putBack = useCallback(() => setTyped(''), [])
  const save = async () => {
    const saved = await adoptSaved(api.saveSettings({ storeName: typed.trim() }))
    if (saved === true) nextSetUp()
    return saved
  }
  return (
    <Section title={words.nameTitle}>
      <p>{words.nameMeaning}</p>
      <SaveForm
        changed={typed !== ''}
        ready={typed.trim() !== ''}
        onSave={save}
        onPutBack={putBack}
        more={<Later />}
      >
        <TextInput
          label={settingsWords.till.storeName}
          value={typed}
          onChange={setTyped}
          help={settingsWords.till.storeNameHelp}
          maxLength={80}
          inputRef={ref}
        />
      </SaveForm>
    </Section>
  )
}

function PinStep() {
  const nextSetUp = useNextSetUp()
  return (
    <Section title={words.pinTitle}>
      <p>{words.pinMeaning}</p>
      <PinForm focused onSaved={nextSetUp} more={<Later />} />
    </Section>
  )
}

function TestPrintStep() {
  const isPrinted = useStore((state) => state.testSlip.at === 'printed')
  const nextSetUp = useNextSetUp()
  const isLast = useStore((state) => stepAfter('test_print', state.app) === null)
  return (
    <Section title={words.testTitle}>
      <TestPrint
        look={isPrinted ? 'plain' : 'go'}
        more={
          isPrinted ? (
            <PressButton look="go" onPress={nextSetUp}>
              {isLast ? words.finish : words.next}
            </PressButton>
          ) : (
            <Later />
          )
        }
      />
    </Section>
  )
}

function stepOf(step: Exclude<SetUpStep, 'connect'>): ReactNode {
  switch (step) {
    case 'name':
      return <NameStep />
    case 'pin':
      return <PinStep />
    case 'test_print':
      return <TestPrintStep />
    default:
      return unreachable(step)
  }
}

/** A step of setting this till up: one question, answered now or left for later. */
export function SetUp(props: { readonly step: Exclude<SetUpStep, 'connect'> }) {
  const { step } = props
  const ref = useFocusOnShow<HTMLHeadingElement>(step, step === 'test_print')
  return (
    <main className="welcome">
      <h1 tabIndex={-1} ref={ref}>
        {words.title}
      </h1>
      <StepList current={step} />
      <div className="welcome-step">
        {stepOf(step)}
        <p className="soft">{words.laterHelp}</p>
      </div>
    </main>
  )
}
