import { stepAfter } from '../../shared/set-up'
import { ServiceForm } from '../settings/service-form'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { appWords } from '../words/app-words'
import { explainRefundsOff } from '../words/refunds-off-words'
import { setUpWords } from '../words/set-up-words'
import { welcomeWords } from '../words/welcome-words'
import { useNextSetUp } from './next-set-up'
import { SetUp } from './set-up-step'
import { StepList } from './step-list'
import './welcome.css'

/** A till that lost all its secrets welcomes like a new one, and is none: first its record of refunds goes on. */
function LostRecord() {
  const refunds = useStore((state) => state.app.refunds)
  const movedFrom = useStore((state) => state.app.about.profileMovedFrom)
  const go = useStore((state) => state.go)
  if (refunds.on || refunds.replaceable === null) return null
  return (
    <Explain tone="wait" explanation={explainRefundsOff(refunds.why, movedFrom)}>
      <PressButton onPress={() => go('settings')}>{appWords.settings}</PressButton>
    </Explain>
  )
}

/** Without a service yet: whoever only wants to look around practises, and nothing is set up for that. */
function PracticeCard() {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const openDialog = useStore((state) => state.openDialog)
  const practise = async () => {
    const answer = await answerOf(api.enterPractice())
    if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
  }
  return (
    <section className="panel" aria-label={welcomeWords.practiceTitle}>
      <h2 className="panel-title">{welcomeWords.practiceTitle}</h2>
      <p>{welcomeWords.practiceMeaning}</p>
      <PressButton onPress={() => void practise()}>{welcomeWords.practice}</PressButton>
      <PressButton onPress={() => openDialog('practice_sheet')}>{welcomeWords.sheet}</PressButton>
    </section>
  )
}

/** The first step: connect a payment service. Main tells of the connection before the call answers: the step is held until then. */
function Connect() {
  const keychainWorks = useStore((state) => state.app.keychain.works)
  const othersLeft = useStore((state) => stepAfter('connect', state.app) !== null)
  const showSetUp = useStore((state) => state.showSetUp)
  const nextSetUp = useNextSetUp()
  const ref = useFocusOnShow<HTMLHeadingElement>('welcome')
  const hold = () => {
    showSetUp('connect')
    return (saved: boolean) => (saved ? nextSetUp() : showSetUp(null))
  }
  const later = () => {
    showSetUp('connect')
    nextSetUp()
  }
  return (
    <main className="welcome">
      <h1 tabIndex={-1} ref={ref}>
        {welcomeWords.title}
      </h1>
      <p className="soft welcome-intro">{welcomeWords.intro}</p>
      <StepList current="connect" />
      <div className="welcome-cards">
        <section className="panel" aria-label={welcomeWords.connectTitle}>
          <h2 className="panel-title">{welcomeWords.connectTitle}</h2>
          <p>{welcomeWords.connectMeaning}</p>
          <LostRecord />
          {!keychainWorks && <Explain tone="wait" explanation={welcomeWords.noKeychain} />}
          <ServiceForm
            submitName={welcomeWords.connect}
            onSaving={hold}
            more={othersLeft && <PressButton onPress={later}>{setUpWords.later}</PressButton>}
          />
        </section>
        <PracticeCard />
      </div>
    </main>
  )
}

/** The first start, step by step; and each of its steps again for whoever left it for later. */
export function Welcome() {
  const step = useStore((state) => state.setUp)
  return step === null || step === 'connect' ? <Connect /> : <SetUp key={step} step={step} />
}
