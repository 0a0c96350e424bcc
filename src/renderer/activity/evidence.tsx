import '../outcome/outcome.css'
import { useState } from 'react'
import type { AttemptEvidence } from '../../shared/contract'
import { formatMoney } from '../../shared/money'
import { AttemptAlert, type OpenAlarm } from '../outcome/attempt'
import { canBeDecided, mayBeDecided } from '../outcome/attempt-options'
import { NextCheck } from '../outcome/next-check'
import { useEvidence } from '../outcome/use-evidence'
import { useStore } from '../store/store-context'
import { AcknowledgeDialog } from '../supervisor/acknowledge-dialog'
import { BigMoney } from '../ui/big-money'
import { clockSeconds } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { Foreign } from '../ui/foreign'
import { Icon } from '../ui/icon'
import { ScrollBody } from '../ui/scroll-body'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { WhileOpen } from '../ui/while-open'
import { activityWords, decidableWords } from '../words/activity'
import { acknowledgeWords, alarmWords } from '../words/alarm-words'
import { pinDamaged, pinStopped } from '../words/pin-fault-words'
import { attemptState } from '../words/state-words'
import { attemptMoney } from '../words/states'
import { DecideDialog } from './decide-dialog'
import { EvidenceButtons } from './evidence-buttons'
import { EvidenceEvents } from './evidence-events'
import { EvidenceFacts } from './evidence-facts'

function NoPin() {
  const go = useStore((state) => state.go)
  return (
    <Explain
      tone="wait"
      explanation={{
        title: activityWords.noPinTitle,
        meaning: activityWords.noPinMeaning,
        next: activityWords.noPinNext,
      }}
    >
      <PressButton onPress={() => go('settings')}>{activityWords.openSettings}</PressButton>
    </Explain>
  )
}

/** Where a supervisor is needed, and nobody could be one. */
function MissingPin(props: { readonly evidence: AttemptEvidence }) {
  const pin = useStore((state) => state.app.supervisorPin)
  if (!mayBeDecided(props.evidence) || pin === 'set') return null
  if (pin === 'none') return <NoPin />
  return <Explain explanation={pin === 'stopped' ? pinStopped : pinDamaged} tone="wait" />
}

/** How the attempt stands, with every alarm that nobody has acknowledged, and the way to do so. */
function Standing(props: { readonly evidence: AttemptEvidence }) {
  const { attempt } = props.evidence
  const { marker } = attempt.intent
  const [chosen, setChosen] = useState<OpenAlarm | null>(null)
  const openDialog = useStore((state) => state.openDialog)
  const pinSet = useStore((state) => state.app.supervisorPin === 'set')
  const acknowledge = (alarm: OpenAlarm) => {
    setChosen(alarm)
    openDialog('acknowledge')
  }
  return (
    <>
      <AttemptAlert
        attempt={attempt}
        heading={<h3>{attemptState(attempt.state).word}</h3>}
        inAlarm={(alarm) =>
          pinSet && <PressButton onPress={() => acknowledge(alarm)}>{acknowledgeWords.open}</PressButton>
        }
      >
        <NextCheck attempt={attempt} />
        <DecidableNote evidence={props.evidence} />
      </AttemptAlert>
      {chosen !== null && (
        <WhileOpen dialog="acknowledge">
          <AcknowledgeDialog
            alarm={{ of: 'attempt', marker, number: chosen.number }}
            says={alarmWords(chosen.alarm)}
          />
        </WhileOpen>
      )}
    </>
  )
}

/** One attempt: how it stands, what was sent, what came back, every check since; and what can be done. */
export function Evidence(props: { readonly marker: string }) {
  const { evidence, show } = useEvidence(props.marker)
  const openAttempt = useStore((state) => state.openAttempt)
  const ref = useFocusOnShow<HTMLElement>(props.marker)
  return (
    <section className="panel" aria-label={activityWords.evidence} tabIndex={-1} ref={ref}>
      <div className="panel-head">
        <h2 className="evidence-title mono">
          {evidence !== null && (
            <span className="refundable-amount">
              <BigMoney text={formatMoney(attemptMoney(evidence.attempt))} />
            </span>
          )}
          <span>
            <Foreign text={props.marker} />
          </span>
        </h2>
        <PressButton look="quiet" onPress={() => openAttempt(null)}>
          <Icon name="close" />
          {activityWords.close}
        </PressButton>
      </div>
      {evidence !== null && (
        <>
          <ScrollBody className="panel-body">
            <Standing evidence={evidence} />
            <MissingPin evidence={evidence} />
            <EvidenceEvents events={evidence.events} />
            <EvidenceFacts attempt={evidence.attempt} />
          </ScrollBody>
          <EvidenceButtons evidence={evidence} show={show} />
          {canBeDecided(evidence) && (
            <WhileOpen dialog="decide">
              <DecideDialog evidence={evidence} decided={show} />
            </WhileOpen>
          )}
        </>
      )}
    </section>
  )
}

/** What the screen says of whether a supervisor can decide it now. */
export function decidableSays({ decidable }: Pick<AttemptEvidence, 'decidable'>): string {
  const { refunded, notRefunded } = decidable
  if (refunded.kind === 'portal' || notRefunded.kind === 'portal') return decidableWords.portal
  if (notRefunded.kind === 'wait') {
    const time = clockSeconds(notRefunded.until)
    return refunded.kind === 'now' ? decidableWords.wait(time) : decidableWords.waitBoth(time)
  }
  if (refunded.kind === 'wait') return decidableWords.waitBoth(clockSeconds(refunded.until))
  return refunded.kind === 'now' || notRefunded.kind === 'now' ? decidableWords.now : decidableWords.notYet
}

/** Beside an attempt that a person may have to decide: whether they can now, and if not, when. */
function DecidableNote(props: { readonly evidence: AttemptEvidence }) {
  if (!mayBeDecided(props.evidence)) return null
  return (
    <p>
      <strong>{decidableSays(props.evidence)}</strong>
    </p>
  )
}
