import { type KeyboardEvent, useId, useRef } from 'react'
import { formatMoney, isWholeUnitCurrency } from '../../shared/money'
import type { RefundDraft } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { BigMoney } from '../ui/big-money'
import { Foreign } from '../ui/foreign'
import { Icon } from '../ui/icon'
import { Sentence } from '../ui/text'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { amountFaultWords, refundWords } from '../words/refund'
import { type KeypadKey, pressKeypad } from './draft'
import { draftAmount, type Refundable } from './refund-draft'

const keypad: readonly KeypadKey[] = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'erase']

function Keypad(props: { readonly text: string; readonly wholeUnits: boolean }) {
  const editDraft = useStore((state) => state.editDraft)
  const label = (key: KeypadKey) =>
    key === 'erase' ? refundWords.erase : key === '.' ? refundWords.point : key
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the form's own legend styles for nothing
    <div role="group" aria-label={refundWords.keypad} className="keypad">
      {keypad.map((key) => (
        <button
          type="button"
          key={key}
          className="keypad-key mono"
          aria-label={label(key)}
          tabIndex={-1}
          // The field keeps the focus: a digit that is typed after a tap goes on with the amount.
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
  if (strands > 0)
    return { text: refundWords.strands({ ...refundable.rest, hundredths: strands }), tone: 'wait' }
  return { text: refundWords.stays(refundable.rest, money), tone: 'plain' }
}

/** Keys that change a text and are no character: of an input method, and those that erase. */
const editingKeys: ReadonlySet<string> = new Set(['Process', 'Unidentified', 'Backspace', 'Delete'])

function writes({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return editingKeys.has(key) || (key.length === 1 && !ctrlKey && !metaKey)
}

/** From the amount to the reasons, where a digit alone chooses one. */
export function focusReason(form: HTMLFormElement | null): void {
  const chosen = form?.querySelector<HTMLElement>('.reason-part input:checked')
  const reason = chosen ?? form?.querySelector<HTMLElement>('.reason-part input')
  reason?.focus()
}

/** The amount: all that is left, or what the cashier types, explained while typing. */
export function AmountPart(props: { readonly draft: RefundDraft; readonly refundable: Refundable }) {
  const { draft, refundable } = props
  const editDraft = useStore((state) => state.editDraft)
  // What came by no key was put there whole, by a program or by speech: no digit of it was meant as a reason.
  const byKeys = useRef(false)
  const takeAmount = useStore((state) => state.takeAmount)
  const hintId = useId()
  const part = draft.scope === 'part'
  const ref = useFocusOnShow<HTMLInputElement>('amount', part, true)
  if (!part) {
    return (
      <p className="amount-all">
        <span>{refundable.wholeOnly ? refundWords.wholeOnly : refundWords.everything}</span>
        <span className="amount-money mono">
          <BigMoney text={formatMoney(refundable.rest)} />
        </span>
      </p>
    )
  }
  const { text, tone } = hint(draft, refundable)
  return (
    <div className="amount-part">
      <div className="amount-field">
        <span aria-hidden="true" className="amount-currency">
          <Foreign text={refundable.rest.currency} />
        </span>
        <input
          ref={ref}
          className="mono amount-input"
          aria-label={refundWords.amount}
          aria-describedby={hintId}
          aria-invalid={tone === 'wrong' || undefined}
          value={draft.amountText}
          onChange={({ target }) => {
            editDraft({ amountText: target.value, ...(byKeys.current ? {} : { amountCheck: 'taken' }) })
            if (target.value === '') byKeys.current = false
          }}
          onKeyDown={(event) => {
            byKeys.current ||= writes(event)
            if (event.key === 'Enter' && takeAmount()) focusReason(event.currentTarget.form)
          }}
          placeholder="0.00"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
        />
        <p id={hintId} aria-live="polite" className={`help help-${tone}`}>
          <Sentence text={text} />
        </p>
      </div>
      <Keypad text={draft.amountText} wholeUnits={isWholeUnitCurrency(refundable.rest.currency)} />
    </div>
  )
}
