import { useEffect, useRef } from 'react'
import type { Fault } from '../../shared/fault'
import { openAttempt } from '../actions/navigation'
import { declineRefund, typeYes, voidYes } from '../actions/refunds'
import { ProofFields, useBadgeOf } from '../people/proof'
import type { Needs } from '../store/counter-state'
import { readYes, type TypedProof } from '../store/proof'
import { useStore } from '../store/store'
import { PressButton } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { Sentence, useFaultNow } from '../ui/text'
import { asSentence } from '../words/common'
import { explainFault, explainNeeds } from '../words/faults'
import { peopleWords } from '../words/people'
import { refundWords } from '../words/refund'
import { outcomeWords } from '../words/states'

/** The id of what the rules say. */
export const rulesSay = 'rules-say'

/** Where in the form a second person types their PIN. */
export const pinField = '.second-person input'

/** To the button, once there is a yes: Enter alone moves no money. */
export function focusConfirm(part: HTMLElement | null): void {
  part?.closest('form')?.querySelector<HTMLElement>('.confirm .button-go')?.focus()
}

/** Above the button: that the store's rules take a second person, who says yes here, or that this till makes it for nobody. */
export function RulesPart({ needs: { fault, yes, refused } }: { readonly needs: Needs }) {
  const { title, meaning, next } = explainNeeds(fault)
  const isNotHere = fault.kind === 'refund_not_here'
  return (
    <section className={`alert alert-${isNotHere ? 'no' : 'wait'} rules-part fine`} aria-label={title}>
      <div id={rulesSay}>
        <Sentence as="h3" text={title} />
        <Sentence as="p" text={meaning} />
        {isNotHere && (
          <p>
            <Sentence as="strong" text={next} />
          </p>
        )}
      </div>
      {!isNotHere && <SecondPerson marker={fault.marker} yes={yes} refused={refused} />}
    </section>
  )
}

function SecondPerson(props: {
  /** Of the earlier refund that is in doubt; '' where none is. */
  readonly marker: string
  readonly yes: TypedProof
  readonly refused: Fault | null
}) {
  const { marker, yes, refused } = props
  const people = useStore((state) => state.app.people)
  const form = { ...readYes(yes, people), typed: yes, type: typeYes }
  useBadgeOf(form)
  // A digit alone would choose a reason: what is typed next is a PIN, unless somebody is still typing elsewhere.
  const pin = useFocusOnShow<HTMLInputElement>(refused, true, refused !== null)
  const part = useRef<HTMLDivElement>(null)
  const isScanned = yes.badge !== null
  // Where the form is left for Activity, nobody stands beside it any more.
  useEffect(() => voidYes, [])
  useEffect(() => {
    if (isScanned) focusConfirm(part.current)
  }, [isScanned])
  if (form.person === undefined && !form.hasBadges) {
    return <Sentence as="p" text={refundWords.nobodyElse} />
  }
  return (
    <div className="second-person stack tight" ref={part}>
      <div className="halves">
        <ProofFields form={form} pinRef={pin} />
      </div>
      <div aria-live="assertive">{refused !== null && <RefusedYes fault={refused} />}</div>
      <div className="row">
        {form.hasBadges && !isScanned && <p className="help">{peopleWords.orBadge}</p>}
        {form.proof !== null && (
          <PressButton look="quiet" onPress={() => void declineRefund()}>
            {refundWords.sayNo}
          </PressButton>
        )}
        {marker !== '' && (
          <PressButton look="quiet" onPress={() => openAttempt(marker)}>
            {outcomeWords.evidence}
          </PressButton>
        )}
      </div>
    </div>
  )
}

/** Why the yes was not taken. How long to wait counts down, and is not read aloud each second. */
function RefusedYes({ fault }: { readonly fault: Fault }) {
  const { title, next } = explainFault(useFaultNow(fault))
  return (
    <p className="help help-wrong">
      <Sentence text={asSentence(title)} />{' '}
      <Sentence as="span" aria-live={'waitSeconds' in fault ? 'off' : undefined} text={next} />
    </p>
  )
}
