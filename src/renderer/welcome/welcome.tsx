import { demoCodes, type PracticeOutcome, practiceCodes, practicePin } from '../../shared/contract/practice'
import { isStepDone, type SetUpStep, setUpSteps, stepAfter } from '../../shared/contract/set-up'
import { saveSettings } from '../actions/app-state'
import { go, openDialog, showSetUp } from '../actions/navigation'
import { SaveForm, useForm } from '../settings/form'
import { TestPrint } from '../settings/look-and-print'
import { PersonForm } from '../settings/people-section'
import { ServiceForm } from '../settings/till'
import { ask } from '../store/main'
import { store, useStore } from '../store/store'
import { Barcode } from '../ui/barcode'
import { PressButton, Section, TextInput } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { useFocusOnShow } from '../ui/hooks'
import { Explain, StrongLine } from '../ui/text'
import { explainRefundsOff } from '../words/refund'
import { words } from '../words/words'

/** A till that lost its secrets starts like a new one, but its refund record must be restored first. */
function LostRecord() {
  const refunds = useStore((state) => state.app.refunds)
  const movedFrom = useStore((state) => state.app.about.profileMovedFrom)
  if (refunds.on || refunds.replaceable === null) return null
  return (
    <Explain tone="wait" explanation={explainRefundsOff(refunds.why, movedFrom)}>
      <PressButton onPress={() => go('settings')}>{words.shell.settings}</PressButton>
    </Explain>
  )
}

/** Practice needs no set-up. */
function PracticeCard() {
  return (
    <Section title={words.shell.practice}>
      <p>{words.welcome.practiceMeaning}</p>
      <PressButton onPress={() => void ask('practice:enter')}>{words.shell.practice}</PressButton>
      <PressButton onPress={() => openDialog({ at: 'practice_codes' })}>
        {words.settings.practice.codes}
      </PressButton>
    </Section>
  )
}

/**
 * The first step: connects a payment service. Main reports the connection before the call resolves, so the step is held
 * until then.
 */
function Connect() {
  const keychainWorks = useStore((state) => state.app.keychain.works)
  const othersLeft = useStore((state) => stepAfter('connect', state.app) !== null)
  const ref = useFocusOnShow<HTMLHeadingElement>('welcome')
  const hold = () => {
    showSetUp('connect')
    return (saved: boolean) => (saved ? goToNextStep() : showSetUp(null))
  }
  const later = () => {
    showSetUp('connect')
    goToNextStep()
  }
  return (
    <main className="welcome stack">
      <h1 tabIndex={-1} ref={ref}>
        {words.welcome.title}
      </h1>
      <p className="soft">{words.welcome.intro}</p>
      <StepList current="connect" />
      <div className="tiles welcome-cards">
        <Section title={words.welcome.connectTitle}>
          <p>{words.welcome.connectMeaning}</p>
          <LostRecord />
          {!keychainWorks && <Explain tone="wait" explanation={words.faults.keychain_unavailable} />}
          <ServiceForm
            submitName={words.setUp.names.connect}
            onSaving={hold}
            more={othersLeft && <PressButton onPress={later}>{words.setUp.later}</PressButton>}
          />
        </Section>
        <PracticeCard />
      </div>
    </main>
  )
}

/** The set-up, step by step, on first start and later. */
export function Welcome() {
  const step = useStore((state) => state.setUp)
  return step === null || step === 'connect' ? <Connect /> : <SetUp key={step} step={step} />
}

/** Leaves a step for later: Settings offers it until it is done. */
function Later() {
  return <PressButton onPress={goToNextStep}>{words.setUp.later}</PressButton>
}

function NameStep() {
  const form = useForm({ tillName: '' })
  const tillName = form.values.tillName.trim()
  const ref = useFocusOnShow<HTMLInputElement>('name', true, true)
  const save = async () => {
    const saved = await saveSettings({ tillName })
    if (saved === true) goToNextStep()
    return saved
  }
  return (
    <Section title={words.setUp.names.name}>
      <SaveForm form={form} ready={tillName !== ''} save={save} more={<Later />}>
        <TextInput
          label={words.settings.till.tillName}
          {...form.field('tillName')}
          help={words.settings.till.tillNameHelp}
          maxLength={80}
          inputRef={ref}
        />
      </SaveForm>
    </Section>
  )
}

