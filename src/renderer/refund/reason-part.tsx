import type { RefundDraft } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { Choice } from '../ui/choice'
import { KeyCap } from '../ui/key-cap'
import { TextInput } from '../ui/text-input'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { altKey } from '../words/key-words'
import { reasonNames, refundReasons } from '../words/reason-words'
import { refundWords } from '../words/refund'

const optionsBy = (modifier: string) =>
  refundReasons.map((reason, index) => ({
    value: reason,
    name: reasonNames[reason],
    before: <KeyCap name={`${modifier}${index + 1}`} hidden />,
  }))
const byDigit = optionsBy('')
const byAltDigit = optionsBy(`${altKey} `)

/** Why the money goes back: one of six, the last in the cashier's own words. */
export function ReasonPart(props: {
  readonly draft: RefundDraft
  /** A text field of the form has the focus: digits alone go there. */
  readonly typing: boolean
}) {
  const { reason, otherReason } = props.draft
  const editDraft = useStore((state) => state.editDraft)
  const ref = useFocusOnShow<HTMLInputElement>('other reason', reason === 'other', true)
  return (
    <div className="reason-part">
      <h3 className="label">{refundWords.reason}</h3>
      <Choice
        label={refundWords.reason}
        className={props.typing ? 'choice-reason choice-typing' : 'choice-reason'}
        options={props.typing ? byAltDigit : byDigit}
        value={reason}
        onChoose={(chosen) => editDraft({ reason: chosen })}
      />
      {reason === 'other' && (
        <TextInput
          label={refundWords.otherReason}
          value={otherReason}
          onChange={(text) => editDraft({ otherReason: text })}
          maxLength={80}
          inputRef={ref}
        />
      )}
    </div>
  )
}
