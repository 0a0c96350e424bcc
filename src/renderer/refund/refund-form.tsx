import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import { formatMoney, isWholeUnitCurrency, type Money } from '../../shared/payment/money'
import { confirmRefund, editDraft, leaveRefund, takeAmount } from '../actions/refunds'
import {
  availability,
  draftAmount,
  draftReason,
  type FormFault,
  type KeypadKey,
  pressKeypad,
  type Refundable,
  readForm,
} from '../store/draft'
import { type CounterAt, type RefundDraft, useStore } from '../store/store'
import { CheckBox, Choice, KeyCap, PressButton, TextInput } from '../ui/controls'
import { isTyping, useFocusOnShow } from '../ui/hooks'
import { Amount, Explain, Icon, Text, UntrustedText } from '../ui/text'
import { altKey, confirmKey } from '../words/common'
import { fieldName } from '../words/receipt'
import {
  amountFaultWords,
  askAmount,
  draftFaultWords,
  explainConfirmation,
  nameOfReason,
} from '../words/refund'
import { words } from '../words/words'
import { focusConfirm, pinField, RulesPart, rulesSay } from './rules-part'

const scopes = [
  { value: 'full', name: words.refund.full },
  { value: 'part', name: words.refund.part },
] as const

function Confirm(props: {
  readonly draft: RefundDraft
  readonly refundable: Refundable
  readonly missing: FormFault | null
}) {
  const { draft, refundable, missing } = props
  const amount = draftAmount(draft, refundable)
  const isAsked = missing === null && draft.scope === 'part' && draft.amountCheck === 'asked'
  return (
    <>
      {isAsked && amount.ok && <Text as="p" className="help-wait" text={askAmount(amount.value.amount)} />}
      <PressButton
        look="go"
        confirms
        incomplete={missing !== null}
        describedBy={missing === null ? undefined : saysMissing[missing.in]}
        onPress={() => void confirmRefund()}
      >
        <Text
          text={amount.ok ? words.refund.confirm(formatMoney(amount.value.amount)) : words.refund.title}
        />
        <KeyCap name={confirmKey} hidden />
      </PressButton>
    </>
  )
}

/** Ids of the texts that say what is missing. */
const saysMissing = {
  amount: 'amount-hint',
  reason: 'reason-missing',
  confirmation: 'confirmation-asked',
  rules: rulesSay,
} as const

const missingParts = {
  amount: '.amount-input',
  reason: '.reason-part input',
  confirmation: '.checkbox input',
  rules: pinField,
} as const

/** Focuses what is missing after each press of Confirm on an incomplete form. */
function useLeadTo(
  form: RefObject<HTMLFormElement | null>,
  confirmAttempts: number,
  missing: FormFault | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a press leads anywhere, not what is typed after it
  useEffect(() => {
    if (confirmAttempts === 0 || missing === null) return
    const otherReason = missing.in === 'reason' && missing.why === 'other_empty'
    const part = otherReason ? '.reason-part input:not([type=radio])' : missingParts[missing.in]
    form.current?.querySelector<HTMLElement>(part)?.focus()
  }, [confirmAttempts])
}