function ManagerStep() {
  return (
    <Section title={words.setUp.managerTitle}>
      <p>{words.setUp.managerMeaning}</p>
      <PersonForm fixed="manager" focused onSaved={goToNextStep} more={<Later />} />
    </Section>
  )
}

function TestPrintStep() {
  const isPrinted = useStore((state) => state.testSlip.at === 'printed')
  const isLast = useStore((state) => stepAfter('test_print', state.app) === null)
  return (
    <Section title={words.setUp.testTitle}>
      <TestPrint
        look={isPrinted ? 'plain' : 'go'}
        more={
          isPrinted ? (
            <PressButton look="go" onPress={goToNextStep}>
              {isLast ? words.setUp.finish : words.setUp.next}
            </PressButton>
          ) : (
            <Later />
          )
        }
      />
    </Section>
  )
}

const steps = { name: NameStep, manager: ManagerStep, test_print: TestPrintStep } as const

function SetUp({ step }: { readonly step: keyof typeof steps }) {
  const Step = steps[step]
  const ref = useFocusOnShow<HTMLHeadingElement>(step, step === 'test_print')
  return (
    <main className="welcome stack">
      <h1 tabIndex={-1} ref={ref}>
        {words.shell.setUp}
      </h1>
      <StepList current={step} />
      <div className="welcome-step stack">
        <Step />
        <p className="soft">{words.setUp.laterHelp}</p>
      </div>
    </main>
  )
}

/** The steps in order, done ones ticked, with the current one marked. */
function StepList(props: { readonly current: SetUpStep }) {
  const app = useStore((state) => state.app)
  return (
    <ol className="row step-list" aria-label={words.setUp.steps}>
      {setUpSteps.map((step, index) => {
        const done = isStepDone(step, app)
        return (
          <li key={step} className="row step" aria-current={step === props.current ? 'step' : undefined}>
            <span className={done ? 'step-number state-go' : 'step-number'} aria-hidden="true">
              {done ? '✓' : index + 1}
            </span>
            {words.setUp.names[step]}
            {done && <span className="visually-hidden">{words.setUp.done}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** Goes to the next step left, or leaves the set-up. */
export function goToNextStep(): void {
  const { setUp, app } = store.getState()
  showSetUp(setUp === null ? null : stepAfter(setUp, app))
}

const practiceOutcomes: Readonly<Record<PracticeOutcome, string>> = {
  Refunded: words.states.refunded,
  'Not refunded': words.states.not_refunded,
  'Not sent': words.states.not_sent,
  Unconfirmed: words.states.unconfirmed,
  'Probably refunded': words.states.refunded_probably,
  'Already refunded elsewhere': words.faults.refunded_elsewhere.title,
  'lookup fault': words.scan.missed,
}

/** Returns what the cashier reads at a practice code. */
function resultWords({ expectedOutcome, laterOutcome }: (typeof practiceCodes)[number]): string {
  const first = practiceOutcomes[expectedOutcome]
  return laterOutcome === null ? first : words.welcome.later(first, practiceOutcomes[laterOutcome])
}

const codeWidth = 270

function Code(props: { readonly code: string; readonly title: string; readonly text?: string }) {
  const { code, title, text } = props
  return (
    <li className="sheet-code framed fine">
      <Barcode kind="code128" text={code} label={words.receipt.barcode(code)} to="screen" width={codeWidth} />
      <p className="mono">{code}</p>
      <StrongLine text={title} />
      {text !== undefined && <p className="soft">{text}</p>}
    </li>
  )
}

/** Practice receipts and the codes that simulate problems, as barcodes to scan off the screen. */
export function PracticeCodes() {
  return (
    <DialogWindow title={words.settings.practice.codes} wide>
      <div className="sheet-codes stack">
        <p>{words.welcome.sheetIntro}</p>
        <p>{words.welcome.sheetPin(practicePin)}</p>
        <h3 className="label">{words.welcome.receipts}</h3>
        <ul className="tiles">
          {demoCodes.map((code) => (
            <Code key={code} code={code} title={words.welcome.demos[code]} />
          ))}
        </ul>
        <h3 className="label">{words.welcome.faults}</h3>
        <ul className="tiles">
          {practiceCodes.map((practice) => (
            <Code
              key={practice.code}
              code={practice.code}
              title={words.welcome.problems[practice.code]}
              text={resultWords(practice)}
            />
          ))}
        </ul>
      </div>
    </DialogWindow>
  )
}
