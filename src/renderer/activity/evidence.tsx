import { useState } from 'react'
import type { Attempt, AttemptEvent, Decision } from '../../shared/attempt/attempt'
import { isolatedText, shortText } from '../../shared/base/text'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { formatMoney } from '../../shared/payment/money'
import { attemptChanged, lookUp } from '../actions/lookups'
import { copyText, go, openAttempt, openDialog } from '../actions/navigation'
import {
  AttemptAlert,
  canBeChecked,
  canBeDecided,
  decisionOn,
  EventSteps,
  mayBeDecided,
  type OpenAlarm,
  useEvidence,
} from '../outcome/attempt'
import { NextCheck } from '../outcome/frame'
import { WordDialog } from '../people/dialogs'
import { ask, call } from '../store/main'
import { hasSupervisor, notify, useStore } from '../store/store'
import { CheckBox, Choice, Folded, PressButton, ScrollBody } from '../ui/controls'
import { WhileOpen } from '../ui/dialog'
import { clockSeconds, exactMoment, useFocusOnShow } from '../ui/hooks'
import { PaperButtons } from '../ui/paper-origin'
import {
  Amount,
  Explain,
  type Fact,
  Facts,
  Icon,
  StateTag,
  StrongLine,
  Text,
  UntrustedText,
} from '../ui/text'
import { eventWords } from '../words/activity'
import { sentences } from '../words/common'
import { fieldName } from '../words/receipt'
import { alarmState, attemptMoney, attemptState, reasonWords, rulesWords } from '../words/refund'
import { words } from '../words/words'

/** Says that a supervisor is needed but none can act. */
function NobodyDecides(props: { readonly evidence: AttemptEvidence }) {
  const state = useStore(({ app }) => app.people.state)
  const canBeProven = useStore(hasSupervisor)
  if (!mayBeDecided(props.evidence) || canBeProven) return null
  if (state !== 'none' && state !== 'set')
    return <Explain explanation={words.faults[`people_${state}`]} tone="wait" />
  const { nobodyTitle: title, nobodyMeaning: meaning } = words.activity
  const { next } = words.faults.pin_not_set
  return (
    <Explain explanation={{ title, meaning, next }} tone="wait">
      <PressButton onPress={() => go('settings')}>{words.shell.settings}</PressButton>
    </Explain>
  )
}

function Standing(props: { readonly evidence: AttemptEvidence }) {
  const { attempt } = props.evidence
  const { marker } = attempt.intent
  const canBeProven = useStore(hasSupervisor)
  const acknowledge = ({ number, alarm }: OpenAlarm) =>
    openDialog({ at: 'acknowledge', alarm: { of: 'attempt', marker, number }, says: words.alarms[alarm] })
  return (
    <AttemptAlert
      attempt={attempt}
      inAlarm={(alarm) =>
        canBeProven && <PressButton onPress={() => acknowledge(alarm)}>{words.acknowledge.open}</PressButton>
      }
    >
      <NextCheck attempt={attempt} />
      {mayBeDecided(props.evidence) && <StrongLine text={decidableSays(props.evidence)} />}
    </AttemptAlert>
  )
}

