import './refund.css'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ShownTransaction } from '../../shared/contract'
import type { RefundDraft } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { CheckBox } from '../ui/check-box'
import { Choice } from '../ui/choice'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { KeyCap } from '../ui/key-cap'
import { Sentence } from '../ui/text'
import { confirmKey } from '../words/key-words'
import { type DraftFault, draftFaultWords, refundWords } from '../words/refund'
import { explainConfirmation } from '../words/refusals'
import { AmountPart, focusReason } from './amount-part'
import { ReasonPart } from './reason-part'
import { availability } from './refund-availability'
import { draftAmount, type Refundable, readDraft } from './refund-draft'

const scopes = [
  { value: 'full', name: refundWords.full },
  { value: 'part', name: refundWords.part },
] as const

function Confirm(props: {
  readonly draft: RefundDraft
  readonly refundable: Refundable
  readonly asked: boolean
}) {
  const { draft, refundable } = props
  const confirmRefund = useStore((state) => state.confirmRefund)
  const ready = readDraft(draft, refundable)
  const amount = draftAmount(draft, refundable)
  const id = useId()
  return (
    <>
      {ready.ok && draft.scope === 'part' && draft.amountCheck === 'asked' && (
        <p className="soft help-wait ask-amount">
          <Sentence text={refundWords.askAmount(ready.value.amount)} />
        </p>
      )}
      {!ready.ok && (
        <p id={id} className={props.asked ? 'soft help-wait' : 'soft'}>
          <Sentence text={draftFaultWords(ready.fault, refundable.rest)} />
        </p>
      )}
      <PressButton
        look="go"
        confirms
        incomplete={!ready.ok}
        describedBy={ready.ok ? undefined : id}
        onPress={() => void confirmRefund()}
      >
        <Sentence text={amount.ok ? refundWords.confirm(amount.value.amount) : refundWords.confirmEmpty} />
        <KeyCap name={confirmKey} hidden />
      </PressButton>
    </>
  )
}

const missingParts = {
  amount: '.amount-input',
  reason: '.reason-part input',
  confirmation: '.checkbox input',
} as const

/** Each press of Confirm on a form that is not whole leads to what is missing. */
function useLeadTo(
  form: RefObject<HTMLFormElement | null>,
  askedFor: number,
  missing: DraftFault | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a press leads anywhere, not what is typed after it
  useEffect(() => {
    if (askedFor === 0 || missing === null) return
    const otherReason = missing.in === 'reason' && missing.why === 'other_empty'
    const part = otherReason ? '.reason-part input:not([type=radio])' : missingParts[missing.in]
    form.current?.querySelector<HTMLElement>(part)?.focus()
  }, [askedFor])
}

function isTextField(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
}

/** The refund form is its own review: the button carries the money (architecture.md, "Words and places"). */
export function RefundForm(props: {
  readonly shown: ShownTransaction
  readonly draft: RefundDraft
  /** How often it was confirmed while something was missing. */
  readonly askedFor: number
}) {
  const { shown, draft, askedFor } = props
  const app = useStore((state) => state.app)
  const editDraft = useStore((state) => state.editDraft)
  const leaveRefund = useStore((state) => state.leaveRefund)
  const open = availability(shown, app)
  const ref = useRef<HTMLFormElement>(null)
  // In a narrow window it opens below the paper, and a radio that takes the focus scrolls nothing.
  useEffect(() => {
    // A newer Chromium answers a promise, which React would call as the effect's end.
    ref.current?.scrollIntoView({ block: 'start' })
  }, [])
  const asked = draft.amountCheck === 'asked'
  useEffect(() => {
    if (asked) focusReason(ref.current)
  }, [asked])
  const [typing, setTyping] = useState(false)
  const missing = open.kind === 'open' ? readDraft(draft, open.refundable) : null
  const missingIn = missing === null || missing.ok ? null : missing.fault
  useLeadTo(ref, askedFor, missingIn)
  return (
    <form
      ref={ref}
      className="panel"
      aria-label={refundWords.title}
      onSubmit={(event) => event.preventDefault()}
      onFocus={({ target }) => setTyping(isTextField(target))}
      onBlur={() => setTyping(false)}
    >
      <div className="panel-body refund-body">
        <h2 className="panel-title">{refundWords.title}</h2>
        {open.kind !== 'open' ? (
          <Explain explanation={refundWords.changedMeanwhile} tone="wait" />
        ) : (
          <>
            <ExtraConfirmation draft={draft} refundable={open.refundable} status={shown.record.status} />
            <Choice
              label={refundWords.scope}
              options={scopes}
              value={draft.scope}
              onChoose={(scope) => editDraft({ scope })}
              focusFirst
            />
            <AmountPart draft={draft} refundable={open.refundable} />
            <ReasonPart draft={draft} typing={typing} />
          </>
        )}
      </div>
      <div className="panel-foot confirm">
        <PressButton onPress={leaveRefund}>{refundWords.back}</PressButton>
        {open.kind === 'open' && <Confirm draft={draft} refundable={open.refundable} asked={askedFor > 0} />}
      </div>
    </form>
  )
}

/** A status that Tillside does not know for sure to be refundable: the cashier says so once more. */
function ExtraConfirmation(props: {
  readonly draft: RefundDraft
  readonly refundable: Refundable
  readonly status: string
}) {
  const { draft, refundable, status } = props
  const editDraft = useStore((state) => state.editDraft)
  if (refundable.confirmation === null) return null
  const { ask, meaning } = explainConfirmation(refundable.confirmation, status)
  return (
    <div className="alert alert-wait">
      <p>
        <Sentence text={meaning} />
      </p>
      <CheckBox words={ask} ticked={draft.confirmed} onTick={(confirmed) => editDraft({ confirmed })} />
    </div>
  )
}