/** The refund form, which is also its review: the button names the amount (architecture.md, "Words and places"). */
export function RefundForm({ shown, draft, needs, confirmAttempts = 0 }: Omit<CounterAt<'refund'>, 'at'>) {
  const app = useStore((state) => state.app)
  const open = availability(shown, app)
  const ref = useRef<HTMLFormElement>(null)
  // In a narrow window the form opens below the paper, and focusing a radio does not scroll.
  useEffect(() => {
    // Newer Chromium returns a promise, which React would take for a cleanup.
    ref.current?.scrollIntoView({ block: 'start' })
  }, [])
  const isOpen = open.kind === 'open'
  useEffect(() => {
    const form = ref.current
    // Somebody may be typing elsewhere: the form appears by itself, or after an outage.
    if (isOpen && !isTyping(document)) form?.querySelector<HTMLElement>('input[type=radio]:checked')?.focus()
    // The field that had the focus is gone.
    if (!isOpen && document.activeElement === document.body) form?.focus()
  }, [isOpen])
  const asked = draft.amountCheck === 'asked'
  useEffect(() => {
    if (asked) focusReason(ref.current)
  }, [asked])
  const [typing, setTyping] = useState(false)
  const ready = open.kind === 'open' ? readForm({ draft, needs }, open.refundable, app) : null
  const missing = ready === null || ready.ok ? null : ready.fault
  useLeadTo(ref, confirmAttempts, missing)
  return (
    <form
      ref={ref}
      className="panel"
      aria-label={words.refund.title}
      tabIndex={-1}
      onSubmit={(event) => event.preventDefault()}
      onFocus={() => setTyping(isTyping(document))}
      onBlur={() => setTyping(false)}
      onKeyDown={(event) => {
        const { key, target } = event
        if (key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches(pinField)) return
        // The same key press would activate the newly focused button.
        event.preventDefault()
        focusConfirm(target)
      }}
    >
      <div className="panel-body refund-body">
        <h2 className="panel-title">{words.refund.title}</h2>
        {open.kind !== 'open' ? (
          <Explain explanation={words.refund.changedMeanwhile} tone="wait" />
        ) : (
          <>
            <ExtraConfirmation draft={draft} refundable={open.refundable} status={shown.record.status} />
            <Choice
              label={words.refund.scope}
              options={scopes}
              value={draft.scope}
              onChoose={(scope) => editDraft({ scope })}
            />
            <AmountPart draft={draft} refundable={open.refundable} />
            <ReasonPart draft={draft} typing={typing} missing={missing} rest={open.refundable.rest} />
          </>
        )}
      </div>
      {open.kind === 'open' && needs !== null && <RulesPart needs={needs} />}
      <div className="panel-foot confirm">
        <PressButton onPress={leaveRefund}>{words.refund.back}</PressButton>
        {open.kind === 'open' && <Confirm draft={draft} refundable={open.refundable} missing={missing} />}
      </div>
    </form>
  )
}

/** Asks for confirmation of a status that may not be refundable. */
function ExtraConfirmation(props: {
  readonly draft: RefundDraft
  readonly refundable: Refundable
  readonly status: string
}) {
  const { draft, refundable, status } = props
  if (refundable.confirmation === null) return null
  const { ask, meaning } = explainConfirmation(refundable.confirmation, status)
  return (
    <div className="alert alert-wait">
      <Text as="p" id={saysMissing.confirmation} text={meaning} />
      <CheckBox words={ask} ticked={draft.confirmed} onTick={(confirmed) => editDraft({ confirmed })} />
    </div>
  )
}

const keypad: readonly KeypadKey[] = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'erase']

function Keypad(props: { readonly text: string; readonly wholeUnits: boolean }) {
  const label = (key: KeypadKey) =>
    key === 'erase' ? words.refund.erase : key === '.' ? words.refund.point : key
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the form's own legend styles for nothing
    <div role="group" aria-label={words.refund.keypad} className="keypad tiles tight">
      {keypad.map((key) => (
        <button
          type="button"
          key={key}
          className="button keypad-key"
          aria-label={label(key)}
          tabIndex={-1}
          // Keeps the focus in the field, so that typing continues the amount.
          onMouseDown={(event) => event.preventDefault()}
          disabled={key === '.' && props.wholeUnits}
          onClick={() => editDraft({ amountText: pressKeypad(props.text, key, props.wholeUnits) })}
        >
          {key === 'erase' ? <Icon name="erase" /> : key}
        </button>
      ))}
    </div>
  )
}

type Hint = { readonly text: string; readonly tone: 'plain' | 'wait' | 'wrong' }

function hint(draft: RefundDraft, refundable: Refundable): Hint {
  const amount = draftAmount(draft, refundable)
  if (!amount.ok) {
    return {
      text: amountFaultWords(amount.fault, refundable.rest),
      tone: amount.fault === 'empty' ? 'plain' : 'wrong',
    }
  }
  const { strands, amount: money } = amount.value
  const { rest } = refundable
  const written = (hundredths: number) => formatMoney({ ...rest, hundredths })
  if (strands > 0) return { text: words.refund.strands(written(strands)), tone: 'wait' }
  return { text: words.refund.stays(written(rest.hundredths - money.hundredths)), tone: 'plain' }
}

/** Keys that edit without being characters, from input methods or erasing. */
const editingKeys: ReadonlySet<string> = new Set(['Process', 'Unidentified', 'Backspace', 'Delete'])

