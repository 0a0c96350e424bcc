import { useState } from 'react'
import type { Attempt, Decision } from '../../shared/attempt/attempt'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { formatMoney } from '../../shared/payment/money'
import { attemptChanged } from '../actions/lookups'
import { decisionOn } from '../outcome/attempt'
import { WordDialog } from '../people/dialogs'
import { call } from '../store/main'
import { notify } from '../store/store'
import { CheckBox, Choice } from '../ui/controls'
import { clockSeconds } from '../ui/hooks'
import { Amount, type Fact, Facts, StateTag } from '../ui/text'
import { fieldName } from '../words/receipt'
import { attemptMoney, attemptState } from '../words/states'
import { words } from '../words/words'

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
export function DecideDialog(props: {
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
