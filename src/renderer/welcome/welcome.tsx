import { ServiceForm } from '../settings/service-form'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { appWords } from '../words/app-words'
import { explainRefundsOff } from '../words/refunds-off-words'
import { welcomeWords } from '../words/welcome-words'
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

/** The first run: practise, or connect a payment service. */
export function Welcome() {
  const api = useApi()
  const keychainWorks = useStore((state) => state.app.keychain.works)
  const notify = useStore((state) => state.notify)
  const openDialog = useStore((state) => state.openDialog)
  const ref = useFocusOnShow<HTMLHeadingElement>('welcome')
  const practise = async () => {
    const answer = await answerOf(api.enterPractice())
    if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
  }
  return (
    <main className="welcome">
      <h1 tabIndex={-1} ref={ref}>
        {welcomeWords.title}
      </h1>
      <p className="soft welcome-intro">{welcomeWords.intro}</p>
      <div className="welcome-cards">
        <section className="panel" aria-label={welcomeWords.practiceTitle}>
          <h2 className="panel-title">{welcomeWords.practiceTitle}</h2>
          <p>{welcomeWords.practiceMeaning}</p>
          <PressButton look="go" onPress={() => void practise()}>
            {welcomeWords.practice}
          </PressButton>
          <PressButton onPress={() => openDialog('practice_sheet')}>{welcomeWords.sheet}</PressButton>
        </section>
        <section className="panel" aria-label={welcomeWords.connectTitle}>
          <h2 className="panel-title">{welcomeWords.connectTitle}</h2>
          <p>{welcomeWords.connectMeaning}</p>
          <LostRecord />
          {!keychainWorks && <Explain tone="wait" explanation={welcomeWords.noKeychain} />}
          <ServiceForm submitName={welcomeWords.connect} />
        </section>
      </div>
    </main>
  )
}
