import { useEffect, useRef } from 'react'
import type { Fault } from '../../shared/fault'
import { openAttempt } from '../actions/navigation'
import { declineRefund, typeYes, voidYes } from '../actions/refunds'
import { ProofFields, useBadge } from '../people/sign-in'
import { readYes, type TypedProof } from '../store/draft'
import { type Needs, useStore } from '../store/store'
import { PressButton } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { StrongLine, Text, useFaultNow } from '../ui/text'
import { asSentence } from '../words/common'
import { explainFault, explainNeeds } from '../words/faults'
import { words } from '../words/words'

export const rulesSay = 'rules-say'

export const pinField = '.second-person input'

/** Moves to the button once there is an approval: Enter alone moves no money. */
export function focusConfirm(part: HTMLElement | null): void {
  part?.closest('form')?.querySelector<HTMLElement>('.confirm .button-go')?.focus()
}

/** Says why the store's rules need a second person, with their fields, or forbid the refund here. */
export function RulesPart({ needs: { fault, yes, refused } }: { readonly needs: Needs }) {
  const { title, meaning, next } = explainNeeds(fault)
  const isNotHere = fault.kind === 'refund_not_here'
  return (
    <section className={`alert alert-${isNotHere ? 'no' : 'wait'} rules-part fine`} aria-label={title}>
      <div id={rulesSay}>
        <Text as="h3" text={title} />
        <Text as="p" text={meaning} />
        {isNotHere && <StrongLine text={next} />}
      </div>
      {!isNotHere && <SecondPerson marker={fault.marker} yes={yes} refused={refused} />}
    </section>
  )
}

function SecondPerson(props: {
  /** The earlier refund in doubt; '' for none. */
  readonly marker: string
  readonly yes: TypedProof
  readonly refused: Fault | null
}) {
  const { marker, yes, refused } = props
  const people = useStore((state) => state.app.people)
  const form = { ...readYes(yes, people), typed: yes, type: typeYes }
  useBadge((badge) => typeYes({ badge }), form.hasBadges)
  // A plain digit would choose a reason, so the PIN takes the focus unless someone is typing elsewhere.
  const pin = useFocusOnShow<HTMLInputElement>(refused, true, refused !== null)
  const part = useRef<HTMLDivElement>(null)
  const isScanned = yes.badge !== null
  // Leaving the form for Activity clears the approval.
  useEffect(() => voidYes, [])
  useEffect(() => {
    if (isScanned) focusConfirm(part.current)
  }, [isScanned])
  if (form.person === undefined && !form.hasBadges) {
    return <Text as="p" text={words.refund.nobodyElse} />
  }
  return (
    <div className="second-person stack tight" ref={part}>
      <div className="halves">
        <ProofFields form={form} pinRef={pin} />
      </div>
      <div aria-live="assertive">{refused !== null && <RefusedYes fault={refused} />}</div>
      <div className="row">
        {form.hasBadges && !isScanned && <p className="help">{words.people.orBadge}</p>}
        {form.proof !== null && (
          <PressButton look="quiet" onPress={() => void declineRefund()}>
            {words.refund.sayNo}
          </PressButton>
        )}
        {marker !== '' && (
          <PressButton look="quiet" onPress={() => openAttempt(marker)}>
            {words.outcome.evidence}
          </PressButton>
        )}
      </div>
    </div>
  )
}

/** Why the approval was rejected. The countdown is not announced. */
function RefusedYes({ fault }: { readonly fault: Fault }) {
  const { title, next } = explainFault(useFaultNow(fault))
  return (
    <p className="help help-wrong">
      <Text text={asSentence(title)} />{' '}
      <Text as="span" aria-live={'waitSeconds' in fault ? 'off' : undefined} text={next} />
    </p>
  )
}