/** Everything known about one attempt, and what can be done. */
export function Evidence(props: { readonly marker: string }) {
  const { evidence, show } = useEvidence(props.marker)
  const ref = useFocusOnShow<HTMLElement>(props.marker)
  return (
    <section className="panel" aria-label={words.activity.evidence} tabIndex={-1} ref={ref}>
      <div className="row spread">
        <h2 className="row">
          {evidence !== null && <Amount size="big" money={attemptMoney(evidence.attempt)} />}
          <UntrustedText as="span" text={props.marker} />
        </h2>
        <PressButton look="quiet" onPress={() => openAttempt(null)}>
          <Icon name="close" />
          {words.shell.close}
        </PressButton>
      </div>
      {evidence !== null && (
        <>
          <ScrollBody className="panel-body evidence">
            <Standing evidence={evidence} />
            <NobodyDecides evidence={evidence} />
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

/** Says whether a supervisor can decide now. */
export function decidableSays({ decidable }: Pick<AttemptEvidence, 'decidable'>): string {
  const { refunded, notRefunded } = decidable
  if (refunded.kind === 'portal' || notRefunded.kind === 'portal') return words.decidable.portal
  if (notRefunded.kind === 'wait') {
    const time = clockSeconds(notRefunded.until)
    return refunded.kind === 'now' ? words.decidable.wait(time) : words.decidable.waitBoth(time)
  }
  if (refunded.kind === 'wait') return words.decidable.waitBoth(clockSeconds(refunded.until))
  return refunded.kind === 'now' || notRefunded.kind === 'now' ? words.decidable.now : words.decidable.notYet
}

/** Sends nothing but a show. */
function EvidenceButtons(props: {
  readonly evidence: AttemptEvidence
  readonly show: (evidence: AttemptEvidence) => void
}) {
  const { evidence, show } = props
  const { attempt, storeId } = evidence
  const { marker, foundBy } = attempt.intent
  const canBeProven = useStore(hasSupervisor)
  const program = `Tillside ${useStore(({ app }) => app.about.version)}`
  const [checking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    const checked = await ask('activity:check', { marker })
    setChecking(false)
    if (checked !== undefined) show(checked)
  }
  return (
    <div className="panel-foot">
      {canBeChecked(attempt) && (
        <PressButton disabled={checking} onPress={() => void check()}>
          {checking ? words.outcome.checkingNow : words.outcome.checkNow}
        </PressButton>
      )}
      <PressButton onPress={() => void lookUp(foundBy.code, foundBy.kind)}>
        {words.activity.lookUp}
      </PressButton>
      <PaperButtons content={{ subject: 'outcome', attempt, storeId }} />
      <PressButton
        onPress={() => void copyText(supportText(evidence, program), words.activity.copied(marker))}
      >
        {words.activity.copyAll}
      </PressButton>
      {canBeDecided(evidence) && canBeProven && (
        <PressButton look="go" onPress={() => openDialog({ at: 'decide' })}>
          {words.activity.decide}
        </PressButton>
      )}
    </div>
  )
}

function RawAnswers(props: { readonly events: readonly AttemptEvent[] }) {
  const answers = props.events.flatMap((event, index) => {
    const raw = rawOf(event)
    return raw === null ? [] : [{ index, at: event.at, raw }]
  })
  if (answers.length === 0) return null
  return (
    <Folded name={words.activity.raw}>
      {answers.map(({ index, at, raw }) => (
        <figure key={index}>
          <figcaption className="mono">{exactMoment(at)}</figcaption>
          <pre className="mono raw framed box fine">
            <UntrustedText text={raw} lines />
          </pre>
        </figure>
      ))}
    </Folded>
  )
}

/** The attempt's lines of the record, and the raw answers below. */
export function EvidenceEvents(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <>
      <section>
        <h3 className="label">{words.outcome.happened}</h3>
        <EventSteps className="steps steps-dated" events={props.events} time={exactMoment} />
      </section>
      <RawAnswers events={props.events} />
    </>
  )
}

const factNames = words.activity.facts

/** Returns what was sent and what a supervisor recorded, without empty values. */
function factsOf(attempt: Attempt): readonly Fact[] {
  const { intent, decision } = attempt
  const money = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  const facts: readonly Fact[] = [
    [fieldName('amount'), intent.whole ? words.activity.whole : formatMoney(attemptMoney(attempt))],
    [words.outcome.lines.reason, reasonWords(intent.reason)],
    [fieldName('transaction_id'), intent.transactionId, 'copies'],
    [fieldName('id'), intent.id, 'copies'],
    [words.outcome.lines.refundedBefore, money(intent.base)],
    [words.outcome.lines.cashier, intent.cashier?.name ?? ''],
    [words.outcome.lines.allowedBy, intent.allowedBy?.name ?? ''],
    [factNames.allowedRules, rulesWords(intent.allowedBy?.rules ?? [])],
    [words.receipt.device, intent.deviceId],
    [words.settings.service.title, intent.serviceAddress],
    [factNames.saw, decision?.saw ?? ''],
    [factNames.why, decision?.why ?? ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** Returns alarms of a refund in words, and who has seen each. */
function alarmWords(alarms: Attempt['alarms']): readonly string[] {
  return alarms.map(({ alarm, acknowledged: seen }) =>
    sentences(
      words.alarms[alarm],
      seen && words.events.acknowledged(isolatedText(seen.by), isolatedText(seen.note)),
    ),
  )
}

/** What was sent, and the alarms that somebody has seen: the others stand above (`AttemptAlarms`). */
export function EvidenceFacts({ attempt }: { readonly attempt: Attempt }) {
  const seen = alarmWords(attempt.alarms.filter(({ acknowledged }) => acknowledged !== null))
  return (
    <section>
      <h3 className="label">{words.activity.sent}</h3>
      <Facts mono rows={factsOf(attempt)} />
      {seen.length > 0 && (
        <Facts rows={seen.map((text) => [alarmState.word, <Text key="alarm" as="span" text={text} />])} />
      )}
    </section>
  )
}

/** Returns an event's raw answer; null for an event without one. */
function rawOf(event: AttemptEvent): string | null {
  return 'raw' in event ? event.raw || words.activity.noRaw : null
}

/** In characters, for one answer and for all. The clipboard takes 65,535. */
const maxAnswerLength = 2000
const maxTextLength = 60_000

/**
 * Returns everything known about a refund as plain text. Times are ISO 8601 in UTC.
 * @param program name and version
 */
export function supportText({ attempt, events }: AttemptEvidence, program: string): string {
  const alarms = alarmWords(attempt.alarms).map((text) => [alarmState.word, text] as const)
  const facts = [...factsOf(attempt), ...alarms].map(([name, value]) => `${name}: ${value}`)
  const lines = events.flatMap((event) => {
    const raw = rawOf(event)
    const answer = raw === null ? [] : shortText(raw, maxAnswerLength).split('\n')
    return [
      `${new Date(event.at).toISOString()}  ${eventWords(event)}`,
      ...answer.map((line) => `    ${line}`),
    ]
  })
  const head = [program, `${attempt.intent.marker}  ${attemptState(attempt.state).word}`]
  const text = [...head, '', words.activity.sent, ...facts, '', ...lines].join('\n')
  // Direction isolates are only for the screen.
  return shortText(text.replace(/[\u2066-\u2069]/g, ''), maxTextLength)
}

type Outcome = Decision['to']

const outcomes = (['refunded', 'not_refunded'] as const).map((value) => ({
  value,
  name: attemptState(value).word,
}))

/** Says why the chosen outcome can't be recorded now, or what it requires. */
function Hindrance(props: {
  readonly decidable: AttemptEvidence['decidable']
  readonly to: Outcome
  readonly portal: boolean
  readonly onPortal: (portal: boolean) => void
}) {
  const given = decisionOn(props.decidable, props.to)
  switch (given.kind) {
    case 'now':
      return null
    case 'wait':
      return <p className="soft">{words.decide.from(clockSeconds(given.until))}</p>
    case 'no':
      return <p className="soft">{words.decide.notYet}</p>
    case 'portal':
      return (
        <div className="alert alert-wait">
          <p>{words.decide.portalWhy}</p>
          <CheckBox words={words.decide.portal} ticked={props.portal} onTick={props.onPortal} />
        </div>
      )
  }
}

/** What to search the portal by, and what it should show. */
function evidenceOf({ intent, seen }: Attempt): readonly Fact[] {
  const money = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  const { amount } = intent.before
  return [
    [fieldName('transaction_id'), intent.transactionId, 'copies'],
    ...(amount === null ? [] : [[words.outcome.lines.paid, money(amount)] as const]),
    [words.outcome.lines.refundedBefore, money(intent.base)],
    [fieldName('refunded'), money(seen.refunded)],
  ]
}

/** Records a supervisor's decision. Sends no refund (refund-protocol.md 9). */
function DecideDialog(props: {
  readonly evidence: AttemptEvidence
  readonly decided: (evidence: AttemptEvidence) => void
}) {
  const { attempt, decidable } = props.evidence
  const { marker } = attempt.intent
  const [to, setTo] = useState<Outcome | null>(null)
  const [portalSays, setPortalSays] = useState(false)
  const given = to === null ? null : decisionOn(decidable, to).kind
  const portal = given === 'portal' && portalSays
  return (
    <WordDialog
      title={words.decide.title(marker)}
      beside={
        <div className="stack">
          <p className="row">
            <Amount size="big" money={attemptMoney(attempt)} />
            <StateTag state={attemptState(attempt.state)} />
          </p>
          <p className="soft">{words.decide.intro}</p>
          <Facts mono rows={evidenceOf(attempt)} />
        </div>
      }
      asks={['saw', 'why']}
      submit={words.decide.record}
      ready={given === 'now' || portal}
      send={({ proof, saw, why }) =>
        call('activity:decide', {
          marker,
          proof,
          // The button is disabled without a choice.
          decision: { to: to ?? 'refunded', saw, why, portal },
        })
      }
      done={(evidence) => {
        props.decided(evidence)
        attemptChanged(evidence.attempt)
        notify({ kind: 'decided' })
      }}
    >
      <h3 className="label">{words.decide.outcome}</h3>
      <Choice label={words.decide.outcome} options={outcomes} value={to} onChoose={setTo} focusFirst />
      {to !== null && (
        <Hindrance decidable={decidable} to={to} portal={portalSays} onPortal={setPortalSays} />
      )}
    </WordDialog>
  )
}