function writes({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return editingKeys.has(key) || (key.length === 1 && !ctrlKey && !metaKey)
}

/** Moves to the reasons, where a plain digit chooses one. */
function focusReason(form: HTMLFormElement | null): void {
  const chosen = form?.querySelector<HTMLElement>('.reason-part input:checked')
  const reason = chosen ?? form?.querySelector<HTMLElement>('.reason-part input')
  reason?.focus()
}

/** Moves to the reasons, or to the second person's PIN when a reason is chosen. */
function focusNext(form: HTMLFormElement | null): void {
  const pin = form?.querySelector<HTMLElement>(pinField)
  if (pin && form?.querySelector('.reason-part input:checked')) pin.focus()
  else focusReason(form)
}

/** The amount: everything left, or what the cashier types, with a hint while typing. */
export function AmountPart(props: { readonly draft: RefundDraft; readonly refundable: Refundable }) {
  const { draft, refundable } = props
  // Text that arrives without keys was inserted whole, by a program or by speech, so it needs no check.
  const byKeys = useRef(false)
  const part = draft.scope === 'part'
  const ref = useFocusOnShow<HTMLInputElement>('amount', part, true)
  if (!part) {
    return (
      <p className="row spread">
        <span className="soft">
          {refundable.wholeOnly ? words.refund.wholeOnly : words.refund.everything}
        </span>
        <Amount size="big" money={refundable.rest} />
      </p>
    )
  }
  const { text, tone } = hint(draft, refundable)
  return (
    <div>
      <div className="amount-field">
        <UntrustedText
          as="span"
          aria-hidden="true"
          className="amount-currency"
          text={refundable.rest.currency}
        />
        <input
          ref={ref}
          className="money amount-input"
          aria-label={fieldName('amount')}
          aria-describedby={saysMissing.amount}
          aria-invalid={tone === 'wrong' || undefined}
          value={draft.amountText}
          onChange={({ target }) => {
            editDraft({ amountText: target.value, ...(byKeys.current ? {} : { amountCheck: 'taken' }) })
            if (target.value === '') byKeys.current = false
          }}
          onKeyDown={(event) => {
            byKeys.current ||= writes(event)
            if (event.key === 'Enter' && takeAmount()) focusNext(event.currentTarget.form)
          }}
          placeholder="0.00"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
        />
        <Text as="p" id={saysMissing.amount} aria-live="polite" className={`help help-${tone}`} text={text} />
      </div>
      <Keypad text={draft.amountText} wholeUnits={isWholeUnitCurrency(refundable.rest.currency)} />
    </div>
  )
}

const optionsBy = (reasons: readonly string[], modifier: string) =>
  reasons.map((reason, index) => ({
    value: reason,
    name: isolatedText(nameOfReason(reason)),
    before: <KeyCap name={`${modifier}${index + 1}`} hidden />,
  }))

/** One of the store's reasons, or *other* in the cashier's words. */
export function ReasonPart(props: {
  readonly draft: RefundDraft
  /** A text field of the form has the focus, so plain digits go there. */
  readonly typing: boolean
  readonly missing: FormFault | null
  readonly rest: Money
}) {
  const { draft, missing, rest } = props
  const app = useStore((state) => state.app)
  const reason = draftReason(draft, app)
  const ref = useFocusOnShow<HTMLInputElement>('other reason', reason === 'other', true)
  return (
    <div className="reason-part stack">
      <h3 className="label">{words.outcome.lines.reason}</h3>
      <Choice
        label={words.outcome.lines.reason}
        className={props.typing ? 'halves choice-reason choice-typing' : 'halves choice-reason'}
        options={optionsBy(app.reasons, props.typing ? `${altKey} ` : '')}
        value={reason}
        onChoose={(chosen) => editDraft({ reason: chosen })}
      />
      {reason === 'other' && (
        <TextInput
          label={words.refund.otherReason}
          value={draft.otherReason}
          onChange={(text) => editDraft({ otherReason: text })}
          maxLength={80}
          inputRef={ref}
        />
      )}
      {missing?.in === 'reason' && (
        <Text
          as="p"
          id={saysMissing.reason}
          className="help help-wait"
          text={draftFaultWords(missing, rest)}
        />
      )}
    </div>
  )
}
